package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Example of a call. Models read it, and {@code gatehouse check} calls the capability with it. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(McpExample.List.class)
public @interface McpExample {
    /** Name of the example, at most 256 characters. */
    String name();

    /** Arguments as a JSON object. */
    String parameters() default "{}";

    /** Response as a JSON object; optional. */
    String response() default "";

    /** Several examples of one method. */
    @Documented
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface List {
        /** The examples. */
        McpExample[] value();
    }
}
