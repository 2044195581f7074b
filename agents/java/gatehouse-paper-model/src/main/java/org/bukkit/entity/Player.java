package org.bukkit.entity;

import org.bukkit.GameMode;
import org.bukkit.OfflinePlayer;
import org.bukkit.command.CommandSender;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface Player extends Entity, CommandSender, OfflinePlayer {
    @Override
    String getName();

    double getHealth();

    int getFoodLevel();

    GameMode getGameMode();

    int getPing();

    String getLocale();

    boolean hasPlayedBefore();

    Player getKiller();

    void kickPlayer(String message);
}
