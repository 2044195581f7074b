package dev.gatehouse.agent.internal;

import java.util.function.LongSupplier;

/** Rate limit of the frames of a connection. Not thread-safe. */
final class FrameRate {
    /** Maximum frames per second. */
    static final int MAX_PER_SECOND = 2_000;

    private static final long SECOND = 1_000_000_000L;

    private final LongSupplier nanoTime;
    private long began;
    private int count;

    FrameRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        began = nanoTime.getAsLong();
    }

    /** Counts one frame; false when there were too many in this second. */
    boolean allows() {
        long now = nanoTime.getAsLong();
        if (now - began >= SECOND) {
            began = now;
            count = 0;
        }
        return ++count <= MAX_PER_SECOND;
    }
}
