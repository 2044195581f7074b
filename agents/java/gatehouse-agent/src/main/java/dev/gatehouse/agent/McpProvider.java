package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a class whose annotated methods are capabilities. See docs/protocol.md#agents-sdk. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpProvider {
    /** Unique id of the provider, 1 to 128 characters. */
    String id();

    /** Display name, 1 to 128 characters. */
    String name();

    /** Semantic version. */
    String version() default "1.0.0";

    /** Description for readers of the source; not sent to gateways. */
    String description() default "";
}
