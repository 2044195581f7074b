package dev.gatehouse.paper.world;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.Param;
import org.bukkit.Location;
import org.bukkit.Server;
import org.bukkit.World;
import org.bukkit.block.Block;

/** Places as they cross the wire, and as Bukkit has them. See docs/protocol.md#common-types. */
public final class Places {
    private static final int CHUNK_BITS = 4;

    private Places() {}

    /** Where somebody stands. */
    public record Place(
            @Param(required = true) String world,
            @Param(required = true) double x,
            @Param(required = true) double y,
            @Param(required = true) double z,
            @Param(defaultValue = "0") float yaw,
            @Param(defaultValue = "0") float pitch) {}

    /** Where a block is. */
    public record BlockPlace(String world, int x, int y, int z) {}

    /** As it crosses the wire. */
    public static Place place(Location at) {
        return new Place(at.getWorld().getName(), at.getX(), at.getY(), at.getZ(), at.getYaw(), at.getPitch());
    }

    /** As it crosses the wire. */
    public static BlockPlace place(Block block) {
        return new BlockPlace(block.getWorld().getName(), block.getX(), block.getY(), block.getZ());
    }

    /** @throws McpException when there is no such world */
    public static Location location(Server server, Place at) {
        return new Location(world(server, at.world()), at.x(), at.y(), at.z(), at.yaw(), at.pitch());
    }

    /** @throws McpException when there is no such world */
    public static World world(Server server, String name) {
        World world = server.getWorld(name);
        if (world == null) throw new McpException(ErrorCode.WORLD_NOT_FOUND, "There is no such world.");
        return world;
    }

    /**
     * The block at a place where somebody has been: making new land takes seconds of the main thread.
     *
     * @throws McpException when there is no such world, height or land
     */
    public static Block block(Server server, BlockPlace at) {
        World world = world(server, at.world());
        if (at.y() < world.getMinHeight() || at.y() >= world.getMaxHeight()) {
            throw new McpException(ErrorCode.INVALID_LOCATION, "There are no blocks at that height.");
        }
        if (!world.isChunkGenerated(at.x() >> CHUNK_BITS, at.z() >> CHUNK_BITS)) {
            throw new McpException(ErrorCode.INVALID_LOCATION, "Nobody has been there, so there is no land yet.");
        }
        return world.getBlockAt(at.x(), at.y(), at.z());
    }
}
