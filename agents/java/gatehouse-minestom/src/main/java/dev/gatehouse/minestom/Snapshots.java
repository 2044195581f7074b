package dev.gatehouse.minestom;

import com.google.gson.JsonObject;
import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.SnapshotKeeper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.instance.Weather;
import net.minestom.server.instance.block.Block;

/** Stores the state before an action, so that it can be undone. Runs on the tick thread. */
final class Snapshots implements SnapshotKeeper {
    private static final int MOST = 1_000;

    private final World world;
    private final Map<String, Runnable> kept =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Runnable> eldest) {
                    return size() > MOST;
                }
            };

    Snapshots(World world) {
        this.world = world;
    }

    @Override
    public Set<String> actions() {
        return Set.of("world.time.set", "world.weather.set", "world.block.set", "player.teleport");
    }

    @Override
    public String create(String capabilityId, JsonObject parameters) {
        String id = UUID.randomUUID().toString();
        kept.put(id, undoOf(capabilityId, parameters));
        return id;
    }

    @Override
    public void restore(String snapshotId) {
        Runnable undo = kept.remove(snapshotId);
        if (undo == null) throw new McpException(ErrorCode.ROLLBACK_FAILED, "This snapshot is gone.");
        undo.run();
    }

    private Runnable undoOf(String capabilityId, JsonObject given) {
        switch (capabilityId) {
            case "world.time.set" -> {
                long before = world.instance().getTime();
                return () -> world.instance().setTime(before);
            }
            case "world.weather.set" -> {
                Weather before = world.instance().getWeather();
                return () -> world.instance().setWeather(before);
            }
            case "world.block.set" -> {
                JsonObject at = given.getAsJsonObject("location");
                World.BlockPlace place =
                        new World.BlockPlace(
                                at.get("world").getAsString(), at.get("x").getAsInt(), at.get("y").getAsInt(),
                                at.get("z").getAsInt());
                Block before = world.at(place);
                return () -> world.instance().setBlock(place.x(), place.y(), place.z(), before);
            }
            case "player.teleport" -> {
                String name = given.get("playerName").getAsString();
                Pos before = Players.online(name).getPosition();
                return () -> Players.online(name).teleport(before);
            }
            default -> throw new McpException(ErrorCode.OPERATION_FAILED, capabilityId + " cannot be undone here.");
        }
    }
}
