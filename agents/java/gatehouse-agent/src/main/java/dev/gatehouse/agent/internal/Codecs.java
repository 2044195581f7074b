package dev.gatehouse.agent.internal;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.gatehouse.agent.DeclarationException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Creates codecs for the types of parameters, results and events. See docs/protocol.md#common-types. */
final class Codecs {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final String SUPPORTED =
            "Use a record, an enum, text, a number, boolean, UUID, Instant, Optional, List, Set, an array,"
                    + " Map<String, ?> or JsonObject.";

    private Codecs() {}

    /**
     * @param where class and method, for the message
     * @throws DeclarationException when the type is not supported
     */
    static Codec of(Type type, String where) {
        return of(type, where, Set.of());
    }

    static Codec of(Type type, String where, Set<Class<?>> around) {
        if (type instanceof Class<?> plain) return ofClass(plain, where, around);
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            if (raw == Optional.class) return optional(of(arguments[0], where, around));
            if (raw == List.class || raw == Collection.class) return list(of(arguments[0], where, around), false);
            if (raw == Set.class) return list(of(arguments[0], where, around), true);
            if (raw == Map.class && arguments[0] == String.class) return map(of(arguments[1], where, around));
        }
        throw new DeclarationException(where, type.getTypeName() + " cannot cross the wire. " + SUPPORTED);
    }

    private static Codec ofClass(Class<?> type, String where, Set<Class<?>> around) {
        if (type == String.class) return scalar("string", JsonElement::getAsString, value -> text((String) value));
        if (type == boolean.class || type == Boolean.class) {
            return scalar("boolean", JsonElement::getAsBoolean, value -> new JsonPrimitive((Boolean) value));
        }
        if (type == int.class || type == Integer.class) return integer(Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue);
        if (type == short.class || type == Short.class) return integer(Short.MIN_VALUE, Short.MAX_VALUE, Long::shortValue);
        if (type == byte.class || type == Byte.class) return integer(Byte.MIN_VALUE, Byte.MAX_VALUE, Long::byteValue);
        if (type == long.class || type == Long.class) {
            return integer(-Numbers.MAX_SAFE_INTEGER, Numbers.MAX_SAFE_INTEGER, Function.identity());
        }
        if (type == double.class || type == Double.class) {
            return scalar("number", JsonElement::getAsDouble, value -> Numbers.json((Double) value));
        }
        if (type == float.class || type == Float.class) {
            return scalar("number", JsonElement::getAsFloat, value -> Numbers.json((Float) value));
        }
        if (type == BigDecimal.class) {
            return scalar("number", JsonElement::getAsBigDecimal, value -> Numbers.json((BigDecimal) value));
        }
        if (type == UUID.class) return formatted("uuid", UUID::fromString);
        if (type == Instant.class) return formatted("date-time", Codecs::instant);
        if (type == JsonObject.class) return scalar("object", JsonElement::getAsJsonObject, value -> (JsonObject) value);
        if (type.isEnum()) return constant(type);
        if (type.isArray()) return array(type.getComponentType(), of(type.getComponentType(), where, around));
        if (type.isRecord()) return RecordCodec.of(type, where, around, LOOKUP);
        throw new DeclarationException(where, type.getName() + " cannot cross the wire. " + SUPPORTED);
    }

    private static JsonPrimitive text(String value) {
        return new JsonPrimitive(value);
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException thrown) {
            throw new IllegalArgumentException("not a time as in 2026-01-31T10:00:00Z", thrown);
        }
    }

    private static JsonObject schema(String type) {
        JsonObject schema = new JsonObject();
        schema.addProperty("type", type);
        return schema;
    }

    private record Scalar(JsonObject template, Function<JsonElement, Object> reader, Function<Object, JsonElement> writer)
            implements Codec {
        @Override
        public JsonObject schema() {
            return template.deepCopy();
        }

        @Override
        public Object read(JsonElement json) {
            return reader.apply(json);
        }

        @Override
        public JsonElement write(Object value) {
            return writer.apply(value);
        }
    }

    private static Codec scalar(String type, Function<JsonElement, Object> reader, Function<Object, JsonElement> writer) {
        return new Scalar(schema(type), reader, writer);
    }

    private static Codec integer(long least, long most, Function<Long, ? extends Number> narrowed) {
        JsonObject template = schema("integer");
        template.addProperty("minimum", least);
        template.addProperty("maximum", most);
        return new Scalar(
                template,
                json -> narrowed.apply(json.getAsBigDecimal().longValueExact()),
                value -> new JsonPrimitive((Number) value));
    }

    private static Codec formatted(String format, Function<String, Object> parse) {
        JsonObject template = schema("string");
        template.addProperty("format", format);
        return new Scalar(template, json -> parse.apply(json.getAsString()), value -> text(value.toString()));
    }

    private static Codec constant(Class<?> type) {
        JsonObject template = schema("string");
        JsonArray names = new JsonArray();
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object one : type.getEnumConstants()) {
            String name = ((Enum<?>) one).name();
            names.add(name);
            constants.put(name, one);
        }
        template.add("enum", names);
        return new Scalar(
                template, json -> constants.get(json.getAsString()), value -> text(((Enum<?>) value).name()));
    }

    private static Codec optional(Codec inner) {
        return new Codec() {
            @Override
            public JsonObject schema() {
                return inner.schema();
            }

            @Override
            public Object read(JsonElement json) {
                return Optional.of(inner.read(json));
            }

            @Override
            public JsonElement write(Object value) {
                return ((Optional<?>) value).<JsonElement>map(inner::write).orElse(JsonNull.INSTANCE);
            }

            @Override
            public boolean isOptional() {
                return true;
            }

            @Override
            public Object absent() {
                return Optional.empty();
            }
        };
    }

    private static Codec list(Codec inner, boolean isSet) {
        JsonObject template = schema("array");
        template.add("items", inner.schema());
        if (isSet) template.addProperty("uniqueItems", true);
        return new Scalar(
                template,
                json -> {
                    List<Object> members = new ArrayList<>(json.getAsJsonArray().size());
                    for (JsonElement member : json.getAsJsonArray()) members.add(inner.read(member));
                    return isSet ? new LinkedHashSet<>(members) : members;
                },
                value -> {
                    JsonArray members = new JsonArray();
                    for (Object member : (Collection<?>) value) members.add(inner.write(member));
                    return members;
                });
    }

    private static Codec array(Class<?> type, Codec inner) {
        JsonObject template = schema("array");
        template.add("items", inner.schema());
        return new Scalar(
                template,
                json -> {
                    JsonArray members = json.getAsJsonArray();
                    Object array = Array.newInstance(type, members.size());
                    for (int i = 0; i < members.size(); i++) Array.set(array, i, inner.read(members.get(i)));
                    return array;
                },
                value -> {
                    JsonArray members = new JsonArray();
                    for (int i = 0; i < Array.getLength(value); i++) members.add(inner.write(Array.get(value, i)));
                    return members;
                });
    }

    private static Codec map(Codec inner) {
        JsonObject template = schema("object");
        template.add("additionalProperties", inner.schema());
        return new Scalar(
                template,
                json -> {
                    Map<String, Object> members = new LinkedHashMap<>();
                    json.getAsJsonObject().asMap().forEach((name, member) -> members.put(name, inner.read(member)));
                    return members;
                },
                value -> {
                    JsonObject members = new JsonObject();
                    ((Map<?, ?>) value).forEach((name, member) -> members.add((String) name, inner.write(member)));
                    return members;
                });
    }
}
