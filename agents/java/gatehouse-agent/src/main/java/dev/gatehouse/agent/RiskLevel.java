package dev.gatehouse.agent;

import java.util.Locale;

/** Risk of an action. See docs/protocol.md#manifest-risk. */
public enum RiskLevel {
    /** Runs at once. */
    LOW,
    /** Runs at once, and is recorded in detail. */
    MEDIUM,
    /** One person approves it first. */
    HIGH,
    /** Several people approve it first. */
    CRITICAL;

    /** Name in a manifest. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
