package org.bukkit.plugin.java;

import dev.gatehouse.model.ModelConfiguration;
import dev.gatehouse.model.PluginHome;
import java.io.File;
import java.io.InputStream;
import java.util.List;
import java.util.logging.Logger;
import org.bukkit.Server;
import org.bukkit.command.Command;
import org.bukkit.command.CommandSender;
import org.bukkit.configuration.file.FileConfiguration;
import org.bukkit.plugin.Plugin;
import org.bukkit.plugin.PluginDescriptionFile;

/** The part of Bukkit's class of the same name that plugins use. */
public abstract class JavaPlugin implements Plugin {
    private final PluginHome home = PluginHome.ofTheOneBeingLoaded();
    private FileConfiguration configuration;

    @Override
    public final String getName() {
        return home.description().getName();
    }

    @Override
    public final boolean isEnabled() {
        return home.isEnabled();
    }

    public final Server getServer() {
        return home.server();
    }

    public final File getDataFolder() {
        return home.folder();
    }

    public final PluginDescriptionFile getDescription() {
        return home.description();
    }

    public Logger getLogger() {
        return Logger.getLogger(getName());
    }

    public InputStream getResource(String filename) {
        return home.resource(filename);
    }

    public FileConfiguration getConfig() {
        if (configuration == null) reloadConfig();
        return configuration;
    }

    public void reloadConfig() {
        configuration = ModelConfiguration.of(home);
    }

    public void saveDefaultConfig() {
        home.saveResource("config.yml");
    }

    public void onLoad() {}

    public void onEnable() {}

    public void onDisable() {}

    public boolean onCommand(CommandSender sender, Command command, String label, String[] args) {
        return false;
    }

    public List<String> onTabComplete(CommandSender sender, Command command, String alias, String[] args) {
        return null;
    }
}
