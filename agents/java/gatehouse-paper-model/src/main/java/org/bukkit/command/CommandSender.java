package org.bukkit.command;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface CommandSender {
    String getName();

    void sendMessage(String message);

    boolean hasPermission(String name);
}
