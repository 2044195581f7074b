package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that changes something. See docs/protocol.md#agents-sdk.
 *
 * <p>Parameters and results are those of {@link McpContext}. An action outside the core catalogue must name its
 * permissions; otherwise the agent does not start.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpAction {
    /** An id of the core catalogue, or {@code ext.PROVIDER.NAME}; at most 64 characters. */
    String id();

    /** Display name. */
    String name();

    /** What it changes, for people and models. */
    String description() default "";

    /** Semantic version of the capability. */
    String version() default "1.0.0";

    /** Risk of the action. For an id of the core catalogue, only a level above the catalogue's has an effect. */
    RiskLevel risk() default RiskLevel.MEDIUM;

    /** Whether it can be undone. */
    boolean rollbackSupported() default false;

    /** Whether a snapshot must be taken before it; see {@link SnapshotKeeper}. */
    boolean snapshotRequired() default false;

    /** Permissions it needs. */
    String[] permissions() default {};

    /** Search keywords. */
    String[] tags() default {};
}
