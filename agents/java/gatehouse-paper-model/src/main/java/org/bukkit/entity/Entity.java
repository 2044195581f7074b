package org.bukkit.entity;

import java.util.UUID;
import org.bukkit.Location;
import org.bukkit.World;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface Entity {
    UUID getUniqueId();

    EntityType getType();

    String getCustomName();

    Location getLocation();

    World getWorld();

    boolean teleport(Location location);

    void remove();
}
