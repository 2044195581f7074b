package dev.gatehouse.agent;

/**
 * Why something was refused, as callers read it. Specification 1, section 5.2.
 *
 * <p>Generated from src-main/contract/error-catalogue.ts by {@code npm run generate}. Do not edit.
 */
public enum ErrorCode {
    /** Something went wrong inside Gatehouse. */
    INTERNAL_ERROR(
            "SYSTEM.INTERNAL_ERROR",
            "Something went wrong inside Gatehouse.",
            "Try again. If it happens again, look into the log file and report it."),
    /** The Minecraft server cannot be reached. */
    SERVICE_UNAVAILABLE(
            "SYSTEM.SERVICE_UNAVAILABLE",
            "The Minecraft server cannot be reached.",
            "Check that the server and its agent are running, then try again."),
    /** The Minecraft server did not answer in time. */
    TIMEOUT(
            "SYSTEM.TIMEOUT",
            "The Minecraft server did not answer in time.",
            "It may or may not have done what was asked: read the state before trying again."),
    /** Too many calls in a short time. */
    RATE_LIMITED(
            "SYSTEM.RATE_LIMITED",
            "Too many calls in a short time.",
            "Wait as long as details.retryAfterMs says, then try again."),
    /** Gatehouse is stopping or paused. */
    MAINTENANCE(
            "SYSTEM.MAINTENANCE",
            "Gatehouse is stopping or paused.",
            "Try again when it runs."),
    /** The settings file cannot be written, so nothing was changed. */
    SETTINGS_UNWRITABLE(
            "SYSTEM.SETTINGS_UNWRITABLE",
            "The settings file cannot be written, so nothing was changed.",
            "Look whether the disk is full and whether the file may be written, then try again."),
    /** The request is not well-formed. */
    INVALID_REQUEST(
            "PROTOCOL.INVALID_REQUEST",
            "The request is not well-formed.",
            "Correct what details names and send it again."),
    /** The Minecraft server answered something that cannot be understood. */
    INVALID_RESPONSE(
            "PROTOCOL.INVALID_RESPONSE",
            "The Minecraft server answered something that cannot be understood.",
            "It may or may not have done what was asked. Update the agent of that server."),
    /** No server offers this capability. */
    CAPABILITY_NOT_FOUND(
            "PROTOCOL.CAPABILITY_NOT_FOUND",
            "No server offers this capability.",
            "List the capabilities and use one of those."),
    /** No such server. */
    SERVER_NOT_FOUND(
            "PROTOCOL.SERVER_NOT_FOUND",
            "No such server.",
            "Use one of the servers that details.servers lists."),
    /** The versions do not fit together. */
    VERSION_MISMATCH(
            "PROTOCOL.VERSION_MISMATCH",
            "The versions do not fit together.",
            "Update the older side."),
    /** The arguments are not what the capability takes. */
    SCHEMA_VALIDATION_FAILED(
            "PROTOCOL.SCHEMA_VALIDATION_FAILED",
            "The arguments are not what the capability takes.",
            "Correct the arguments that details.errors lists and call again."),
    /** A capability of this type cannot be called. */
    UNSUPPORTED_TYPE(
            "PROTOCOL.UNSUPPORTED_TYPE",
            "A capability of this type cannot be called.",
            "Call a context or an action; subscribe to an event."),
    /** A bearer token is needed. */
    UNAUTHORIZED(
            "AUTH.UNAUTHORIZED",
            "A bearer token is needed.",
            "Connect through the stdio bridge, or send the token of the endpoint file."),
    /** The token has expired. */
    TOKEN_EXPIRED(
            "AUTH.TOKEN_EXPIRED",
            "The token has expired.",
            "Get a new token."),
    /** The token is wrong. */
    TOKEN_INVALID(
            "AUTH.TOKEN_INVALID",
            "The token is wrong.",
            "Compare it with the one the other side expects, and enter it again."),
    /** No authority vouches for the certificate of this server. */
    CERTIFICATE_UNKNOWN(
            "AUTH.CERTIFICATE_UNKNOWN",
            "No authority vouches for the certificate of this server.",
            "Compare details.fingerprint with the one the server shows. If it is the same, trust it in the window."),
    /** The server shows another certificate than the one that was trusted. */
    CERTIFICATE_CHANGED(
            "AUTH.CERTIFICATE_CHANGED",
            "The server shows another certificate than the one that was trusted.",
            "Somebody may stand in between. Trust the new one only when the owner of the server says that it changed."),
    /** This caller may not do that. */
    DENIED(
            "PERMISSION.DENIED",
            "This caller may not do that.",
            "The owner can grant the permission that details.missing names."),
    /** This needs a role that the caller does not have. */
    ROLE_REQUIRED(
            "PERMISSION.ROLE_REQUIRED",
            "This needs a role that the caller does not have.",
            "The owner can grant the role that details names."),
    /** A person must approve this, and nobody can be asked. */
    APPROVAL_REQUIRED(
            "PERMISSION.APPROVAL_REQUIRED",
            "A person must approve this, and nobody can be asked.",
            "Start the Gatehouse tray program where a person sits, then call again."),
    /** No such player. */
    PLAYER_NOT_FOUND(
            "BUSINESS.PLAYER_NOT_FOUND",
            "No such player.",
            "List the players and use a name exactly as it stands there."),
    /** The player is not online. */
    PLAYER_OFFLINE(
            "BUSINESS.PLAYER_OFFLINE",
            "The player is not online.",
            "Try again when the player has joined."),
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
    /** That is no place in this world. */
    INVALID_LOCATION(
            "BUSINESS.INVALID_LOCATION",
            "That is no place in this world.",
            "Choose a position inside the world."),
    /** The Minecraft server could not do it. */
    OPERATION_FAILED(
            "BUSINESS.OPERATION_FAILED",
            "The Minecraft server could not do it.",
            "Read what details says, and the state of the world, before trying again."),
    /** This is too dangerous to run here. */
    OPERATION_BLOCKED(
            "RISK.OPERATION_BLOCKED",
            "This is too dangerous to run here.",
            "Do it by hand on the server, or ask the owner."),
    /** A person is still thinking about it. */
    PENDING_APPROVAL(
            "RISK.PENDING_APPROVAL",
            "A person is still thinking about it.",
            "Ask again with the same arguments in a while."),
    /** A person said no. */
    APPROVAL_REJECTED(
            "RISK.APPROVAL_REJECTED",
            "A person said no.",
            "Do not try it again unless the person asks for it."),
    /** The owner denied several requests, so asking is paused. */
    ASKING_PAUSED(
            "RISK.ASKING_PAUSED",
            "The owner denied several requests, so asking is paused.",
            "Ask the person in the conversation what they want. Reading still works."),
    /** Nobody answered in time, so it was not done. */
    APPROVAL_EXPIRED(
            "RISK.APPROVAL_EXPIRED",
            "Nobody answered in time, so it was not done.",
            "Ask the person whether they want it, then call again."),
    /** The question was withdrawn before a person answered, so it was not done. */
    APPROVAL_WITHDRAWN(
            "RISK.APPROVAL_WITHDRAWN",
            "The question was withdrawn before a person answered, so it was not done.",
            "Call again if it is still wanted."),
    /** This question is closed: it was answered, has expired or was withdrawn. */
    APPROVAL_CLOSED(
            "RISK.APPROVAL_CLOSED",
            "This question is closed: it was answered, has expired or was withdrawn.",
            "Nothing needs to be done. The AI client can ask again."),
    /** What the server offers changed while a person looked at it, so nothing was accepted. */
    MANIFEST_CHANGED(
            "RISK.MANIFEST_CHANGED",
            "What the server offers changed while a person looked at it, so nothing was accepted.",
            "Read what it offers now, and accept that."),
    /** That was too quick to be meant. */
    APPROVAL_TOO_QUICK(
            "RISK.APPROVAL_TOO_QUICK",
            "That was too quick to be meant.",
            "Read the question in the pop-up, then approve it there."),
    /** Approving a critical action alone needs the name typed. */
    APPROVAL_NOT_TYPED(
            "RISK.APPROVAL_NOT_TYPED",
            "Approving a critical action alone needs the name typed.",
            "Type the name exactly as the request shows it, then approve."),
    /** It could not be undone. */
    ROLLBACK_FAILED(
            "RISK.ROLLBACK_FAILED",
            "It could not be undone.",
            "Compare the state of the world with the audit trail and set it right by hand.");

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
