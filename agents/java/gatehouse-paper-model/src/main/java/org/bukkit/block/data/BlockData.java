package org.bukkit.block.data;

import org.bukkit.Material;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface BlockData {
    Material getMaterial();

    String getAsString();
}
