package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that receives the publisher of an event. See docs/protocol.md#agents-sdk.
 *
 * <p>It has one parameter, an {@link EventPublisher}, and returns nothing. The agent calls it once, when the provider
 * is added; the method stores the publisher, or registers a listener of the game that uses it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpEvent {
    /** An id of the core catalogue, or {@code ext.PROVIDER.NAME}; at most 64 characters. */
    String id();

    /** Display name. */
    String name();

    /** Description of the event. */
    String description() default "";

    /** Semantic version of the capability. */
    String version() default "1.0.0";

    /** Permissions it needs; default: {@code mcp.event.ID}. */
    String[] permissions() default {};

    /** Search keywords. */
    String[] tags() default {};
}
