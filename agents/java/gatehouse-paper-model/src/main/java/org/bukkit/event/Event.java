package org.bukkit.event;

/** What the plugin names of Bukkit's class. */
public abstract class Event {}
