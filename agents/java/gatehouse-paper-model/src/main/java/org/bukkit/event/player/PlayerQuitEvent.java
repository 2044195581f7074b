package org.bukkit.event.player;

import org.bukkit.entity.Player;

/** What the plugin names of Bukkit's class. */
public class PlayerQuitEvent extends PlayerEvent {
    public PlayerQuitEvent(Player player) {
        super(player);
    }
}
