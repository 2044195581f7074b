package org.bukkit.entity;

import org.bukkit.NamespacedKey;

/** What the plugin calls of Bukkit's enum of the same name; a class here, because no constant is named. */
public final class EntityType {
    private final NamespacedKey key;

    public EntityType(NamespacedKey key) {
        this.key = key;
    }

    public NamespacedKey getKey() {
        return key;
    }
}
