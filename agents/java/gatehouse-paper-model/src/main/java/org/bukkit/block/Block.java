package org.bukkit.block;

import org.bukkit.Material;
import org.bukkit.World;
import org.bukkit.block.data.BlockData;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface Block {
    World getWorld();

    int getX();

    int getY();

    int getZ();

    Material getType();

    BlockData getBlockData();

    void setBlockData(BlockData data);

    BlockState getState();
}
