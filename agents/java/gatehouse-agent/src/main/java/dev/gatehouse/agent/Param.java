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
    /** Name on the wire; default: the name of the record component. */
    String name() default "";

    /** Whether a call without it is rejected. */
    boolean required() default false;

    /** Description for people and models. */
    String description() default "";

    /** Default value as JSON: {@code "20"}, {@code "true"}, {@code "\"day\""}. */
    String defaultValue() default "";

    /** Minimum of a number. */
    double min() default Double.NEGATIVE_INFINITY;

    /** Maximum of a number. */
    double max() default Double.POSITIVE_INFINITY;

    /** Minimum characters of a text, or elements of a list. */
    int minLength() default 0;

    /** Maximum characters of a text, or elements of a list. */
    int maxLength() default Integer.MAX_VALUE;

    /** Regular expression that a text must match. Avoid nested repetition: the text is untrusted. */
    String pattern() default "";

    /** Allowed texts. */
    String[] allowed() default {};
}
