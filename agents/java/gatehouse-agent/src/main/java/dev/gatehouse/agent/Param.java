package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes an argument: a parameter of a method, or a component of a record that is one. See
 * docs/protocol.md#manifest-schemas.
 *
 * <p>A component without this annotation is required, unless it is an {@code Optional}.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
public @interface Param {
    /** Name on the wire; for a component of a record its own name when left out. */
    String name() default "";

    /** Whether a call without it is refused. */
    boolean required() default false;

    /** What it is, for people and models. */
    String description() default "";

    /** What it is when it is left out, as JSON: {@code "20"}, {@code "true"}, {@code "\"day\""}. */
    String defaultValue() default "";

    /** Smallest number that is allowed. */
    double min() default Double.NEGATIVE_INFINITY;

    /** Largest number that is allowed. */
    double max() default Double.POSITIVE_INFINITY;

    /** Fewest characters of a text, or members of a list. */
    int minLength() default 0;

    /** Most characters of a text, or members of a list. */
    int maxLength() default Integer.MAX_VALUE;

    /** Regular expression that a text must match. Keep it free of nested repetition: it is matched against text of anybody. */
    String pattern() default "";

    /** The only texts that are allowed. */
    String[] allowed() default {};
}
