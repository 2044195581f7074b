package org.bukkit;

import java.io.File;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.bukkit.block.data.BlockData;
import org.bukkit.command.CommandSender;
import org.bukkit.command.ConsoleCommandSender;
import org.bukkit.entity.Player;
import org.bukkit.plugin.PluginManager;
import org.bukkit.plugin.ServicesManager;
import org.bukkit.scheduler.BukkitScheduler;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface Server {
    String getName();

    String getBukkitVersion();

    int getMaxPlayers();

    Collection<? extends Player> getOnlinePlayers();

    Player getPlayerExact(String name);

    Player getPlayer(UUID id);

    List<World> getWorlds();

    World getWorld(String name);

    File getWorldContainer();

    PluginManager getPluginManager();

    ServicesManager getServicesManager();

    BukkitScheduler getScheduler();

    ConsoleCommandSender getConsoleSender();

    boolean dispatchCommand(CommandSender sender, String commandLine);

    <T extends BanList<?>> T getBanList(BanList.Type type);

    BlockData createBlockData(String data);

    /** Paper's; Spigot has none. */
    double[] getTPS();

    /** Paper's; Spigot has none. */
    double getAverageTickTime();
}
