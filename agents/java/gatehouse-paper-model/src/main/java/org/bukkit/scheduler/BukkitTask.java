package org.bukkit.scheduler;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface BukkitTask {
    void cancel();
}
