package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that only reads. See docs/protocol.md#agents-sdk.
 *
 * <p>It has parameters annotated with {@link Param}, and optionally a {@link CallContext}. It returns a record,
 * a {@code Map<String, ?>}, a {@code JsonObject}, a {@code CompletionStage} of one of these, or nothing.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpContext {
    /** An id of the core catalogue, or {@code ext.PROVIDER.NAME}; at most 64 characters. */
    String id();

    /** Display name. */
    String name();

    /** What it reads, for people and models. */
    String description() default "";

    /** Semantic version of the capability. */
    String version() default "1.0.0";

    /** Permissions it needs; default: {@code mcp.context.ID}. */
    String[] permissions() default {};

    /** Search keywords. */
    String[] tags() default {};
}
