package org.bukkit.command;

/** Bukkit's interface, which plugins only reference. */
public interface ConsoleCommandSender extends CommandSender {}
