package dev.gatehouse.agent;

import java.util.Locale;

/** How dangerous an action is. Specification 1, section 6.1. */
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
