package dev.gatehouse.agent.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queued frames are written although a wake-up was lost. */
class WriteRetryTest {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void asksAgainUntilTheQueueIsEmpty() throws Exception {
        AtomicInteger queued = new AtomicInteger(3);
        CountDownLatch written = new CountDownLatch(3);
        WriteRetry retry = new WriteRetry(timer, () -> queued.get() > 0, () -> {
            queued.decrementAndGet();
            written.countDown();
        });
        retry.onQueued();
        written.await();
        assertEquals(0, queued.get());
    }

    @Test
    void asksForNothingWhereNothingWaits() throws Exception {
        AtomicInteger demands = new AtomicInteger();
        CountDownLatch looked = new CountDownLatch(1);
        WriteRetry retry = new WriteRetry(
                timer,
                () -> {
                    looked.countDown();
                    return false;
                },
                demands::incrementAndGet);
        retry.onQueued();
        looked.await();
        assertEquals(0, demands.get());
    }
}
