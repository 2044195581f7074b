package org.bukkit.event.player;

import org.bukkit.entity.Player;
import org.bukkit.event.Event;

/** The part of Bukkit's class of the same name that plugins use. */
public abstract class PlayerEvent extends Event {
    private final Player player;

    protected PlayerEvent(Player player) {
        this.player = player;
    }

    public final Player getPlayer() {
        return player;
    }
}
