package org.bukkit.entity;

import org.bukkit.inventory.ItemStack;

/** What the plugin calls of Bukkit's interface of the same name: an item that lies in the world. */
public interface Item extends Entity {
    ItemStack getItemStack();
}
