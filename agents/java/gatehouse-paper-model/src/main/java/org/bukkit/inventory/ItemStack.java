package org.bukkit.inventory;

import org.bukkit.Material;

/** What the plugin calls of Bukkit's class of the same name. */
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
