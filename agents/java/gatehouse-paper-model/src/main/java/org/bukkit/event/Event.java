package org.bukkit.event;

/** Bukkit's class, which plugins only reference. */
public abstract class Event {}
