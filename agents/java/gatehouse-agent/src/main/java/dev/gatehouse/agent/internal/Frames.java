package dev.gatehouse.agent.internal;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Frames: serializes and parses the messages between gateway and agent. See docs/protocol.md#frames. */
public final class Frames {
    /** Maximum bytes of a frame, in both directions. */
    public static final int MAX_BYTES = 1_048_576;

    private static final int MAX_ID_LENGTH = 128;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final Set<String> TYPES =
            Set.of(
                    "request", "response", "event", "error", "heartbeat", "heartbeat_ack", "register", "register_ack",
                    "capability_update");

    private Frames() {}

    /** The text is not a valid frame of the contract. */
    public static final class InvalidFrame extends Exception {
        private final transient String correlationId;

        InvalidFrame(String reason, String correlationId) {
            super(reason);
            this.correlationId = correlationId;
        }

        /** Id of the frame, if it could be parsed. */
        public String correlationId() {
            return correlationId;
        }
    }

    /** A frame as text, with the members of `body` after its header. */
    public static String write(String id, String type, Instant at, JsonObject body) {
        JsonObject frame = new JsonObject();
        frame.addProperty("id", id);
        frame.addProperty("type", type);
        frame.addProperty("timestamp", TIME.format(at));
        for (Map.Entry<String, JsonElement> member : body.entrySet()) frame.add(member.getKey(), member.getValue());
        return Json.write(frame);
    }

    static String write(String type, JsonObject body) {
        return write(UUID.randomUUID().toString(), type, Instant.now(), body);
    }

    /** Parses a frame of a gateway. @throws InvalidFrame with the reason */
    public static JsonObject read(String text) throws InvalidFrame {
        JsonObject frame;
        try {
            if (!(Json.parse(text) instanceof JsonObject object)) throw new InvalidFrame("it is no JSON object", null);
            frame = object;
        } catch (JsonParseException thrown) {
            throw new InvalidFrame("it is not JSON, or nests deeper than " + Json.MAX_DEPTH + " levels", null);
        }
        String id = frame.get("id") instanceof JsonPrimitive one && one.isString() ? one.getAsString() : "";
        if (id.isEmpty() || id.length() > MAX_ID_LENGTH) throw new InvalidFrame("id: expected 1 to 128 characters", null);
        String type = frame.get("type") instanceof JsonPrimitive one && one.isString() ? one.getAsString() : "";
        if (!TYPES.contains(type)) throw new InvalidFrame("type: expected a frame type of the contract", id);
        requireTime(frame.get("timestamp"), id);
        JsonObject whole = flattened(frame, type);
        switch (type) {
            case "register" -> checkRegistration(whole, id);
            case "request" -> checkRequest(whole, id);
            default -> { }
        }
        return whole;
    }

    private static void requireTime(JsonElement value, String id) throws InvalidFrame {
        try {
            if (value instanceof JsonPrimitive one && one.isString() && one.getAsString().length() <= 64) {
                OffsetDateTime.parse(one.getAsString());
                return;
            }
        } catch (DateTimeException thrown) {
            // Reported below.
        }
        throw new InvalidFrame("timestamp: expected a time as in 2026-01-31T10:00:00Z", id);
    }

    /** Moves the fields of a registration or heartbeat, which may be under `payload`, to the top level. */
    private static JsonObject flattened(JsonObject frame, String type) throws InvalidFrame {
        JsonElement payload = frame.get("payload");
        if (payload != null && !payload.isJsonObject()) {
            throw new InvalidFrame("payload: expected an object", frame.get("id").getAsString());
        }
        if (payload == null || !(type.equals("register") || type.equals("heartbeat"))) return frame;
        JsonObject whole = payload.getAsJsonObject().deepCopy();
        frame.entrySet().forEach(member -> whole.add(member.getKey(), member.getValue()));
        return whole;
    }

    private static void checkRegistration(JsonObject frame, String id) throws InvalidFrame {
        text(frame, "version", 32, id);
        JsonObject gateway = object(frame, "gateway", id);
        for (String name : new String[] {"id", "name", "version"}) text(gateway, name, 128, id);
        JsonObject authentication = object(frame, "authentication", id);
        if (!text(authentication, "type", 32, id).equals("token")) throw new InvalidFrame("authentication.type: token", id);
        text(authentication, "token", 4_096, id);
    }

    private static void checkRequest(JsonObject frame, String id) throws InvalidFrame {
        JsonObject payload = object(frame, "payload", id);
        text(payload, "capabilityId", 128, id);
        object(payload, "parameters", id);
        if (payload.has("version")) text(payload, "version", 32, id);
        if (!payload.has("context")) return;
        JsonObject context = object(payload, "context", id);
        if (context.has("caller")) text(context, "caller", 256, id);
        if (context.has("sessionId")) text(context, "sessionId", 128, id);
        if (context.has("traceId")) text(context, "traceId", 128, id);
    }

    private static JsonObject object(JsonObject in, String name, String id) throws InvalidFrame {
        if (in.get(name) instanceof JsonObject object) return object;
        throw new InvalidFrame(name + ": expected an object", id);
    }

    private static String text(JsonObject in, String name, int longest, String id) throws InvalidFrame {
        if (in.get(name) instanceof JsonPrimitive one && one.isString() && one.getAsString().length() <= longest) {
            return one.getAsString();
        }
        throw new InvalidFrame(name + ": expected at most " + longest + " characters", id);
    }
}
