package org.bukkit.event.block;

import org.bukkit.block.Block;
import org.bukkit.event.Event;

/** The part of Bukkit's class of the same name that plugins use. */
public abstract class BlockEvent extends Event {
    private final Block block;

    protected BlockEvent(Block block) {
        this.block = block;
    }

    public final Block getBlock() {
        return block;
    }
}
