package org.bukkit.scheduler;

/** What the plugin calls of Bukkit's interface of the same name. */
public interface BukkitTask {
    void cancel();
}
