package dev.gatehouse.bench;

import dev.gatehouse.agent.Agent;
import dev.gatehouse.agent.AgentInfo;
import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import java.io.IOException;

/** The server of the benchmark: {@code BenchAgent agent} is an agent, {@code BenchAgent echo} a WebSocket echo. */
@McpProvider(id = "bench", name = "Benchmark")
public final class BenchAgent {
    private EventPublisher<Ticked> ticks;

    /** The echoed text. */
    public record Said(String text) {}

    /** Number of published events. */
    public record Burst(int count) {}

    /** An event of a burst. */
    public record Ticked(int number) {}

    private BenchAgent() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[0].equals("echo")) {
            Echo.serve();
        } else {
            Agent agent =
                    Agent.builder()
                            .info(new AgentInfo("bench", "Benchmark"))
                            .token(arguments[1])
                            .port(0)
                            .provider(new BenchAgent())
                            .start();
            System.out.println(agent.address());
        }
        // Ends with the process that started it.
        while (System.in.read() >= 0) continue;
    }

    @McpContext(id = "ext.bench.echo", name = "Echo")
    public Said echo(@Param(name = "text", required = true, maxLength = 1_024) String text) {
        return new Said(text);
    }

    @McpAction(id = "ext.bench.burst", name = "Burst", permissions = "mcp.action.ext.bench.burst")
    public Burst burst(@Param(name = "count", required = true, min = 1, max = 200) int count) {
        for (int number = 0; number < count; number++) ticks.publish(new Ticked(number));
        return new Burst(count);
    }

    @McpEvent(id = "ext.bench.ticked", name = "Ticked")
    void ticked(EventPublisher<Ticked> publisher) {
        ticks = publisher;
    }
}
