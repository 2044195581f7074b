package org.bukkit;

/** What the plugin names of Bukkit's interface. */
public interface OfflinePlayer {
    String getName();
}
