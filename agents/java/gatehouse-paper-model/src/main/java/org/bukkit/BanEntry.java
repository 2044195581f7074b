package org.bukkit;

/**
 * Bukkit's interface, which plugins only reference.
 *
 * @param <T> what is banned
 */
public interface BanEntry<T> {}
