package dev.gatehouse.agent.internal;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.gatehouse.agent.DeclarationException;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpDeprecated;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpExample;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.McpRateLimit;
import dev.gatehouse.agent.McpRiskReason;
import dev.gatehouse.agent.RiskLevel;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Converts the annotations of a method to a manifest. See docs/protocol.md#manifest.
 *
 * @param type context, action or event
 * @param risk null for other types than actions
 */
record Declaration(
        String type,
        String id,
        String name,
        String description,
        String version,
        McpAction risk,
        String[] permissions,
        String[] tags) {
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9]*(?:\\.[a-z][a-z0-9]*)*");
    private static final Pattern VERSION = Pattern.compile("\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}");
    private static final Pattern PERMISSION = Pattern.compile("mcp\\.(context|action|event)\\.[a-z]+(?:\\.[a-z]+)*");
    private static final Set<String> PERIODS = Set.of("second", "minute", "hour", "day", "connection");
    private static final int LONGEST_ID = 64;
    private static final int LONGEST_NAME = 128;

    /** Null for a method that declares no capability. @throws DeclarationException when it declares two */
    static Declaration of(Method method, String where) {
        McpContext context = method.getAnnotation(McpContext.class);
        McpAction action = method.getAnnotation(McpAction.class);
        McpEvent event = method.getAnnotation(McpEvent.class);
        int declared = (context == null ? 0 : 1) + (action == null ? 0 : 1) + (event == null ? 0 : 1);
        if (declared == 0) return null;
        if (declared > 1) throw new DeclarationException(where, "it is declared twice; a method is one capability");
        Declaration made =
                context != null
                        ? new Declaration(
                                "context", context.id(), context.name(), context.description(), context.version(),
                                null, context.permissions(), context.tags())
                        : action != null
                                ? new Declaration(
                                        "action", action.id(), action.name(), action.description(), action.version(),
                                        action, action.permissions(), action.tags())
                                : new Declaration(
                                        "event", event.id(), event.name(), event.description(), event.version(),
                                        null, event.permissions(), event.tags());
        made.check(where);
        return made;
    }

    private void check(String where) {
        if (!ID.matcher(id).matches() || id.length() > LONGEST_ID) {
            throw new DeclarationException(
                    where, "\"" + id + "\" is no id: small letters and digits, parts divided by dots, 64 characters");
        }
        JsonObject core = CoreCatalogue.manifest(id);
        if (core == null && !id.startsWith("ext.")) {
            throw new DeclarationException(
                    where, id + " is not in the core catalogue: call it ext.PROVIDER." + id.replace('.', '_'));
        }
        if (core != null && id.startsWith("mcp.")) {
            throw new DeclarationException(where, id + " is reserved: give the agent a SnapshotKeeper instead");
        }
        if (core != null && !core.get("type").getAsString().equals(type)) {
            throw new DeclarationException(
                    where, id + " is of the type " + core.get("type").getAsString() + " in the core catalogue");
        }
        if (!VERSION.matcher(version).matches()) {
            throw new DeclarationException(where, "\"" + version + "\" is no version as in 1.0.0");
        }
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new DeclarationException(where, "a name has 1 to 128 characters");
        }
        if (core == null && type.equals("action") && permissions.length == 0) {
            throw new DeclarationException(
                    where, "an action names what it needs: permissions = \"mcp.action." + id + "\"");
        }
        for (String permission : permissions) {
            if (!PERMISSION.matcher(permission).matches()) {
                throw new DeclarationException(
                        where, "\"" + permission + "\" is no permission as in mcp." + type + ".shop.price");
            }
        }
    }

    /**
     * @param parameters null when it takes none
     * @param returns null when it has no result
     */
    JsonObject manifest(Method method, McpProvider provider, JsonObject parameters, JsonObject returns, String where) {
        JsonObject core = CoreCatalogue.manifest(id);
        return core == null ? own(method, provider, parameters, returns, where) : raised(core);
    }

    /** The catalogue's manifest, with the higher of its risk and the annotation's. */
    private JsonObject raised(JsonObject core) {
        if (risk == null) return core;
        JsonObject ofCore = core.getAsJsonObject("risk");
        RiskLevel least = RiskLevel.valueOf(ofCore.get("level").getAsString().toUpperCase(Locale.ROOT));
        if (risk.risk().compareTo(least) > 0) ofCore.addProperty("level", risk.risk().wireName());
        if (risk.snapshotRequired()) ofCore.addProperty("snapshotRequired", true);
        return core;
    }

    private JsonObject own(
            Method method, McpProvider provider, JsonObject parameters, JsonObject returns, String where) {
        JsonObject manifest = new JsonObject();
        manifest.addProperty("id", id);
        manifest.addProperty("version", version);
        manifest.addProperty("type", type);
        manifest.addProperty("name", name);
        manifest.addProperty("description", description);
        JsonObject by = new JsonObject();
        by.addProperty("id", provider.id());
        by.addProperty("name", provider.name());
        by.addProperty("version", provider.version());
        manifest.add("provider", by);
        if (parameters != null) manifest.add("parameters", parameters);
        if (returns != null) manifest.add("returns", returns);
        manifest.add("risk", riskJson(method.getAnnotation(McpRiskReason.class)));
        manifest.add("permissions", permissions.length > 0 ? Json.array(permissions) : usualPermission());
        addRateLimit(manifest, method.getAnnotation(McpRateLimit.class), where);
        addDeprecation(manifest, method.getAnnotation(McpDeprecated.class), where);
        if (tags.length > 0) manifest.add("tags", Json.array(tags));
        addExamples(manifest, method.getAnnotationsByType(McpExample.class), where);
        return manifest;
    }

    private JsonObject riskJson(McpRiskReason reason) {
        JsonObject json = new JsonObject();
        json.addProperty("level", (risk == null ? RiskLevel.LOW : risk.risk()).wireName());
        if (reason != null) json.addProperty("reason", reason.value());
        if (risk != null && risk.rollbackSupported()) json.addProperty("rollbackSupported", true);
        if (risk != null && risk.snapshotRequired()) json.addProperty("snapshotRequired", true);
        return json;
    }

    private JsonArray usualPermission() {
        // Permissions contain no digits; the gateway requires the unchanged id.
        return Json.array(new String[] {"mcp." + type + "." + id.replaceAll("[0-9]", "")});
    }

    private void addRateLimit(JsonObject manifest, McpRateLimit limit, String where) {
        if (limit == null) return;
        if (limit.value() < 1 || !PERIODS.contains(limit.per())) {
            throw new DeclarationException(where, "a rate limit is at least 1 per " + PERIODS);
        }
        JsonObject json = new JsonObject();
        json.addProperty(type.equals("event") ? "subscriptions" : "requests", limit.value());
        json.addProperty("period", limit.per());
        manifest.add("rateLimit", json);
    }

    private static void addDeprecation(JsonObject manifest, McpDeprecated deprecated, String where) {
        if (deprecated == null) return;
        for (String one : new String[] {deprecated.since(), deprecated.removalVersion()}) {
            if (!VERSION.matcher(one).matches()) {
                throw new DeclarationException(where, "\"" + one + "\" is no version as in 1.0.0");
            }
        }
        JsonObject json = new JsonObject();
        json.addProperty("since", deprecated.since());
        json.addProperty("removalVersion", deprecated.removalVersion());
        Map<String, String> rest =
                Map.of(
                        "reason", deprecated.reason(),
                        "replacement", deprecated.replacement(),
                        "migrationGuide", deprecated.migrationGuide());
        rest.forEach((key, text) -> {
            if (!text.isEmpty()) json.addProperty(key, text);
        });
        manifest.add("deprecated", json);
    }

    private static void addExamples(JsonObject manifest, McpExample[] examples, String where) {
        if (examples.length == 0) return;
        JsonArray json = new JsonArray();
        for (McpExample example : examples) {
            JsonObject one = new JsonObject();
            one.addProperty("name", example.name());
            one.add("parameters", object(example.parameters(), where));
            if (!example.response().isEmpty()) one.add("response", object(example.response(), where));
            json.add(one);
        }
        manifest.add("examples", json);
    }

    private static JsonObject object(String json, String where) {
        try {
            if (Json.parse(json) instanceof JsonObject object) return object;
        } catch (JsonParseException thrown) {
            throw new DeclarationException(where, "an example is not JSON: " + json);
        }
        throw new DeclarationException(where, "an example is a JSON object: " + json);
    }
}
