package dev.gatehouse.agent.internal;

import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;

/** Numbers in the format of the TypeScript side: 20 and not 20.0, so that equal frames have equal bytes. */
final class Numbers {
    /** Largest integer that a double holds exactly. */
    static final long MAX_SAFE_INTEGER = 9_007_199_254_740_991L;

    private Numbers() {}

    /** @throws IllegalArgumentException for a value that JSON cannot represent */
    static JsonPrimitive json(double value) {
        if (!Double.isFinite(value)) throw new IllegalArgumentException(value + " cannot be written as JSON");
        return json(BigDecimal.valueOf(value));
    }

    static JsonPrimitive json(float value) {
        if (!Float.isFinite(value)) throw new IllegalArgumentException(value + " cannot be written as JSON");
        return json(new BigDecimal(Float.toString(value)));
    }

    static JsonPrimitive json(BigDecimal value) {
        if (value.signum() == 0) return new JsonPrimitive(0);
        BigDecimal plain = value.stripTrailingZeros();
        boolean isShort = plain.precision() - plain.scale() <= 21 && plain.scale() <= 20;
        return new JsonPrimitive(isShort ? new BigDecimal(plain.toPlainString()) : plain);
    }
}
