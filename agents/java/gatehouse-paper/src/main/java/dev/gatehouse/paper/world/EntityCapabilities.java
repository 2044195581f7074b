package dev.gatehouse.paper.world;

import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bukkit.Location;
import org.bukkit.Server;
import org.bukkit.World;
import org.bukkit.entity.Entity;
import org.bukkit.entity.Item;
import org.bukkit.entity.Player;

/** Entity capabilities: animals, monsters and dropped items in loaded chunks; players are excluded. */
@McpProvider(id = "paper-entities", name = "Entities")
public final class EntityCapabilities {
    private final Server server;

    public EntityCapabilities(Server server) {
        this.server = server;
    }

    record Stack(String type, int amount) {}

    record Listed(String id, String type, Optional<String> name, Positions.Position location, Optional<Stack> item) {}

    record EntityList(List<Listed> entities, int total) {}

    record Removal(int removed) {}

    @McpContext(id = "entity.list", name = "Entities")
    public EntityList list(
            @Param(name = "worldName", required = true) String worldName,
            @Param(name = "type") Optional<String> type,
            @Param(name = "center") Optional<Positions.BlockPosition> center,
            @Param(name = "radius", defaultValue = "64") double radius,
            @Param(name = "limit", defaultValue = "100") int limit) {
        World world = Positions.world(server, worldName);
        Stream<Entity> all = world.getEntities().stream().filter(entity -> !(entity instanceof Player));
        if (type.isPresent()) all = all.filter(entity -> typeOf(entity).equals(type.get()));
        if (center.isPresent()) {
            Positions.BlockPosition middle = center.get();
            double most = radius * radius;
            all = all.filter(entity -> squaredDistance(entity, middle) <= most)
                    .sorted(Comparator.comparingDouble(entity -> squaredDistance(entity, middle)));
        }
        List<Entity> found = all.toList();
        return new EntityList(found.stream().limit(limit).map(EntityCapabilities::listed).toList(), found.size());
    }

    @McpAction(id = "entity.remove", name = "Remove entities")
    public Removal remove(
            @Param(name = "worldName", required = true) String worldName,
            @Param(name = "entityIds", required = true) Set<String> entityIds,
            @Param(name = "reason") String reason) {
        List<Entity> meant =
                Positions.world(server, worldName).getEntities().stream()
                        .filter(entity -> !(entity instanceof Player))
                        .filter(entity -> entityIds.contains(entity.getUniqueId().toString()))
                        .toList();
        meant.forEach(Entity::remove);
        return new Removal(meant.size());
    }

    private static Listed listed(Entity entity) {
        Optional<Stack> stack =
                entity instanceof Item item
                        ? Optional.of(
                                new Stack(
                                        item.getItemStack().getType().getKey().toString(), item.getItemStack().getAmount()))
                        : Optional.empty();
        return new Listed(
                entity.getUniqueId().toString(), typeOf(entity), Optional.ofNullable(entity.getCustomName()),
                Positions.of(entity.getLocation()), stack);
    }

    private static String typeOf(Entity entity) {
        return entity.getType().getKey().toString();
    }

    private static double squaredDistance(Entity entity, Positions.BlockPosition middle) {
        Location at = entity.getLocation();
        double x = at.getX() - middle.x();
        double y = at.getY() - middle.y();
        double z = at.getZ() - middle.z();
        return x * x + y * y + z * z;
    }
}
