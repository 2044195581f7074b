package dev.gatehouse.paper.players;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import dev.gatehouse.paper.world.Positions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bukkit.BanList;
import org.bukkit.Server;
import org.bukkit.entity.Player;

/** Player capabilities: read, teleport and moderate. The manifests are those of the core catalogue. */
@McpProvider(id = "paper-players", name = "Players")
public final class PlayerCapabilities {
    private static final String SOURCE = "Gatehouse";

    private final Server server;
    private final Mutes mutes;

    /** @param mutes muted players */
    public PlayerCapabilities(Server server, Mutes mutes) {
        this.server = server;
        this.mutes = mutes;
    }

    record Listed(String name, String uuid, Positions.Position location, int ping) {}

    record PlayerList(List<Listed> players, int online, int max) {}

    record Info(
            String name, String uuid, Positions.Position location, double health, double food, String gameMode, int ping) {}

    record Teleport(boolean success, Positions.Position previousLocation, Positions.Position newLocation) {}

    record Kick(boolean success, String playerName) {}

    record Sanction(boolean success, String playerName, Optional<Instant> until) {}

    @McpContext(id = "player.list", name = "Players")
    public PlayerList list() {
        List<Listed> players =
                server.getOnlinePlayers().stream()
                        .map(player -> new Listed(
                                player.getName(), player.getUniqueId().toString(), Positions.of(player.getLocation()),
                                player.getPing()))
                        .sorted(Comparator.comparing(Listed::name))
                        .toList();
        return new PlayerList(players, players.size(), server.getMaxPlayers());
    }

    @McpContext(id = "player.info.get", name = "Player")
    public Info info(@Param(name = "playerName", required = true) String playerName) {
        Player player = OnlinePlayers.find(server, playerName);
        return new Info(
                player.getName(), player.getUniqueId().toString(), Positions.of(player.getLocation()), player.getHealth(),
                player.getFoodLevel(), player.getGameMode().name().toLowerCase(Locale.ROOT), player.getPing());
    }

    @McpAction(id = "player.teleport", name = "Teleport", rollbackSupported = true)
    public Teleport teleport(
            @Param(name = "playerName", required = true) String playerName,
            @Param(name = "location", required = true) Positions.Position location,
            @Param(name = "reason") String reason) {
        Player player = OnlinePlayers.find(server, playerName);
        Positions.Position before = Positions.of(player.getLocation());
        if (!player.teleport(Positions.location(server, location))) {
            throw new McpException(ErrorCode.OPERATION_BLOCKED, "The server does not let this player be moved.");
        }
        return new Teleport(true, before, Positions.of(player.getLocation()));
    }

    @McpAction(id = "player.kick", name = "Kick")
    public Kick kick(
            @Param(name = "playerName", required = true) String playerName, @Param(name = "reason") String reason) {
        Player player = OnlinePlayers.find(server, playerName);
        String name = player.getName();
        player.kickPlayer(reason == null ? "You were kicked." : PlainText.of(reason));
        return new Kick(true, name);
    }

    @McpAction(id = "player.ban", name = "Ban")
    public Sanction ban(
            @Param(name = "playerName", required = true) String playerName,
            @Param(name = "reason", required = true) String reason,
            @Param(name = "durationMinutes") Optional<Integer> durationMinutes) {
        Player player = OnlinePlayers.find(server, playerName);
        Optional<Instant> until = durationMinutes.map(PlayerCapabilities::inMinutes);
        BanList<?> bans = server.getBanList(BanList.Type.NAME);
        bans.addBan(player.getName(), PlainText.of(reason), until.map(Date::from).orElse(null), SOURCE);
        player.kickPlayer(PlainText.of(reason));
        return new Sanction(true, player.getName(), until);
    }

    @McpAction(id = "player.mute", name = "Mute")
    public Sanction mute(
            @Param(name = "playerName", required = true) String playerName,
            @Param(name = "durationMinutes") Optional<Integer> durationMinutes,
            @Param(name = "reason") String reason) {
        Player player = OnlinePlayers.find(server, playerName);
        Optional<Instant> until = durationMinutes.map(PlayerCapabilities::inMinutes);
        try {
            mutes.set(player.getUniqueId(), Optional.of(until.orElse(Instant.MAX)));
        } catch (IOException thrown) {
            throw new McpException(ErrorCode.OPERATION_FAILED, "The mute cannot be remembered, so nothing was done.");
        }
        return new Sanction(true, player.getName(), until);
    }

    private static Instant inMinutes(int minutes) {
        return Instant.now().plus(Duration.ofMinutes(minutes)).truncatedTo(ChronoUnit.MILLIS);
    }
}
