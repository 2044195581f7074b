package org.bukkit;

/**
 * What the plugin names of Bukkit's interface.
 *
 * @param <T> what is banned
 */
public interface BanEntry<T> {}
