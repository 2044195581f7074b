package org.bukkit.plugin;

import org.bukkit.event.Listener;

/** What the plugin calls of Bukkit's interface of the same name. */
public interface PluginManager {
    Plugin getPlugin(String name);

    void registerEvents(Listener listener, Plugin plugin);

    void enablePlugin(Plugin plugin);

    void disablePlugin(Plugin plugin);
}
