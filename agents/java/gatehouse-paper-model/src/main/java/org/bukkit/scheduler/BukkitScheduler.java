package org.bukkit.scheduler;

import org.bukkit.plugin.Plugin;

/** What the plugin calls of Bukkit's interface of the same name. */
public interface BukkitScheduler {
    BukkitTask runTask(Plugin plugin, Runnable task);

    BukkitTask runTaskAsynchronously(Plugin plugin, Runnable task);

    BukkitTask runTaskTimer(Plugin plugin, Runnable task, long delay, long period);
}
