package org.bukkit;

/** What the plugin calls of Bukkit's class of the same name. */
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
