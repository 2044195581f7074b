package dev.gatehouse.paper;

import com.google.gson.JsonObject;
import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.SnapshotKeeper;
import dev.gatehouse.paper.economy.VaultEconomy;
import dev.gatehouse.paper.players.Mutes;
import dev.gatehouse.paper.players.OnlinePlayers;
import dev.gatehouse.paper.world.Positions;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.bukkit.Location;
import org.bukkit.Server;
import org.bukkit.World;
import org.bukkit.block.BlockState;
import org.bukkit.entity.Player;

/** Stores the state before an action, so that it can be undone: the newest 1,000, until the server stops. */
final class PaperSnapshots implements SnapshotKeeper {
    private static final int MOST = 1_000;
    private static final Set<String> ACTIONS =
            Set.of(
                    "world.time.set", "world.weather.set", "world.rule.set", "world.block.set", "player.teleport",
                    "player.mute", "player.economy.balance.adjust");

    private final Server server;
    private final Mutes mutes;
    private final Supplier<Optional<VaultEconomy>> economy;
    private final Map<String, Runnable> kept =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Runnable> eldest) {
                    return size() > MOST;
                }
            };

    PaperSnapshots(Server server, Mutes mutes, Supplier<Optional<VaultEconomy>> economy) {
        this.server = server;
        this.mutes = mutes;
        this.economy = economy;
    }

    @Override
    public Set<String> actions() {
        return ACTIONS;
    }

    @Override
    public String create(String capabilityId, JsonObject parameters) {
        String id = UUID.randomUUID().toString();
        kept.put(id, undoOf(capabilityId, parameters));
        return id;
    }

    @Override
    public void restore(String snapshotId) {
        Runnable undo = kept.get(snapshotId);
        if (undo == null) throw new McpException(ErrorCode.ROLLBACK_FAILED, "This snapshot is gone.");
        undo.run();
        kept.remove(snapshotId);
    }

    private Runnable undoOf(String capabilityId, JsonObject given) {
        return switch (capabilityId) {
            case "world.time.set" -> undoTime(world(given));
            case "world.weather.set" -> undoWeather(world(given));
            case "world.rule.set" -> undoRule(world(given), text(given, "rule"));
            case "world.block.set" -> undoBlock(given);
            case "player.teleport" -> undoTeleport(OnlinePlayers.find(server, text(given, "playerName")));
            case "player.mute" -> undoMute(OnlinePlayers.find(server, text(given, "playerName")));
            case "player.economy.balance.adjust" -> undoBalance(text(given, "playerName"));
            default -> throw new McpException(ErrorCode.OPERATION_FAILED, capabilityId + " cannot be undone here.");
        };
    }

    private static Runnable undoTime(World world) {
        long before = world.getFullTime();
        return () -> world.setFullTime(before);
    }

    private static Runnable undoWeather(World world) {
        boolean hadStorm = world.hasStorm();
        boolean wasThundering = world.isThundering();
        int weather = world.getWeatherDuration();
        int thunder = world.getThunderDuration();
        return () -> {
            world.setStorm(hadStorm);
            world.setThundering(wasThundering);
            world.setWeatherDuration(weather);
            world.setThunderDuration(thunder);
        };
    }

    private static Runnable undoRule(World world, String rule) {
        if (!world.isGameRule(rule)) throw new McpException(ErrorCode.OPERATION_FAILED, "There is no such game rule.");
        String before = world.getGameRuleValue(rule);
        return () -> world.setGameRuleValue(rule, before);
    }

    private Runnable undoBlock(JsonObject given) {
        JsonObject at = given.getAsJsonObject("location");
        Positions.BlockPosition place =
                new Positions.BlockPosition(
                        text(at, "world"), at.get("x").getAsInt(), at.get("y").getAsInt(), at.get("z").getAsInt());
        BlockState before = Positions.block(server, place).getState();
        return () -> before.update(true, false);
    }

    /** A player who rejoins is a different object, so the undo looks up the current one. */
    private Runnable undoTeleport(Player player) {
        UUID id = player.getUniqueId();
        Location before = player.getLocation();
        return () -> {
            if (!OnlinePlayers.find(server, id).teleport(before)) throw new McpException(ErrorCode.ROLLBACK_FAILED, "The player cannot go back.");
        };
    }

    private Runnable undoMute(Player player) {
        UUID id = player.getUniqueId();
        Optional<Instant> before = mutes.endOf(id);
        return () -> {
            try {
                mutes.set(id, before);
            } catch (IOException thrown) {
                throw new McpException(ErrorCode.ROLLBACK_FAILED, "The mute cannot be taken back: " + thrown.getMessage());
            }
        };
    }

    private Runnable undoBalance(String playerName) {
        Player player = OnlinePlayers.find(server, playerName);
        UUID id = player.getUniqueId();
        double before = accounts().balanceOf(player);
        return () -> {
            VaultEconomy accounts = accounts();
            Player now = OnlinePlayers.find(server, id);
            accounts.change(now, before - accounts.balanceOf(now));
        };
    }

    private VaultEconomy accounts() {
        return economy.get().orElseThrow(() -> new McpException(ErrorCode.OPERATION_FAILED, "There is no economy."));
    }

    private World world(JsonObject given) {
        return Positions.world(server, text(given, "worldName"));
    }

    private static String text(JsonObject given, String name) {
        return given.get(name).getAsString();
    }
}
