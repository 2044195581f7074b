package org.bukkit.block.data;

import org.bukkit.Material;

/** What the plugin calls of Bukkit's interface of the same name. */
public interface BlockData {
    Material getMaterial();

    String getAsString();
}
