package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Rate limit of a capability. See docs/protocol.md#manifest-rate-limit. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpRateLimit {
    /** Calls per period, at least 1; for an event, subscriptions. */
    int value();

    /** {@code second}, {@code minute}, {@code hour}, {@code day} or {@code connection}. */
    String per() default "minute";
}
