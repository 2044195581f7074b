package dev.gatehouse.model;

import org.bukkit.Location;
import org.bukkit.Material;
import org.bukkit.NamespacedKey;
import org.bukkit.entity.Item;
import org.bukkit.inventory.ItemStack;

/** A dropped item. */
final class ModelItem extends ModelEntity implements Item {
    private final ItemStack stack;

    ModelItem(String type, int amount, Location location) {
        super("item", location);
        stack = new ItemStack(new Material(new NamespacedKey("minecraft", type)), amount);
    }

    @Override
    public ItemStack getItemStack() {
        return stack;
    }
}
