package org.bukkit;

/** The part of Bukkit's enum of the same name that plugins use. */
public enum GameMode {
    CREATIVE,
    SURVIVAL,
    ADVENTURE,
    SPECTATOR
}
