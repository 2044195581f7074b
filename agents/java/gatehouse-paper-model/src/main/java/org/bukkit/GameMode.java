package org.bukkit;

/** What the plugin calls of Bukkit's enum of the same name. */
public enum GameMode {
    CREATIVE,
    SURVIVAL,
    ADVENTURE,
    SPECTATOR
}
