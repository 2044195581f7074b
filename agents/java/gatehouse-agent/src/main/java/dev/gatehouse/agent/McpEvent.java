package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that is given the publisher of an event. See docs/protocol.md#agents-sdk.
 *
 * <p>It takes one {@link EventPublisher} and returns nothing. The agent calls it once, when the provider is added; the
 * method keeps the publisher, or registers a listener with the game that uses it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpEvent {
    /** An id of the core catalogue, or {@code ext.PROVIDER.NAME}; at most 64 characters. */
    String id();

    /** Name that people read. */
    String name();

    /** What has happened when it is published. */
    String description() default "";

    /** Semantic version of the capability. */
    String version() default "1.0.0";

    /** Permissions it needs; {@code mcp.event.ID} when left out. */
    String[] permissions() default {};

    /** Words to find it by. */
    String[] tags() default {};
}
