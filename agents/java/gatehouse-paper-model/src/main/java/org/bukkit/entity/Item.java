package org.bukkit.entity;

import org.bukkit.inventory.ItemStack;

/** The part of Bukkit's interface of the same name that plugins use: an item that lies in the world. */
public interface Item extends Entity {
    ItemStack getItemStack();
}
