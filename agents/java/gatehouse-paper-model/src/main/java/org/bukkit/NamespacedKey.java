package org.bukkit;

/** The part of Bukkit's class of the same name that plugins use. */
public final class NamespacedKey {
    private final String text;

    public NamespacedKey(String namespace, String key) {
        text = namespace + ":" + key;
    }

    @Override
    public String toString() {
        return text;
    }
}
