package dev.gatehouse.agent.internal;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** Converts a Java type to JSON and back. Created once per type, so that reflection is not used per call. */
interface Codec {
    /** JSON Schema of the type; a new object for each call. */
    JsonObject schema();

    /**
     * @param json valid for the schema
     * @throws IllegalArgumentException when it is invalid nevertheless, for example a malformed UUID
     */
    Object read(JsonElement json);

    /** @param value not null */
    JsonElement write(Object value);

    /** Whether a value may be left out of an object. */
    default boolean isOptional() {
        return false;
    }

    /** The Java value for an omitted member. */
    default Object absent() {
        return null;
    }
}
