package dev.gatehouse.agent.internal;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.gatehouse.agent.DeclarationException;
import dev.gatehouse.agent.Param;
import java.util.List;

/**
 * A named value in an object: an argument of a method, or a component of a record.
 *
 * @param fallback default value; null when there is none
 */
record Member(String name, boolean required, Codec codec, JsonObject schema, JsonElement fallback) {
    /** @param given null for a component without annotation, which is required unless it is an {@code Optional} */
    static Member of(String ownName, Param given, Class<?> type, Codec codec, String where) {
        if (given == null) return new Member(ownName, !codec.isOptional(), codec, codec.schema(), null);
        JsonObject schema = codec.schema();
        bound(schema, given, where);
        JsonElement fallback = given.defaultValue().isEmpty() ? null : parsed(given.defaultValue(), where);
        if (fallback != null) schema.add("default", fallback);
        boolean required = given.required() && fallback == null;
        if (given.required() && codec.isOptional()) {
            throw new DeclarationException(where, "it is required and Optional: leave out one of the two");
        }
        if (type.isPrimitive() && !required && fallback == null) {
            throw new DeclarationException(
                    where,
                    "a " + type + " cannot be left out: say required = true, give a defaultValue, or use Optional");
        }
        return new Member(given.name().isEmpty() ? ownName : given.name(), required, codec, schema, fallback);
    }

    private static void bound(JsonObject schema, Param given, String where) {
        String type = schema.get("type").getAsString();
        boolean isNumber = type.equals("number") || type.equals("integer");
        if (given.min() != Double.NEGATIVE_INFINITY) put(schema, "minimum", given.min(), isNumber, where);
        if (given.max() != Double.POSITIVE_INFINITY) put(schema, "maximum", given.max(), isNumber, where);
        boolean isList = type.equals("array");
        boolean hasLength = isList || type.equals("string");
        if (given.minLength() > 0) put(schema, isList ? "minItems" : "minLength", given.minLength(), hasLength, where);
        if (given.maxLength() < Integer.MAX_VALUE) {
            put(schema, isList ? "maxItems" : "maxLength", given.maxLength(), hasLength, where);
        }
        if (!given.pattern().isEmpty() || given.allowed().length > 0) {
            if (!type.equals("string")) throw new DeclarationException(where, "pattern and allowed are for text");
            if (!given.pattern().isEmpty()) schema.addProperty("pattern", given.pattern());
            if (given.allowed().length > 0) schema.add("enum", Json.array(given.allowed()));
        }
        if (!given.description().isEmpty()) schema.addProperty("description", given.description());
    }

    private static void put(JsonObject schema, String keyword, double bound, boolean fits, String where) {
        if (!fits) throw new DeclarationException(where, keyword + " does not fit " + schema.get("type").getAsString());
        schema.add(keyword, Numbers.json(bound));
    }

    private static JsonElement parsed(String json, String where) {
        try {
            return Json.parse(json);
        } catch (JsonParseException thrown) {
            throw new DeclarationException(where, "defaultValue is not JSON; text is written in quotes: \"\\\"day\\\"\"");
        }
    }

    /** The schema of an object with exactly these members. */
    static JsonObject schemaOf(List<Member> members) {
        JsonObject schema = new JsonObject();
        schema.addProperty("type", "object");
        JsonArray required = new JsonArray();
        JsonObject properties = new JsonObject();
        for (Member member : members) {
            if (member.required) required.add(member.name);
            properties.add(member.name, member.schema.deepCopy());
        }
        if (!required.isEmpty()) schema.add("required", required);
        schema.add("properties", properties);
        schema.add("additionalProperties", new JsonPrimitive(false));
        return schema;
    }

    /** The Java values of the members of an object. @throws IllegalArgumentException when one is invalid */
    static Object[] read(List<Member> members, JsonObject object) {
        Object[] values = new Object[members.size()];
        for (int i = 0; i < values.length; i++) {
            Member member = members.get(i);
            JsonElement given = object.get(member.name);
            JsonElement value = given == null ? member.fallback : given;
            values[i] = value == null ? member.codec.absent() : member.codec.read(value);
        }
        return values;
    }
}
