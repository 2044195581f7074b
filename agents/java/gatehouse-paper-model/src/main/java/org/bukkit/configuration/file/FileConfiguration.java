package org.bukkit.configuration.file;

import java.util.List;

/** The part of Bukkit's class of the same name that plugins use. */
public abstract class FileConfiguration {
    public abstract String getString(String path, String def);

    public abstract int getInt(String path, int def);

    public abstract boolean getBoolean(String path, boolean def);

    public abstract List<String> getStringList(String path);
}
