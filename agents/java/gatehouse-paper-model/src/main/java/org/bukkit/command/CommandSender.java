package org.bukkit.command;

/** What the plugin calls of Bukkit's interface of the same name. */
public interface CommandSender {
    String getName();

    void sendMessage(String message);

    boolean hasPermission(String name);
}
