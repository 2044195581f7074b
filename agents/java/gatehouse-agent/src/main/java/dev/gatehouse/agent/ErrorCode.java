package dev.gatehouse.agent;

/**
 * Why something was refused, as callers read it. See docs/protocol.md#errors-codes.
 *
 * <p>Generated from src-main/contract/error-catalogue.ts by {@code npm run generate}. Do not edit.
 */
public enum ErrorCode {
    /** Something went wrong inside Gatehouse. */
    INTERNAL_ERROR(
            "SYSTEM.INTERNAL_ERROR",
            "Something went wrong inside Gatehouse.",
            "Try again. If it happens again, report it with the log file."),
    /** Cannot reach the Minecraft server. */
    SERVICE_UNAVAILABLE(
            "SYSTEM.SERVICE_UNAVAILABLE",
            "Cannot reach the Minecraft server.",
            "Check that the server and its agent are running, then try again."),
    /** The Minecraft server did not respond in time. */
    TIMEOUT(
            "SYSTEM.TIMEOUT",
            "The Minecraft server did not respond in time.",
            "The action may have been done. Read the state before you try again."),
    /** Too many calls in a short time. */
    RATE_LIMITED(
            "SYSTEM.RATE_LIMITED",
            "Too many calls in a short time.",
            "Wait for details.retryAfterMs milliseconds, then try again."),
    /** Gatehouse is stopping or paused. */
    MAINTENANCE(
            "SYSTEM.MAINTENANCE",
            "Gatehouse is stopping or paused.",
            "Try again when it is running."),
    /** Could not save the settings file. Nothing was changed. */
    SETTINGS_UNWRITABLE(
            "SYSTEM.SETTINGS_UNWRITABLE",
            "Could not save the settings file. Nothing was changed.",
            "Check that the disk has space and that Gatehouse can write settings.json, then try again."),
    /** The request is not valid. */
    INVALID_REQUEST(
            "PROTOCOL.INVALID_REQUEST",
            "The request is not valid.",
            "Correct what details names, then send it again."),
    /** The Minecraft server sent a response that is not valid. */
    INVALID_RESPONSE(
            "PROTOCOL.INVALID_RESPONSE",
            "The Minecraft server sent a response that is not valid.",
            "The action may have been done. Update the agent of that server."),
    /** No server offers this capability. */
    CAPABILITY_NOT_FOUND(
            "PROTOCOL.CAPABILITY_NOT_FOUND",
            "No server offers this capability.",
            "List the capabilities and use one of them."),
    /** No such server. */
    SERVER_NOT_FOUND(
            "PROTOCOL.SERVER_NOT_FOUND",
            "No such server.",
            "Use one of the servers in details.servers."),
    /** The versions are not compatible. */
    VERSION_MISMATCH(
            "PROTOCOL.VERSION_MISMATCH",
            "The versions are not compatible.",
            "Update the older side."),
    /** The arguments are not valid. */
    SCHEMA_VALIDATION_FAILED(
            "PROTOCOL.SCHEMA_VALIDATION_FAILED",
            "The arguments are not valid.",
            "Correct these arguments, then call again."),
    /** A capability of this type cannot be called. */
    UNSUPPORTED_TYPE(
            "PROTOCOL.UNSUPPORTED_TYPE",
            "A capability of this type cannot be called.",
            "Call a context or an action; subscribe to an event."),
    /** A bearer token is required. */
    UNAUTHORIZED(
            "AUTH.UNAUTHORIZED",
            "A bearer token is required.",
            "Connect through the stdio bridge, or send the token from the endpoint file."),
    /** The token has expired. */
    TOKEN_EXPIRED(
            "AUTH.TOKEN_EXPIRED",
            "The token has expired.",
            "Get a new token."),
    /** The token is wrong. */
    TOKEN_INVALID(
            "AUTH.TOKEN_INVALID",
            "The token is wrong.",
            "Compare the token with the one the other side expects, then enter it again."),
    /** No authority confirms the certificate of this server. */
    CERTIFICATE_UNKNOWN(
            "AUTH.CERTIFICATE_UNKNOWN",
            "No authority confirms the certificate of this server.",
            "Compare details.fingerprint with the one on the server. If they are the same, trust it in the window."),
    /** The certificate of this server is not the one that was trusted. */
    CERTIFICATE_CHANGED(
            "AUTH.CERTIFICATE_CHANGED",
            "The certificate of this server is not the one that was trusted.",
            "Somebody may intercept the connection. Trust the new certificate only if the server owner confirms the change."),
    /** This computer does not know the host key of this SSH server. */
    HOST_KEY_UNKNOWN(
            "AUTH.HOST_KEY_UNKNOWN",
            "This computer does not know the host key of this SSH server.",
            "Compare details.fingerprint with the one on the server. If they are the same, trust it in the window."),
    /** The host key of this SSH server is not the one that was trusted. */
    HOST_KEY_CHANGED(
            "AUTH.HOST_KEY_CHANGED",
            "The host key of this SSH server is not the one that was trusted.",
            "Somebody may intercept the connection, or the server was installed again. Trust the new key only if its owner confirms the change."),
    /** This caller has no permission for this. */
    DENIED(
            "PERMISSION.DENIED",
            "This caller has no permission for this.",
            "The owner can grant the permission in details.missing."),
    /** The owner has not allowed this program yet. */
    CLIENT_NOT_ALLOWED(
            "PERMISSION.CLIENT_NOT_ALLOWED",
            "The owner has not allowed this program yet.",
            "The owner can allow it in the Gatehouse window, under AI clients."),
    /** This requires a role that the caller does not have. */
    ROLE_REQUIRED(
            "PERMISSION.ROLE_REQUIRED",
            "This requires a role that the caller does not have.",
            "The owner can grant the role named in details."),
    /** A person must approve this, but no one can be asked. */
    APPROVAL_REQUIRED(
            "PERMISSION.APPROVAL_REQUIRED",
            "A person must approve this, but no one can be asked.",
            "Start the Gatehouse tray program, then call again."),
    /** No such player. */
    PLAYER_NOT_FOUND(
            "BUSINESS.PLAYER_NOT_FOUND",
            "No such player.",
            "List the players and use a name exactly as listed."),
    /** The player is not online. */
    PLAYER_OFFLINE(
            "BUSINESS.PLAYER_OFFLINE",
            "The player is not online.",
            "Try again when the player is online."),
    /** No such world. */
    WORLD_NOT_FOUND(
            "BUSINESS.WORLD_NOT_FOUND",
            "No such world.",
            "Use the name of a world of this server, for example \"world\"."),
    /** The balance is too low. */
    INSUFFICIENT_BALANCE(
            "BUSINESS.INSUFFICIENT_BALANCE",
            "The balance is too low.",
            "Read the balance first."),
    /** This position is not in the world. */
    INVALID_LOCATION(
            "BUSINESS.INVALID_LOCATION",
            "This position is not in the world.",
            "Choose a position inside the world."),
    /** The Minecraft server could not do this. */
    OPERATION_FAILED(
            "BUSINESS.OPERATION_FAILED",
            "The Minecraft server could not do this.",
            "Read details and the state of the world before you try again."),
    /** This action is blocked. */
    OPERATION_BLOCKED(
            "RISK.OPERATION_BLOCKED",
            "This action is blocked.",
            "Ask the owner: AI may be stopped, or the action not accepted."),
    /** This request is waiting for approval. */
    PENDING_APPROVAL(
            "RISK.PENDING_APPROVAL",
            "This request is waiting for approval.",
            "Call again later with the same arguments."),
    /** A person denied this request. */
    APPROVAL_REJECTED(
            "RISK.APPROVAL_REJECTED",
            "A person denied this request.",
            "Do not try again unless the person asks for it."),
    /** The owner denied several requests, so requests are paused. */
    ASKING_PAUSED(
            "RISK.ASKING_PAUSED",
            "The owner denied several requests, so requests are paused.",
            "Ask the user in the conversation what they want. Reading still works."),
    /** No one responded in time, so it was not done. */
    APPROVAL_EXPIRED(
            "RISK.APPROVAL_EXPIRED",
            "No one responded in time, so it was not done.",
            "Ask the user whether they want it, then call again."),
    /** The request was withdrawn before a decision, so it was not done. */
    APPROVAL_WITHDRAWN(
            "RISK.APPROVAL_WITHDRAWN",
            "The request was withdrawn before a decision, so it was not done.",
            "Call again if it is still needed."),
    /** This request is closed: it was decided, has expired or was withdrawn. */
    APPROVAL_CLOSED(
            "RISK.APPROVAL_CLOSED",
            "This request is closed: it was decided, has expired or was withdrawn.",
            "No action is needed. The AI client can ask again."),
    /** The server changed its actions during the review. Nothing was accepted. */
    MANIFEST_CHANGED(
            "RISK.MANIFEST_CHANGED",
            "The server changed its actions during the review. Nothing was accepted.",
            "Review the actions again."),
    /** That was too fast to be intended. */
    APPROVAL_TOO_QUICK(
            "RISK.APPROVAL_TOO_QUICK",
            "That was too fast to be intended.",
            "Read the request in the pop-up, then approve it there."),
    /** Critical requests need the name typed. */
    APPROVAL_NOT_TYPED(
            "RISK.APPROVAL_NOT_TYPED",
            "Critical requests need the name typed.",
            "Type the name exactly as the request shows it, then approve."),
    /** Could not undo it. */
    ROLLBACK_FAILED(
            "RISK.ROLLBACK_FAILED",
            "Could not undo it.",
            "Compare the world with the log and correct it by hand.");

    private final String code;
    private final String message;
    private final String suggestion;

    ErrorCode(String code, String message, String suggestion) {
        this.code = code;
        this.message = message;
        this.suggestion = suggestion;
    }

    /** As it crosses the wire, for example {@code BUSINESS.WORLD_NOT_FOUND}. */
    public String code() {
        return code;
    }

    /** What has happened, in the catalogue's words. */
    public String message() {
        return message;
    }

    /** What a person does next, in the catalogue's words. */
    public String suggestion() {
        return suggestion;
    }
}
