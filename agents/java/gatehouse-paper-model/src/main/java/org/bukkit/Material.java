package org.bukkit;

/** The part of Bukkit's enum of the same name that plugins use; a class here, because no constant is used. */
public final class Material {
    private final NamespacedKey key;

    public Material(NamespacedKey key) {
        this.key = key;
    }

    public NamespacedKey getKey() {
        return key;
    }
}
