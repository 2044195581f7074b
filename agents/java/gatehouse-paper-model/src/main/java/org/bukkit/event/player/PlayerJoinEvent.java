package org.bukkit.event.player;

import org.bukkit.entity.Player;

/** Bukkit's class, which plugins only reference. */
public class PlayerJoinEvent extends PlayerEvent {
    public PlayerJoinEvent(Player player) {
        super(player);
    }
}
