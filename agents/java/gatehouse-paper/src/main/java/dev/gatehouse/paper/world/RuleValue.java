package dev.gatehouse.paper.world;

import com.google.gson.JsonObject;

/** Converts values of game rules between Bukkit's text and the contract's boolean or integer. */
final class RuleValue {
    private RuleValue() {}

    static void add(JsonObject to, String name, String value) {
        if (isTruth(value)) to.addProperty(name, Boolean.valueOf(value));
        else if (isNumber(value)) to.addProperty(name, Integer.valueOf(value));
        else to.addProperty(name, value);
    }

    /** Whether a value has the type of the rule: boolean or integer. */
    static boolean isSameKind(String before, String value) {
        return isTruth(before) == isTruth(value) && isNumber(before) == isNumber(value);
    }

    private static boolean isTruth(String value) {
        return value.equals("true") || value.equals("false");
    }

    private static boolean isNumber(String value) {
        try {
            Integer.parseInt(value);
            return true;
        } catch (NumberFormatException other) {
            return false;
        }
    }
}
