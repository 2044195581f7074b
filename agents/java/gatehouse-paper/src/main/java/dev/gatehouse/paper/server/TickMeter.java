package dev.gatehouse.paper.server;

import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpProvider;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.bukkit.Server;

/**
 * How fast the server ticks: what Paper measures, elsewhere counted. Runs each tick; read from any thread.
 *
 * <p>It falls behind below 15 ticks a second, and is well again from 18 on.
 */
@McpProvider(id = "paper-ticks", name = "Ticks")
public final class TickMeter implements Runnable {
    private static final double MOST = 20;
    private static final double FALLS_BEHIND = 15;
    private static final double IS_WELL = 18;
    private static final int EVERY_TICKS = 20;

    private final Server server;
    private final boolean isMeasured;
    private volatile EventPublisher<TickHealth> publisher = ignored -> {};
    private volatile double tps = MOST;
    private volatile double tickMilliseconds;
    private volatile int onlinePlayers;
    private volatile boolean healthy = true;
    private long since;
    private int ticks;

    /** @param server this one */
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
        tps = Math.min(MOST, isMeasured ? server.getTPS()[0] : counted);
        if (isMeasured) tickMilliseconds = server.getAverageTickTime();
        boolean isWell = healthy ? tps >= FALLS_BEHIND : tps >= IS_WELL;
        if (isWell == healthy) return;
        healthy = isWell;
        publisher.publish(
                new TickHealth(
                        tps, tickMilliseconds(), isWell, Instant.now().truncatedTo(ChronoUnit.MILLIS).toString()));
    }

    /** Ticks a second, 20 at most. */
    public double tps() {
        return tps;
    }

    /** Milliseconds of a tick on average, where the server measures it. */
    public Optional<Double> tickMilliseconds() {
        return isMeasured ? Optional.of(tickMilliseconds) : Optional.empty();
    }

    /** As of the last second. */
    public int onlinePlayers() {
        return onlinePlayers;
    }

    /** Whether it keeps up. */
    public boolean isHealthy() {
        return healthy;
    }

    /** Spigot's server has neither. */
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
