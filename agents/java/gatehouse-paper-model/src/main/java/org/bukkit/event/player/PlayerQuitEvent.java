package org.bukkit.event.player;

import org.bukkit.entity.Player;

/** Bukkit's class, which plugins only reference. */
public class PlayerQuitEvent extends PlayerEvent {
    public PlayerQuitEvent(Player player) {
        super(player);
    }
}
