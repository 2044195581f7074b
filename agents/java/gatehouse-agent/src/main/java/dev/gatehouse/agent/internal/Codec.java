package dev.gatehouse.agent.internal;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** How a Java type crosses the wire. Made once for each type; nothing is looked up by reflection after that. */
interface Codec {
    /** JSON Schema of the type; a fresh object for each call. */
    JsonObject schema();

    /**
     * @param json that the schema has let through
     * @throws IllegalArgumentException when it is none all the same, for example a UUID that is misspelled
     */
    Object read(JsonElement json);

    /** @param value not null */
    JsonElement write(Object value);

    /** Whether a value may be left out of an object. */
    default boolean isOptional() {
        return false;
    }

    /** What Java sees where it was left out. */
    default Object absent() {
        return null;
    }
}
