package dev.gatehouse.paper.players;

import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import org.bukkit.Server;
import org.bukkit.entity.Player;

/** Sends messages to all players. */
@McpProvider(id = "paper-chat", name = "Chat")
public final class ChatCapabilities {
    /** Begins every text of an AI, so that it is not mistaken for a player's or the server's. */
    private static final String FROM_AI = "[AI] ";

    private final Server server;

    public ChatCapabilities(Server server) {
        this.server = server;
    }

    record Broadcast(int recipients) {}

    @McpAction(id = "chat.broadcast", name = "Broadcast")
    public Broadcast broadcast(@Param(name = "message", required = true) String message) {
        String text = FROM_AI + PlainText.of(message).strip().replaceAll(" {2,}", " ");
        for (Player player : server.getOnlinePlayers()) player.sendMessage(text);
        server.getConsoleSender().sendMessage(text);
        return new Broadcast(server.getOnlinePlayers().size());
    }
}
