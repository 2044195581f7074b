package dev.gatehouse.agent;

/**
 * Health of the server. See docs/protocol.md#agents-heartbeat.
 *
 * @param healthy whether it works normally
 * @param tps ticks per second
 * @param onlinePlayers at least 0
 * @param memoryUsage 0 to 1
 */
public record Health(boolean healthy, double tps, int onlinePlayers, double memoryUsage) {}
