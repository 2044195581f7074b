package dev.gatehouse.agent;

/**
 * Who calls, as the gateway says it. A capability that wants it takes it as a parameter. See
 * docs/protocol.md#frames-request.
 *
 * @param caller who asks, at most 256 characters; null when the gateway does not say
 * @param sessionId of the caller; null when the gateway does not say
 * @param traceId that ties the call to the gateway's log; null when the gateway does not say
 */
public record CallContext(String caller, String sessionId, String traceId) {}
