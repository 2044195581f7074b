package dev.gatehouse.paper.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Blocks with states, read and written. */
class BlockStatesTest {
    @Test
    void readsWhatItWrites() {
        Map<String, String> states = Map.of("facing", "north", "lit", "false");
        String text = BlockStates.write("minecraft:furnace", states);
        assertEquals("minecraft:furnace[facing=north,lit=false]", text);
        assertEquals(states, BlockStates.of(text));
        assertEquals(Map.of(), BlockStates.of("minecraft:stone"));
        assertEquals("stone", BlockStates.write("stone", Map.of()));
    }

    @Test
    void refusesAStateThatIsMoreThanOne() {
        for (String wrong : new String[] {"", "a,b=c", "a]", "north{Items:[]}", "A"}) {
            assertThrows(IllegalArgumentException.class, () -> BlockStates.write("chest", Map.of("facing", wrong)), wrong);
            assertThrows(IllegalArgumentException.class, () -> BlockStates.write("chest", Map.of(wrong, "north")), wrong);
        }
    }
}
