package dev.gatehouse.minestom;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Point;
import net.minestom.server.entity.Player;
import net.minestom.server.event.player.PlayerBlockBreakEvent;
import net.minestom.server.event.player.PlayerBlockPlaceEvent;
import net.minestom.server.event.server.ServerTickMonitorEvent;
import net.minestom.server.instance.Instance;
import net.minestom.server.instance.InstanceContainer;
import net.minestom.server.instance.Weather;
import net.minestom.server.instance.block.Block;

/** The world: time, weather and blocks. The manifests are those of the core catalogue. */
@McpProvider(id = "minestom-world", name = "Minestom world")
public final class World {
    static final String NAME = "world";
    static final int GROUND = 40;

    /** Milliseconds available per tick. */
    private static final double TICK_MS = 50;
    private static final long DAY = 24_000;
    private static final int[] PHASE_ENDS = {1_000, 12_000, 13_000, 23_000};
    private static final String[] PHASES = {"dawn", "day", "dusk", "night", "dawn"};

    private final Instance instance;

    private volatile double tickMilliseconds;

    private World(Instance instance) {
        this.instance = instance;
        MinecraftServer.getGlobalEventHandler()
                .addListener(
                        ServerTickMonitorEvent.class, event -> tickMilliseconds = event.getTickMonitor().getTickTime());
    }

    static World create() {
        InstanceContainer instance = MinecraftServer.getInstanceManager().createInstanceContainer();
        instance.setGenerator(unit -> unit.modifier().fillHeight(0, GROUND, Block.GRASS_BLOCK));
        return new World(instance);
    }

    Instance instance() {
        return instance;
    }

    record Time(String worldName, int time, long fullTime, long day, String phase) {}

    record TimeChange(String worldName, int previousTime, int time) {}

    record WeatherNow(String worldName, String weather) {}

    record WeatherChange(String worldName, String previousWeather, String weather) {}

    record Tps(double tps, double tickMilliseconds) {}

    record BlockPlace(String world, int x, int y, int z) {}

    record BlockHere(BlockPlace location, String type, Map<String, String> states) {}

    record BlockChange(BlockPlace location, String previousType, String type) {}

    record BlockEvent(String playerName, String playerUuid, String timestamp, String type, BlockPlace location) {}

    @McpContext(id = "world.time.get", name = "Time")
    public Time time(@Param(name = "worldName", required = true) String worldName) {
        mustBeHere(worldName);
        long full = instance.getTime();
        int time = (int) Math.floorMod(full, DAY);
        return new Time(NAME, time, full, Math.floorDiv(full, DAY), phaseOf(time));
    }

    @McpAction(id = "world.time.set", name = "Set the time")
    public TimeChange setTime(
            @Param(name = "worldName", required = true) String worldName,
            @Param(name = "time", required = true) int time,
            @Param(name = "reason") String reason) {
        int previous = time(worldName).time();
        instance.setTime(Math.floorDiv(instance.getTime(), DAY) * DAY + time);
        return new TimeChange(NAME, previous, time);
    }

    @McpContext(id = "world.weather.get", name = "Weather")
    public WeatherNow weather(@Param(name = "worldName", required = true) String worldName) {
        mustBeHere(worldName);
        return new WeatherNow(NAME, nameOf(instance.getWeather()));
    }

    @McpAction(id = "world.weather.set", name = "Set the weather")
    public WeatherChange setWeather(
            @Param(name = "worldName", required = true) String worldName,
            @Param(name = "weather", required = true) String weather,
            @Param(name = "durationSeconds") Optional<Integer> durationSeconds,
            @Param(name = "reason") String reason) {
        String previous = weather(worldName).weather();
        instance.setWeather(
                switch (weather) {
                    case "rain" -> Weather.RAIN;
                    case "thunder" -> Weather.THUNDER;
                    default -> Weather.CLEAR;
                });
        return new WeatherChange(NAME, previous, weather);
    }

    @McpContext(id = "world.tps.get", name = "Ticks per second")
    public Tps tps() {
        double taken = tickMilliseconds;
        return new Tps(taken <= TICK_MS ? 1_000 / TICK_MS : 1_000 / taken, taken);
    }

    @McpContext(id = "world.block.get", name = "Block")
    public BlockHere block(@Param(name = "location", required = true) BlockPlace location) {
        Block block = at(location);
        return new BlockHere(location, block.key().asString(), block.properties());
    }

    @McpAction(id = "world.block.set", name = "Set a block")
    public BlockChange setBlock(
            @Param(name = "location", required = true) BlockPlace location,
            @Param(name = "type", required = true) String type,
            @Param(name = "states") Map<String, String> states,
            @Param(name = "reason") String reason) {
        Block block = Block.fromKey(type);
        if (block == null) throw new McpException(ErrorCode.OPERATION_FAILED, "There is no block " + type + ".");
        String previous = at(location).key().asString();
        instance.setBlock(location.x(), location.y(), location.z(), states == null ? block : with(block, states));
        return new BlockChange(location, previous, block.key().asString());
    }

    @McpEvent(id = "world.block.placed", name = "Block placed")
    void placed(EventPublisher<BlockEvent> publisher) {
        MinecraftServer.getGlobalEventHandler()
                .addListener(
                        PlayerBlockPlaceEvent.class,
                        event -> publisher.publish(blockEvent(event.getPlayer(), event.getBlock(), event.getBlockPosition())));
    }

    @McpEvent(id = "world.block.broken", name = "Block broken")
    void broken(EventPublisher<BlockEvent> publisher) {
        MinecraftServer.getGlobalEventHandler()
                .addListener(
                        PlayerBlockBreakEvent.class,
                        event -> publisher.publish(blockEvent(event.getPlayer(), event.getBlock(), event.getBlockPosition())));
    }

    /** @throws McpException when there is no such block, or its chunk is not loaded */
    Block at(BlockPlace place) {
        mustBeHere(place.world());
        boolean isInside = place.y() >= instance.getCachedDimensionType().minY()
                && place.y() < instance.getCachedDimensionType().maxY();
        if (!isInside) throw new McpException(ErrorCode.INVALID_LOCATION, "There are no blocks at that height.");
        instance.loadChunk(place.x() >> 4, place.z() >> 4).join();
        return instance.getBlock(place.x(), place.y(), place.z());
    }

    static void mustBeHere(String worldName) {
        if (!worldName.equals(NAME)) {
            throw new McpException(ErrorCode.WORLD_NOT_FOUND, "There is no world called " + worldName + ".");
        }
    }

    private static Block with(Block block, Map<String, String> states) {
        Map<String, String> known = new LinkedHashMap<>(block.properties());
        if (!known.keySet().containsAll(states.keySet())) {
            throw new McpException(ErrorCode.OPERATION_FAILED, block.key() + " has only the states " + known.keySet() + ".");
        }
        try {
            return block.withProperties(states);
        } catch (IllegalArgumentException thrown) {
            throw new McpException(ErrorCode.OPERATION_FAILED, "The block has no such state.");
        }
    }

    private static String nameOf(Weather weather) {
        return weather.thunderLevel() > 0 ? "thunder" : weather.isRaining() ? "rain" : "clear";
    }

    private static String phaseOf(int time) {
        int phase = 0;
        while (phase < PHASE_ENDS.length && time >= PHASE_ENDS[phase]) phase++;
        return PHASES[phase];
    }

    private static BlockEvent blockEvent(Player player, Block block, Point at) {
        return new BlockEvent(
                player.getUsername(), player.getUuid().toString(), Players.now(), block.key().asString(),
                new BlockPlace(NAME, at.blockX(), at.blockY(), at.blockZ()));
    }
}
