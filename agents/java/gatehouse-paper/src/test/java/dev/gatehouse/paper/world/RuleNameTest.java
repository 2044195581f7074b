package dev.gatehouse.paper.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of game rules before and after 1.21.11. */
class RuleNameTest {
    private static RuleName of(String asked, String... known) {
        return RuleName.of(asked, Set.of(known)::contains).orElseThrow();
    }

    @Test
    void translatesOldNamesForACurrentServer() {
        assertEquals("keep_inventory", of("keepInventory", "keep_inventory").name());
        assertEquals("advance_time", of("doDaylightCycle", "advance_time").name());
        assertEquals("minecraft:keep_inventory", of("keepInventory", "minecraft:keep_inventory").name());
    }

    @Test
    void translatesNewNamesForAnOldServer() {
        assertEquals("keepInventory", of("keep_inventory", "keepInventory").name());
        assertEquals("doMobSpawning", of("minecraft:spawn_mobs", "doMobSpawning").name());
    }

    @Test
    void keepsTheNameThatTheServerKnows() {
        assertEquals("raids", of("raids", "raids").name());
        assertEquals("true", of("raids", "raids").decode("true"));
        assertTrue(RuleName.of("noSuchRule", Set.of("raids")::contains).isEmpty());
    }

    @Test
    void invertsTheValueOfARuleWhoseMeaningWasInverted() {
        assertEquals("false", of("disableRaids", "raids").encode("true"));
        assertEquals("true", of("disableRaids", "raids").decode("false"));
        assertEquals("true", of("raids", "disableRaids").decode("false"));
    }

    @Test
    void readsTheDistanceOfFireAsOnOrOff() {
        RuleName fire = of("doFireTick", "fire_spread_radius_around_player");
        assertEquals("128", fire.encode("true"));
        assertEquals("0", fire.encode("false"));
        assertEquals("true", fire.decode("-1"));
        assertEquals("false", fire.decode("0"));
    }
}
