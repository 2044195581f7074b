package org.bukkit;

import java.io.File;
import java.util.List;
import org.bukkit.block.Block;
import org.bukkit.entity.Entity;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface World {
    String getName();

    int getMinHeight();

    int getMaxHeight();

    long getTime();

    void setTime(long time);

    long getFullTime();

    void setFullTime(long time);

    boolean hasStorm();

    void setStorm(boolean hasStorm);

    boolean isThundering();

    void setThundering(boolean thundering);

    int getWeatherDuration();

    void setWeatherDuration(int duration);

    int getThunderDuration();

    void setThunderDuration(int duration);

    boolean isGameRule(String rule);

    String getGameRuleValue(String rule);

    boolean setGameRuleValue(String rule, String value);

    boolean isChunkGenerated(int x, int z);

    Block getBlockAt(int x, int y, int z);

    List<Entity> getEntities();

    boolean isAutoSave();

    void setAutoSave(boolean value);

    File getWorldFolder();
}
