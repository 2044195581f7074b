package dev.gatehouse.agent;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Reason for the risk of an action, shown to approvers. See docs/protocol.md#manifest-risk. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface McpRiskReason {
    /** One sentence, at most 1,024 characters. */
    String value();
}
