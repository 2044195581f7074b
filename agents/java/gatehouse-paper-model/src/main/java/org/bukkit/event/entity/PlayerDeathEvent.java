package org.bukkit.event.entity;

import org.bukkit.entity.Player;
import org.bukkit.event.Event;

/** The part of Bukkit's class of the same name that plugins use. */
public class PlayerDeathEvent extends Event {
    private final Player player;
    private final String message;

    public PlayerDeathEvent(Player player, String message) {
        this.player = player;
        this.message = message;
    }

    public Player getEntity() {
        return player;
    }

    public String getDeathMessage() {
        return message;
    }
}
