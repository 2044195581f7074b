package dev.gatehouse.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonObject;
import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bukkit.Location;
import org.bukkit.Server;
import org.bukkit.World;
import org.bukkit.entity.Player;
import org.junit.jupiter.api.Test;

/** What an undo puts back. */
class PaperSnapshotsTest {
    private static final UUID STEVE = UUID.randomUUID();

    private final List<String> done = new ArrayList<>();
    private final Map<String, Object> answers = new HashMap<>();
    private final PaperSnapshots snapshots = new PaperSnapshots(model(Server.class, "server", answers), null, Optional::empty);

    /** A proxy that responds to each method by its name, and records changes. */
    private <T> T model(Class<T> type, String name, Map<String, Object> answers) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
                    if (answers.containsKey(method.getName())) {
                        if (method.getName().equals("teleport")) done.add(name + " teleported");
                        return answers.get(method.getName());
                    }
                    done.add(method.getName() + " " + given[0]);
                    return null;
                }));
    }

    private Player player(String name) {
        return model(
                Player.class, name, Map.of("getUniqueId", STEVE, "getLocation", new Location(null, 0, 64, 0, 0, 0), "teleport", true));
    }

    private String snapshotOf(String capabilityId, String key, String value) {
        JsonObject given = new JsonObject();
        given.addProperty(key, value);
        return snapshots.create(capabilityId, given);
    }

    @Test
    void teleportsThePlayerWhoIsThereNow() {
        answers.put("getPlayerExact", player("the one before"));
        String id = snapshotOf("player.teleport", "playerName", "Steve");
        answers.put("getPlayer", null);
        McpException offline = assertThrows(McpException.class, () -> snapshots.restore(id));
        assertEquals(ErrorCode.PLAYER_OFFLINE, offline.code());
        answers.put("getPlayer", player("the one who joined again"));
        snapshots.restore(id);
        assertEquals(List.of("the one who joined again teleported"), done);
    }

    @Test
    void putsBackRainAndThunderEachForItsOwnTime() {
        Map<String, Object> weather =
                Map.of("hasStorm", true, "isThundering", false, "getWeatherDuration", 100, "getThunderDuration", 9_000);
        answers.put("getWorld", model(World.class, "world", weather));
        snapshots.restore(snapshotOf("world.weather.set", "worldName", "world"));
        assertEquals(
                List.of("setStorm true", "setThundering false", "setWeatherDuration 100", "setThunderDuration 9000"), done);
    }
}
