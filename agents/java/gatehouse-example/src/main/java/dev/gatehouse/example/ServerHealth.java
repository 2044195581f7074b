package dev.gatehouse.example;

import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpProvider;

/** A capability of the core catalogue: the catalogue's manifest is used, not the annotations here. */
@McpProvider(id = "example-core", name = "Example core")
public final class ServerHealth {
    /** Ticks per second. */
    public record Tps(double tps) {}

    @McpContext(id = "world.tps.get", name = "Read the ticks per second")
    public Tps tps() {
        return new Tps(20);
    }
}
