package org.bukkit.scheduler;

import org.bukkit.plugin.Plugin;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface BukkitScheduler {
    BukkitTask runTask(Plugin plugin, Runnable task);

    BukkitTask runTaskAsynchronously(Plugin plugin, Runnable task);

    BukkitTask runTaskTimer(Plugin plugin, Runnable task, long delay, long period);
}
