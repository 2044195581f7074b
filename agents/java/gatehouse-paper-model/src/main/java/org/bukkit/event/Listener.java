package org.bukkit.event;

/** Bukkit's interface of the same name. */
public interface Listener {}
