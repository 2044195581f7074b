package dev.gatehouse.paper.world;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import java.util.Map;
import org.bukkit.Server;
import org.bukkit.block.Block;
import org.bukkit.block.data.BlockData;

/** Block capabilities. The manifests are those of the core catalogue. */
@McpProvider(id = "paper-blocks", name = "Blocks")
public final class BlockCapabilities {
    private final Server server;

    public BlockCapabilities(Server server) {
        this.server = server;
    }

    record BlockHere(Positions.BlockPosition location, String type, Map<String, String> states) {}

    record BlockChange(Positions.BlockPosition location, String previousType, String type) {}

    @McpContext(id = "world.block.get", name = "Block")
    public BlockHere block(@Param(name = "location", required = true) Positions.BlockPosition location) {
        Block block = Positions.block(server, location);
        return new BlockHere(
                Positions.of(block), typeOf(block.getBlockData()), BlockStates.of(block.getBlockData().getAsString()));
    }

    @McpAction(id = "world.block.set", name = "Set a block", rollbackSupported = true)
    public BlockChange setBlock(
            @Param(name = "location", required = true) Positions.BlockPosition location,
            @Param(name = "type", required = true) String type,
            @Param(name = "states") Map<String, String> states,
            @Param(name = "reason") String reason) {
        Block block = Positions.block(server, location);
        BlockData data = data(type, states == null ? Map.of() : states);
        String before = typeOf(block.getBlockData());
        block.setBlockData(data);
        return new BlockChange(Positions.of(block), before, typeOf(block.getBlockData()));
    }

    private BlockData data(String type, Map<String, String> states) {
        try {
            return server.createBlockData(BlockStates.write(type, states));
        } catch (IllegalArgumentException thrown) {
            throw new McpException(ErrorCode.OPERATION_FAILED, "There is no such block, or it has no such state.");
        }
    }

    private static String typeOf(BlockData data) {
        return data.getMaterial().getKey().toString();
    }
}
