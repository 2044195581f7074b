package org.bukkit.plugin;

import org.bukkit.event.Listener;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface PluginManager {
    Plugin getPlugin(String name);

    void registerEvents(Listener listener, Plugin plugin);

    void enablePlugin(Plugin plugin);

    void disablePlugin(Plugin plugin);
}
