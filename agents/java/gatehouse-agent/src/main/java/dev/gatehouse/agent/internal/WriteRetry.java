package dev.gatehouse.agent.internal;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Ensures that the queued frames of a connection are written.
 *
 * <p>Java-WebSocket 1.6.0 loses a wake-up: its selector thread finds the queue empty, another thread queues a frame and asks
 * to write, and then the selector thread registers for reading only. That frame would wait for the next one.
 */
final class WriteRetry {
    private static final long MIN_DELAY_MS = 2;
    /** The delay grows, because a gateway that reads slowly is not a lost wake-up. */
    private static final long MAX_DELAY_MS = 128;

    private final ScheduledExecutorService timer;
    private final BooleanSupplier isWaiting;
    private final Runnable demandWrite;
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private volatile long delayMs = MIN_DELAY_MS;

    /**
     * @param isWaiting whether something is queued
     * @param demandWrite requests the selector thread to write
     */
    WriteRetry(ScheduledExecutorService timer, BooleanSupplier isWaiting, Runnable demandWrite) {
        this.timer = timer;
        this.isWaiting = isWaiting;
        this.demandWrite = demandWrite;
    }

    /** Call after queueing a frame. */
    void onQueued() {
        if (!isScheduled.compareAndSet(false, true)) return;
        try {
            timer.schedule(this::checkQueue, delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            // The agent closes all connections.
        }
    }

    private void checkQueue() {
        isScheduled.set(false);
        if (!isWaiting.getAsBoolean()) {
            delayMs = MIN_DELAY_MS;
            return;
        }
        demandWrite.run();
        delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
        onQueued();
    }
}
