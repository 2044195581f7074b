package dev.gatehouse.paper.pairing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The code with which a new gateway can pair: single use, valid for some minutes and for a million attempts.
 *
 * <p>With 31^8 codes and a million attempts, the chance to guess it is 1 in 850,000. Fewer attempts would let an unknown client
 * who sends wrong codes cancel the pairing.
 */
public final class PairingCodes {
    /** Prefix of every code, so that both sides recognize it. */
    public static final String PREFIX = "pair-";
    /** Characters of a code, including the prefix. */
    public static final int LENGTH = PREFIX.length() + 9;

    private static final String LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
    private static final int MAX_TRIES = 1_000_000;

    private final SecureRandom random = new SecureRandom();
    private final LongSupplier nanoTime;
    private byte[] code;
    private long expires;
    private int tries;

    /** @param nanoTime a monotonic clock */
    public PairingCodes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Issues a new code, which replaces the previous one. */
    public synchronized String issue(Duration lifetime) {
        StringBuilder made = new StringBuilder(PREFIX);
        for (int i = 0; i < 8; i++) {
            if (i == 4) made.append('-');
            made.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        code = bytes(made.toString());
        expires = nanoTime.getAsLong() + lifetime.toNanos();
        tries = 0;
        return made.toString();
    }

    /** Revokes the issued code. */
    synchronized void cancel() {
        code = null;
    }

    /** Whether this is the code, which is then consumed. Compares in constant time. */
    public synchronized boolean redeem(String given) {
        if (code == null) return false;
        if (nanoTime.getAsLong() - expires >= 0) {
            code = null;
            return false;
        }
        boolean isRight = MessageDigest.isEqual(bytes(given), code);
        tries += 1;
        if (isRight || tries >= MAX_TRIES) code = null;
        return isRight;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
