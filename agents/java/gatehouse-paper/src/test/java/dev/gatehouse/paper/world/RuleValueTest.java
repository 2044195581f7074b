package dev.gatehouse.paper.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

/** Values of game rules on the wire. */
class RuleValueTest {
    @Test
    void writesTruthsAndNumbersAsSuch() {
        JsonObject values = new JsonObject();
        RuleValue.add(values, "a", "true");
        RuleValue.add(values, "b", "-3");
        RuleValue.add(values, "c", "some text");
        assertEquals("{\"a\":true,\"b\":-3,\"c\":\"some text\"}", values.toString());
    }

    @Test
    void takesOnlyAValueOfTheSameKind() {
        assertTrue(RuleValue.isSameKind("false", "true"));
        assertTrue(RuleValue.isSameKind("3", "12"));
        assertFalse(RuleValue.isSameKind("3", "true"));
        assertFalse(RuleValue.isSameKind("true", "3"));
        assertFalse(RuleValue.isSameKind("3", "99999999999"));
    }
}
