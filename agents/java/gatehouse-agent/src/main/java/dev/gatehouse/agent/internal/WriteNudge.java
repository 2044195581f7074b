package dev.gatehouse.agent.internal;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Makes sure that what was queued for a connection is written.
 *
 * <p>Java-WebSocket 1.6.0 loses a wake-up: its selector thread finds the queue empty, another thread queues a frame and asks
 * to write, and then the selector thread says that it wants to read alone. That frame would wait for the next one.
 */
final class WriteNudge {
    private static final long FIRST_MS = 2;
    /** A gateway that reads slowly is no lost wake-up: it is asked for ever more rarely. */
    private static final long RAREST_MS = 128;

    private final ScheduledExecutorService timer;
    private final BooleanSupplier isWaiting;
    private final Runnable demandWrite;
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private volatile long delayMs = FIRST_MS;

    /**
     * @param isWaiting whether something is queued
     * @param demandWrite asks the selector thread to write
     */
    WriteNudge(ScheduledExecutorService timer, BooleanSupplier isWaiting, Runnable demandWrite) {
        this.timer = timer;
        this.isWaiting = isWaiting;
        this.demandWrite = demandWrite;
    }

    /** Something was queued. */
    void onQueued() {
        if (!isScheduled.compareAndSet(false, true)) return;
        try {
            timer.schedule(this::look, delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            // The agent closes all connections.
        }
    }

    private void look() {
        isScheduled.set(false);
        if (!isWaiting.getAsBoolean()) {
            delayMs = FIRST_MS;
            return;
        }
        demandWrite.run();
        delayMs = Math.min(2 * delayMs, RAREST_MS);
        onQueued();
    }
}
