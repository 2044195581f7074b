package org.bukkit.plugin;

/** Bukkit's enum of the same name. */
public enum ServicePriority {
    Lowest,
    Low,
    Normal,
    High,
    Highest
}
