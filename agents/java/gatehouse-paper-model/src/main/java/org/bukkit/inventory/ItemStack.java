package org.bukkit.inventory;

import org.bukkit.Material;

/** The part of Bukkit's class of the same name that plugins use. */
public class ItemStack {
    private final Material type;
    private final int amount;

    public ItemStack(Material type, int amount) {
        this.type = type;
        this.amount = amount;
    }

    public Material getType() {
        return type;
    }

    public int getAmount() {
        return amount;
    }
}
