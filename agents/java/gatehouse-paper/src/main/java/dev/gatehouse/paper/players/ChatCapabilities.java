package dev.gatehouse.paper.players;

import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import org.bukkit.Server;
import org.bukkit.entity.Player;

/** Sends messages to all players. */
@McpProvider(id = "paper-chat", name = "Chat")
public final class ChatCapabilities {
    private final Server server;

    public ChatCapabilities(Server server) {
        this.server = server;
    }

    record Broadcast(int recipients) {}

    @McpAction(id = "chat.broadcast", name = "Broadcast")
    public Broadcast broadcast(@Param(name = "message", required = true) String message) {
        String text = PlainText.of(message);
        for (Player player : server.getOnlinePlayers()) player.sendMessage(text);
        server.getConsoleSender().sendMessage(text);
        return new Broadcast(server.getOnlinePlayers().size());
    }
}
