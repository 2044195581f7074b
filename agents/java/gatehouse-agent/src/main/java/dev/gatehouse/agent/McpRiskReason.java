package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says why an action is as dangerous as it is. Who approves it reads this. See docs/protocol.md#manifest-risk. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpRiskReason {
    /** One sentence, at most 1,024 characters. */
    String value();
}
