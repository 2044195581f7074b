package dev.gatehouse.paper.players;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpException;
import java.util.UUID;
import org.bukkit.Server;
import org.bukkit.entity.Player;

/** Finds online players. */
public final class OnlinePlayers {
    private OnlinePlayers() {}

    /** @throws McpException when no player with this name is online */
    public static Player find(Server server, String name) {
        Player player = server.getPlayerExact(name);
        if (player == null) throw new McpException(ErrorCode.PLAYER_OFFLINE, "This player is not online.");
        return player;
    }

    /** @throws McpException when this player is not online */
    public static Player find(Server server, UUID id) {
        Player player = server.getPlayer(id);
        if (player == null) throw new McpException(ErrorCode.PLAYER_OFFLINE, "This player is not online.");
        return player;
    }
}
