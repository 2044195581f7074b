package dev.gatehouse.agent.internal;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;

/** Parses and writes JSON: strict, with a depth limit. */
final class Json {
    /** Maximum nesting depth. */
    static final int MAX_DEPTH = 64;

    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().serializeNulls().setFormattingStyle(FormattingStyle.COMPACT).create();

    private Json() {}

    /** @throws JsonParseException when it is not one JSON value, or nests deeper than {@link #MAX_DEPTH} */
    static JsonElement parse(String text) {
        JsonReader reader = new JsonReader(new StringReader(text));
        reader.setStrictness(Strictness.STRICT);
        reader.setNestingLimit(MAX_DEPTH);
        try {
            JsonElement value = JsonParser.parseReader(reader);
            if (reader.peek() != JsonToken.END_DOCUMENT) throw new JsonParseException("more than one value");
            return value;
        } catch (IOException | NumberFormatException | IllegalStateException thrown) {
            throw new JsonParseException(thrown.getMessage(), thrown);
        }
    }

    static String write(JsonElement value) {
        return GSON.toJson(value);
    }

    static JsonArray array(String[] texts) {
        JsonArray array = new JsonArray();
        for (String text : texts) array.add(text);
        return array;
    }
}
