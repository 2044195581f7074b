package org.bukkit.event.block;

import org.bukkit.block.Block;
import org.bukkit.entity.Player;

/** The part of Bukkit's class of the same name that plugins use. */
public class BlockPlaceEvent extends BlockEvent {
    private final Player player;

    public BlockPlaceEvent(Block block, Player player) {
        super(block);
        this.player = player;
    }

    public Player getPlayer() {
        return player;
    }
}
