package org.bukkit.entity;

import org.bukkit.NamespacedKey;

/** The part of Bukkit's enum of the same name that plugins use; a class here, because no constant is used. */
public final class EntityType {
    private final NamespacedKey key;

    public EntityType(NamespacedKey key) {
        this.key = key;
    }

    public NamespacedKey getKey() {
        return key;
    }
}
