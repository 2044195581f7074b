package dev.gatehouse.agent;

import com.google.gson.JsonObject;
import java.util.Objects;

/**
 * A refusal that the caller should read. See docs/protocol.md#errors.
 *
 * <p>Any other exception of a capability is a bug: the agent's {@link ErrorListener} receives it, and the caller learns
 * only that the agent failed.
 */
public final class McpException extends RuntimeException {
    private final ErrorCode code;
    private final transient JsonObject details;

    /** A refusal with the catalogue's message. */
    public McpException(ErrorCode code) {
        this(code, code.message());
    }

    /** A refusal with its own message. */
    public McpException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /** A refusal with its own message, and details for programs. */
    public McpException(ErrorCode code, String message, JsonObject details) {
        super(message);
        this.code = Objects.requireNonNull(code, "code");
        this.details = details;
    }

    /** Code of the catalogue. */
    public ErrorCode code() {
        return code;
    }

    /** The shape of docs/protocol.md#errors: code, message, suggestion, details. */
    public JsonObject toJson() {
        JsonObject error = new JsonObject();
        error.addProperty("code", code.code());
        error.addProperty("message", getMessage());
        error.addProperty("suggestion", code.suggestion());
        if (details != null) error.add("details", details);
        return error;
    }
}
