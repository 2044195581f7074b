package dev.gatehouse.agent.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FrameRateTest {
    @Test
    void refusesWhatIsTooMuchInOneSecondAndTakesTheNext() {
        AtomicLong now = new AtomicLong();
        FrameRate rate = new FrameRate(now::get);
        for (int i = 0; i < FrameRate.MAX_PER_SECOND; i++) assertTrue(rate.allows());
        assertFalse(rate.allows());
        now.set(1_000_000_000L);
        assertTrue(rate.allows());
    }
}
