package dev.gatehouse.paper.world;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.Param;
import org.bukkit.Location;
import org.bukkit.Server;
import org.bukkit.World;
import org.bukkit.block.Block;

/** Converts positions between the wire format and Bukkit. See docs/protocol.md#common-types. */
public final class Positions {
    private static final int CHUNK_BITS = 4;

    private Positions() {}

    /** Position of an entity. */
    public record Position(
            @Param(required = true) String world,
            @Param(required = true) double x,
            @Param(required = true) double y,
            @Param(required = true) double z,
            @Param(defaultValue = "0") float yaw,
            @Param(defaultValue = "0") float pitch) {}

    /** Position of a block. */
    public record BlockPosition(String world, int x, int y, int z) {}

    public static Position of(Location at) {
        return new Position(at.getWorld().getName(), at.getX(), at.getY(), at.getZ(), at.getYaw(), at.getPitch());
    }

    public static BlockPosition of(Block block) {
        return new BlockPosition(block.getWorld().getName(), block.getX(), block.getY(), block.getZ());
    }

    /** @throws McpException when there is no such world */
    public static Location location(Server server, Position at) {
        return new Location(world(server, at.world()), at.x(), at.y(), at.z(), at.yaw(), at.pitch());
    }

    /** @throws McpException when there is no such world */
    public static World world(Server server, String name) {
        World world = server.getWorld(name);
        if (world == null) throw new McpException(ErrorCode.WORLD_NOT_FOUND, "There is no such world.");
        return world;
    }

    /**
     * A block in a generated chunk: generating one would block the main thread for seconds.
     *
     * @throws McpException when the world does not exist, the height is invalid, or the chunk is not generated
     */
    public static Block block(Server server, BlockPosition at) {
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
