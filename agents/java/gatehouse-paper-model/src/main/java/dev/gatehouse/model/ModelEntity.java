package dev.gatehouse.model;

import java.util.UUID;
import org.bukkit.Location;
import org.bukkit.NamespacedKey;
import org.bukkit.World;
import org.bukkit.entity.Entity;
import org.bukkit.entity.EntityType;

/** An entity in a world. */
class ModelEntity implements Entity {
    private final UUID id = UUID.randomUUID();
    private final String type;
    private Location location;

    ModelEntity(String type, Location location) {
        this.type = type;
        this.location = location;
    }

    @Override
    public UUID getUniqueId() {
        return id;
    }

    @Override
    public EntityType getType() {
        return new EntityType(new NamespacedKey("minecraft", type));
    }

    @Override
    public String getCustomName() {
        return null;
    }

    @Override
    public Location getLocation() {
        return location;
    }

    @Override
    public World getWorld() {
        return location.getWorld();
    }

    @Override
    public boolean teleport(Location to) {
        ServerThread.check();
        location = to;
        return true;
    }

    @Override
    public void remove() {
        ServerThread.check();
        ((ModelWorld) getWorld()).entities.remove(this);
    }
}
