package dev.gatehouse.agent.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.Predicate;

/** The token that gateways must send. */
public final class Token implements Predicate<String> {
    private final byte[] expected;

    /** @param expected shared secret */
    public Token(String expected) {
        this.expected = expected.getBytes(StandardCharsets.UTF_8);
    }

    /** Compares in constant time for tokens of the same length. */
    @Override
    public boolean test(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected);
    }
}
