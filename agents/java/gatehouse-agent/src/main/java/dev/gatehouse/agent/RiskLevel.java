package dev.gatehouse.agent;

import java.util.Locale;

/** How dangerous an action is. See docs/protocol.md#manifest-risk. */
public enum RiskLevel {
    /** Runs at once. */
    LOW,
    /** Runs at once, and is recorded in detail. */
    MEDIUM,
    /** One person approves it first. */
    HIGH,
    /** Several people approve it first. */
    CRITICAL;

    /** As manifests write it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
