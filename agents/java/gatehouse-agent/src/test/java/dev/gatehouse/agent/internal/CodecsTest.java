package dev.gatehouse.agent.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import dev.gatehouse.agent.DeclarationException;
import dev.gatehouse.agent.Param;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CodecsTest {
    enum Phase {
        DAY,
        NIGHT
    }

    record Place(String world, double x, double y, @Param(defaultValue = "0") float yaw) {}

    record Everything(
            int count,
            long total,
            boolean flag,
            BigDecimal price,
            UUID id,
            Instant at,
            Phase phase,
            List<Place> places,
            Set<String> names,
            Map<String, Integer> scores,
            Optional<String> note,
            int[] numbers) {}

    record Endless(List<Endless> more) {}

    private static final Everything ALL =
            new Everything(
                    3, 9L, true, new BigDecimal("1.50"), new UUID(1, 2), Instant.parse("2026-01-19T10:30:00Z"),
                    Phase.NIGHT, List.of(new Place("world", 0.5, -64, 90)), Set.of("Alex"), Map.of("Alex", 7),
                    Optional.empty(), new int[] {1, 2});

    @Test
    void givesBackWhatItWrote() {
        Codec codec = Codecs.of(Everything.class, "here");
        Everything read = (Everything) codec.read(Json.parse(Json.write(codec.write(ALL))));
        assertEquals(ALL.places(), read.places());
        assertEquals(ALL.names(), read.names());
        assertEquals(ALL.scores(), read.scores());
        assertEquals(0, ALL.price().compareTo(read.price()));
        assertEquals(ALL.id(), read.id());
        assertEquals(ALL.at(), read.at());
        assertEquals(ALL.phase(), read.phase());
        assertEquals(Optional.empty(), read.note());
        assertArrayEquals(ALL.numbers(), read.numbers());
    }

    @Test
    void writesWhatItsOwnSchemaAllows() {
        Codec codec = Codecs.of(Everything.class, "here");
        assertEquals("[]", new SchemaCheck(codec.schema()).problems(codec.write(ALL)).toString());
    }

    @Test
    void saysWhatMayBeLeftOut() {
        JsonObject schema = Codecs.of(Place.class, "here").schema();
        assertEquals("[\"world\",\"x\",\"y\"]", schema.get("required").toString());
        assertEquals(0, schema.getAsJsonObject("properties").getAsJsonObject("yaw").get("default").getAsInt());
    }

    @Test
    void refusesTypesThatCannotCrossTheWire() {
        for (Class<?> type : List.of(Object.class, Thread.class, Endless.class, char.class)) {
            DeclarationException thrown =
                    assertThrows(DeclarationException.class, () -> Codecs.of(type, "Shops.list"));
            assertTrue(thrown.getMessage().startsWith("Shops.list"), thrown.getMessage());
        }
    }

    @Test
    void writesNumbersAsTheOtherSideDoes() {
        assertEquals("20", Json.write(Numbers.json(20.0)));
        assertEquals("0.1", Json.write(Numbers.json(0.1f)));
        assertEquals("0", Json.write(Numbers.json(-0.0)));
        assertThrows(IllegalArgumentException.class, () -> Numbers.json(Double.NaN));
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (!Double.isFinite(value)) continue;
            assertEquals(value, Double.parseDouble(Json.write(Numbers.json(value))));
        }
    }
}
