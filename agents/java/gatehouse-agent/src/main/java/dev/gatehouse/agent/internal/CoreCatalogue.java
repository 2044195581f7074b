package dev.gatehouse.agent.internal;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The manifests of docs/protocol.md#core-capabilities and of the two snapshot capabilities, as data. */
final class CoreCatalogue {
    static final String SNAPSHOT_CREATE = "mcp.snapshot.create";
    static final String SNAPSHOT_RESTORE = "mcp.snapshot.restore";

    private static final Map<String, JsonObject> MANIFESTS = load();

    private CoreCatalogue() {}

    /** A copy of the manifest; null for an id outside the core catalogue. */
    static JsonObject manifest(String id) {
        JsonObject manifest = MANIFESTS.get(id);
        return manifest == null ? null : manifest.deepCopy();
    }

    private static Map<String, JsonObject> load() {
        String name = "/dev/gatehouse/agent/core-capabilities.json";
        try (InputStream file = CoreCatalogue.class.getResourceAsStream(name)) {
            if (file == null) throw new IllegalStateException(name + " is missing from the jar");
            Map<String, JsonObject> manifests = new LinkedHashMap<>();
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            for (JsonElement one : Json.parse(text).getAsJsonArray()) {
                manifests.put(one.getAsJsonObject().get("id").getAsString(), one.getAsJsonObject());
            }
            return manifests;
        } catch (IOException thrown) {
            throw new UncheckedIOException(thrown);
        }
    }
}
