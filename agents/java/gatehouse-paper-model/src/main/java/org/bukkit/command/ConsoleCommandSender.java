package org.bukkit.command;

/** What the plugin names of Bukkit's interface. */
public interface ConsoleCommandSender extends CommandSender {}
