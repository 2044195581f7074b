package dev.gatehouse.paper.pairing;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The code of /gatehouse pair. */
class PairingCodesTest {
    private final AtomicLong now = new AtomicLong();
    private final PairingCodes codes = new PairingCodes(now::get);

    @Test
    void worksOnceWithinItsTime() {
        String code = codes.issue(Duration.ofMinutes(10));
        now.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
        assertTrue(codes.redeem(code));
        assertFalse(codes.redeem(code));
        String late = codes.issue(Duration.ofMinutes(10));
        now.addAndGet(Duration.ofMinutes(10).toNanos());
        assertFalse(codes.redeem(late));
    }

    @Test
    void isNotCancelledBySomebodyWhoSendsWrongOnes() {
        String code = codes.issue(Duration.ofMinutes(10));
        for (int i = 0; i < 100_000; i++) assertFalse(codes.redeem("pair-2222-2222" + i));
        assertTrue(codes.redeem(code));
    }
}
