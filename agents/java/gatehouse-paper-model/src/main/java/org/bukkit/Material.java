package org.bukkit;

/** What the plugin calls of Bukkit's enum of the same name; a class here, because no constant is named. */
public final class Material {
    private final NamespacedKey key;

    public Material(NamespacedKey key) {
        this.key = key;
    }

    public NamespacedKey getKey() {
        return key;
    }
}
