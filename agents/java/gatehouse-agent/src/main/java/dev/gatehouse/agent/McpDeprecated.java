package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a capability that will be removed. See docs/protocol.md#manifest-deprecation. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpDeprecated {
    /** Version since which it is deprecated. */
    String since();

    /** Version in which it is removed. */
    String removalVersion();

    /** Reason of the removal. */
    String reason() default "";

    /** Id of the capability to use instead. */
    String replacement() default "";

    /** URL of a migration guide. */
    String migrationGuide() default "";
}
