package dev.gatehouse.paper.players;

import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.paper.world.Positions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.bukkit.entity.Player;
import org.bukkit.event.EventHandler;
import org.bukkit.event.EventPriority;
import org.bukkit.event.Listener;
import org.bukkit.event.entity.PlayerDeathEvent;
import org.bukkit.event.player.AsyncPlayerChatEvent;
import org.bukkit.event.player.PlayerJoinEvent;
import org.bukkit.event.player.PlayerQuitEvent;

/** Events of players. Chat events come from other threads. */
@McpProvider(id = "paper-player-events", name = "Player events")
public final class PlayerEvents implements Listener {
    private volatile EventPublisher<Joined> joined = ignored -> {};
    private volatile EventPublisher<Left> left = ignored -> {};
    private volatile EventPublisher<Died> died = ignored -> {};
    private volatile EventPublisher<Said> said = ignored -> {};

    record Joined(
            String playerName, String playerUuid, String timestamp, Positions.Position location, boolean isFirstJoin) {}

    record Left(String playerName, String playerUuid, String timestamp) {}

    record Died(
            String playerName,
            String playerUuid,
            String timestamp,
            String cause,
            Optional<String> killer,
            Positions.Position location) {}

    record Said(String playerName, String playerUuid, String message, String timestamp) {}

    @McpEvent(id = "player.join", name = "Player joined")
    void publishJoined(EventPublisher<Joined> publisher) {
        joined = publisher;
    }

    @McpEvent(id = "player.leave", name = "Player left")
    void publishLeft(EventPublisher<Left> publisher) {
        left = publisher;
    }

    @McpEvent(id = "player.death", name = "Player died")
    void publishDied(EventPublisher<Died> publisher) {
        died = publisher;
    }

    @McpEvent(id = "player.chat", name = "Player said")
    void publishSaid(EventPublisher<Said> publisher) {
        said = publisher;
    }

    @EventHandler(priority = EventPriority.MONITOR)
    public void onJoin(PlayerJoinEvent event) {
        Player player = event.getPlayer();
        joined.publish(
                new Joined(
                        player.getName(), uuid(player), now(), Positions.of(player.getLocation()),
                        !player.hasPlayedBefore()));
    }

    @EventHandler(priority = EventPriority.MONITOR)
    public void onQuit(PlayerQuitEvent event) {
        left.publish(new Left(event.getPlayer().getName(), uuid(event.getPlayer()), now()));
    }

    @EventHandler(priority = EventPriority.MONITOR)
    public void onDeath(PlayerDeathEvent event) {
        Player player = event.getEntity();
        String cause = event.getDeathMessage() == null ? "died" : PlainText.of(event.getDeathMessage());
        died.publish(
                new Died(
                        player.getName(), uuid(player), now(), cause,
                        Optional.ofNullable(player.getKiller()).map(Player::getName), Positions.of(player.getLocation())));
    }

    @EventHandler(priority = EventPriority.MONITOR, ignoreCancelled = true)
    public void onChat(AsyncPlayerChatEvent event) {
        said.publish(new Said(event.getPlayer().getName(), uuid(event.getPlayer()), event.getMessage(), now()));
    }

    private static String uuid(Player player) {
        return player.getUniqueId().toString();
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
