package org.bukkit.plugin;

/** What the plugin calls of Bukkit's interface of the same name. */
public interface Plugin {
    String getName();

    boolean isEnabled();
}
