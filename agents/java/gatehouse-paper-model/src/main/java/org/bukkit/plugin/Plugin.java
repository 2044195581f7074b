package org.bukkit.plugin;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface Plugin {
    String getName();

    boolean isEnabled();
}
