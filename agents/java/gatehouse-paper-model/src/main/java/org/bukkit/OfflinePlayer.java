package org.bukkit;

/** Bukkit's interface, which plugins only reference. */
public interface OfflinePlayer {
    String getName();
}
