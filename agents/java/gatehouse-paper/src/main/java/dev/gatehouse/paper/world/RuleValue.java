package dev.gatehouse.paper.world;

import com.google.gson.JsonObject;

/** Values of game rules: Bukkit has them as text, the contract as true, false or a whole number. */
final class RuleValue {
    private RuleValue() {}

    static void add(JsonObject to, String name, String value) {
        if (isTruth(value)) to.addProperty(name, Boolean.valueOf(value));
        else if (isNumber(value)) to.addProperty(name, Integer.valueOf(value));
        else to.addProperty(name, value);
    }

    /** A rule that is a number takes no truth, and the other way round. */
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
