package org.bukkit.configuration.file;

import java.util.List;

/** What the plugin calls of Bukkit's class of the same name. */
public abstract class FileConfiguration {
    public abstract String getString(String path, String def);

    public abstract int getInt(String path, int def);

    public abstract boolean getBoolean(String path, boolean def);

    public abstract List<String> getStringList(String path);
}
