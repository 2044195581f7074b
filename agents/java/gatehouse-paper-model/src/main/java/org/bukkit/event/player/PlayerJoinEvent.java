package org.bukkit.event.player;

import org.bukkit.entity.Player;

/** What the plugin names of Bukkit's class. */
public class PlayerJoinEvent extends PlayerEvent {
    public PlayerJoinEvent(Player player) {
        super(player);
    }
}
