package dev.gatehouse.minestom;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import net.minestom.server.MinecraftServer;
import net.minestom.server.command.builder.Command;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.GameMode;
import net.minestom.server.entity.Player;
import net.minestom.server.event.GlobalEventHandler;
import net.minestom.server.event.player.AsyncPlayerConfigurationEvent;
import net.minestom.server.event.player.PlayerChatEvent;
import net.minestom.server.event.player.PlayerDeathEvent;
import net.minestom.server.event.player.PlayerDisconnectEvent;
import net.minestom.server.event.player.PlayerSpawnEvent;

/** The players and the chat. The manifests are those of the core catalogue. */
@McpProvider(id = "minestom-players", name = "Minestom players")
public final class Players {
    static final int MOST = 20;

    Players(World world) {
        GlobalEventHandler events = MinecraftServer.getGlobalEventHandler();
        events.addListener(
                AsyncPlayerConfigurationEvent.class,
                event -> {
                    event.setSpawningInstance(world.instance());
                    event.getPlayer().setRespawnPoint(new Pos(0.5, World.GROUND, 0.5));
                });
        events.addListener(PlayerSpawnEvent.class, event -> event.getPlayer().setGameMode(GameMode.CREATIVE));
        Command kill = new Command("kill");
        kill.setDefaultExecutor(
                (sender, context) -> {
                    if (sender instanceof Player player) player.kill();
                });
        MinecraftServer.getCommandManager().register(kill);
    }

    int count() {
        return MinecraftServer.getConnectionManager().getOnlinePlayerCount();
    }

    record Listed(String name, String uuid) {}

    record PlayerList(List<Listed> players, int online, int max) {}

    record Location(
            @Param(required = true) String world,
            @Param(required = true) double x,
            @Param(required = true) double y,
            @Param(required = true) double z,
            @Param(defaultValue = "0") float yaw,
            @Param(defaultValue = "0") float pitch) {
        static Location of(Pos at) {
            return new Location(World.NAME, at.x(), at.y(), at.z(), at.yaw(), at.pitch());
        }

        Pos position() {
            return new Pos(x, y, z, yaw, pitch);
        }
    }

    record Info(String name, String uuid, Location location, double health, double food, String gameMode, int ping) {}

    record Teleport(boolean success, Location previousLocation, Location newLocation) {}

    record Kick(boolean success, String playerName) {}

    record Broadcast(int recipients) {}

    record Joined(String playerName, String playerUuid, String timestamp, Location location) {}

    record Left(String playerName, String playerUuid, String timestamp) {}

    record Died(String playerName, String playerUuid, String timestamp, String cause, Location location) {}

    record Said(String playerName, String playerUuid, String message, String timestamp) {}

    @McpContext(id = "player.list", name = "Players")
    public PlayerList list() {
        List<Listed> players =
                MinecraftServer.getConnectionManager().getOnlinePlayers().stream()
                        .map(player -> new Listed(player.getUsername(), player.getUuid().toString()))
                        .sorted(Comparator.comparing(Listed::name))
                        .toList();
        return new PlayerList(players, players.size(), MOST);
    }

    @McpContext(id = "player.info.get", name = "Player")
    public Info info(@Param(name = "playerName", required = true) String playerName) {
        Player player = online(playerName);
        return new Info(
                player.getUsername(), player.getUuid().toString(), Location.of(player.getPosition()), player.getHealth(),
                player.getFood(), player.getGameMode().name().toLowerCase(Locale.ROOT), player.getLatency());
    }

    @McpAction(id = "player.teleport", name = "Teleport", rollbackSupported = true)
    public CompletableFuture<Teleport> teleport(
            @Param(name = "playerName", required = true) String playerName,
            @Param(name = "location", required = true) Location location,
            @Param(name = "reason") String reason) {
        Player player = online(playerName);
        World.mustBeHere(location.world());
        Location before = Location.of(player.getPosition());
        return player.teleport(location.position()).thenApply(done -> new Teleport(true, before, location));
    }

    @McpAction(id = "player.kick", name = "Kick")
    public Kick kick(
            @Param(name = "playerName", required = true) String playerName, @Param(name = "reason") String reason) {
        Player player = online(playerName);
        player.kick(Component.text(reason == null ? "You were kicked." : reason));
        return new Kick(true, player.getUsername());
    }

    @McpAction(id = "chat.broadcast", name = "Broadcast")
    public Broadcast broadcast(@Param(name = "message", required = true) String message) {
        var players = MinecraftServer.getConnectionManager().getOnlinePlayers();
        players.forEach(player -> player.sendMessage(Component.text("[AI] " + message)));
        return new Broadcast(players.size());
    }

    @McpEvent(id = "player.join", name = "Player joined")
    void joined(EventPublisher<Joined> publisher) {
        MinecraftServer.getGlobalEventHandler()
                .addListener(
                        PlayerSpawnEvent.class,
                        event -> {
                            Player player = event.getPlayer();
                            if (!event.isFirstSpawn()) return;
                            publisher.publish(
                                    new Joined(
                                            player.getUsername(), player.getUuid().toString(), now(),
                                            Location.of(player.getPosition())));
                        });
    }

    @McpEvent(id = "player.leave", name = "Player left")
    void left(EventPublisher<Left> publisher) {
        MinecraftServer.getGlobalEventHandler()
                .addListener(
                        PlayerDisconnectEvent.class,
                        event ->
                                publisher.publish(
                                        new Left(
                                                event.getPlayer().getUsername(),
                                                event.getPlayer().getUuid().toString(), now())));
    }

    @McpEvent(id = "player.death", name = "Player died")
    void died(EventPublisher<Died> publisher) {
        MinecraftServer.getGlobalEventHandler()
                .addListener(
                        PlayerDeathEvent.class,
                        event -> {
                            Player player = event.getPlayer();
                            publisher.publish(
                                    new Died(
                                            player.getUsername(), player.getUuid().toString(), now(),
                                            plain(event.getChatMessage()), Location.of(player.getPosition())));
                        });
    }

    @McpEvent(id = "player.chat", name = "Player said")
    void said(EventPublisher<Said> publisher) {
        MinecraftServer.getGlobalEventHandler()
                .addListener(
                        PlayerChatEvent.class,
                        event ->
                                publisher.publish(
                                        new Said(
                                                event.getPlayer().getUsername(),
                                                event.getPlayer().getUuid().toString(), event.getRawMessage(), now())));
    }

    /** @throws McpException when no player with this name is online */
    static Player online(String name) {
        Player player = MinecraftServer.getConnectionManager().getOnlinePlayerByUsername(name);
        if (player == null) throw new McpException(ErrorCode.PLAYER_OFFLINE, name + " is not online.");
        return player;
    }

    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static String plain(Component text) {
        return text == null ? "died" : PlainTextComponentSerializer.plainText().serialize(text);
    }
}
