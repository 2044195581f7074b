package dev.gatehouse.agent.internal;

import java.util.function.LongSupplier;

/** How many frames a connection may send in a second. For one thread at a time. */
final class FrameRate {
    /** Frames in each second. */
    static final int MOST = 2_000;

    private static final long SECOND = 1_000_000_000L;

    private final LongSupplier nanoTime;
    private long began;
    private int count;

    FrameRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        began = nanoTime.getAsLong();
    }

    /** Counts one; false when there were too many in this second. */
    boolean takes() {
        long now = nanoTime.getAsLong();
        if (now - began >= SECOND) {
            began = now;
            count = 0;
        }
        return ++count <= MOST;
    }
}
