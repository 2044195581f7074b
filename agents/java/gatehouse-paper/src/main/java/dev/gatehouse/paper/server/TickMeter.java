package dev.gatehouse.paper.server;

import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpProvider;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.bukkit.Server;

/**
 * Measures the tick rate, from Paper where available, otherwise by counting. Runs each tick; read from any thread.
 *
 * <p>The server counts as unhealthy below 15 ticks per second, and as healthy again from 18.
 */
@McpProvider(id = "paper-ticks", name = "Ticks")
public final class TickMeter implements Runnable {
    private static final double MAX_TPS = 20;
    private static final double BEHIND_TPS = 15;
    private static final double RECOVERED_TPS = 18;
    private static final int EVERY_TICKS = 20;

    private final Server server;
    private final boolean isMeasured;
    private volatile EventPublisher<TickHealth> publisher = ignored -> {};
    private volatile double tps = MAX_TPS;
    private volatile double tickMilliseconds;
    private volatile int onlinePlayers;
    private volatile boolean healthy = true;
    private long since;
    private int ticks;

    public TickMeter(Server server) {
        this.server = server;
        isMeasured = hasPaperMeasures();
    }

    record TickHealth(double tps, Optional<Double> tickMilliseconds, boolean healthy, String timestamp) {}

    @McpEvent(id = "world.tick.health", name = "Tick health")
    void publish(EventPublisher<TickHealth> publishing) {
        publisher = publishing;
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        if (ticks == 0) since = now;
        if (ticks++ < EVERY_TICKS) return;
        double counted = EVERY_TICKS / ((now - since) / 1e9);
        ticks = 0;
        onlinePlayers = server.getOnlinePlayers().size();
        tps = Math.min(MAX_TPS, isMeasured ? server.getTPS()[0] : counted);
        if (isMeasured) tickMilliseconds = server.getAverageTickTime();
        boolean isHealthyNow = healthy ? tps >= BEHIND_TPS : tps >= RECOVERED_TPS;
        if (isHealthyNow == healthy) return;
        healthy = isHealthyNow;
        publisher.publish(
                new TickHealth(
                        tps, tickMilliseconds(), isHealthyNow, Instant.now().truncatedTo(ChronoUnit.MILLIS).toString()));
    }

    /** Ticks per second, at most 20. */
    public double tps() {
        return tps;
    }

    /** Average milliseconds per tick, if the server measures it. */
    public Optional<Double> tickMilliseconds() {
        return isMeasured ? Optional.of(tickMilliseconds) : Optional.empty();
    }

    /** Number of online players, updated every second. */
    public int onlinePlayers() {
        return onlinePlayers;
    }

    /** Whether the server keeps up. */
    public boolean isHealthy() {
        return healthy;
    }

    /** Spigot has none of these methods. */
    private static boolean hasPaperMeasures() {
        try {
            Server.class.getMethod("getTPS");
            Server.class.getMethod("getAverageTickTime");
            return true;
        } catch (NoSuchMethodException spigot) {
            return false;
        }
    }
}
