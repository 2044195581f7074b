package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that reads and changes nothing. See docs/protocol.md#agents-sdk.
 *
 * <p>It takes parameters annotated with {@link Param}, and a {@link CallContext} where it wants one. It returns a record,
 * a {@code Map<String, ?>}, a {@code JsonObject}, a {@code CompletionStage} of one of these, or nothing.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpContext {
    /** An id of the core catalogue, or {@code ext.PROVIDER.NAME}; at most 64 characters. */
    String id();

    /** Name that people read. */
    String name();

    /** What it reads, for people and models. */
    String description() default "";

    /** Semantic version of the capability. */
    String version() default "1.0.0";

    /** Permissions it needs; {@code mcp.context.ID} when left out. */
    String[] permissions() default {};

    /** Words to find it by. */
    String[] tags() default {};
}
