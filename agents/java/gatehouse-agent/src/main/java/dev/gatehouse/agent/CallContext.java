package dev.gatehouse.agent;

/**
 * The caller, as reported by the gateway. A method of a capability may have it as a parameter. See
 * docs/protocol.md#frames-request.
 *
 * @param caller the caller, at most 256 characters; null when the gateway does not send it
 * @param sessionId session of the caller; null when the gateway does not send it
 * @param traceId id of the call in the gateway's log; null when the gateway does not send it
 */
public record CallContext(String caller, String sessionId, String traceId) {}
