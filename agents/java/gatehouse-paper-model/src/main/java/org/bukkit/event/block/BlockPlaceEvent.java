package org.bukkit.event.block;

import org.bukkit.block.Block;
import org.bukkit.entity.Player;

/** What the plugin calls of Bukkit's class of the same name. */
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
