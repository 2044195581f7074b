package org.bukkit.event;

/** Bukkit's enum of the same name. */
public enum EventPriority {
    LOWEST,
    LOW,
    NORMAL,
    HIGH,
    HIGHEST,
    MONITOR
}
