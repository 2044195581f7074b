package dev.gatehouse.paper.world;

import com.google.gson.JsonObject;
import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import dev.gatehouse.paper.server.TickMeter;
import java.util.Optional;
import org.bukkit.Server;
import org.bukkit.World;

/** World capabilities: time, weather, game rules and ticks. The manifests are those of the core catalogue. */
@McpProvider(id = "paper-worlds", name = "Worlds")
public final class WorldCapabilities {
    private static final long DAY = 24_000;
    private static final int TICKS_PER_SECOND = 20;
    private static final int[] PHASE_ENDS = {1_000, 12_000, 13_000, 23_000};
    private static final String[] PHASES = {"dawn", "day", "dusk", "night", "dawn"};

    private final Server server;
    private final TickMeter meter;

    /** @param meter measures the ticks */
    public WorldCapabilities(Server server, TickMeter meter) {
        this.server = server;
        this.meter = meter;
    }

    record Time(String worldName, int time, long fullTime, long day, String phase) {}

    record TimeChange(String worldName, int previousTime, int time) {}

    record Weather(String worldName, String weather, int remainingTicks) {}

    record WeatherChange(String worldName, String previousWeather, String weather) {}

    record Tps(double tps, Optional<Double> tickMilliseconds) {}

    @McpContext(id = "world.time.get", name = "Time")
    public Time time(@Param(name = "worldName", required = true) String worldName) {
        World world = Positions.world(server, worldName);
        int time = (int) Math.floorMod(world.getTime(), DAY);
        long full = world.getFullTime();
        return new Time(world.getName(), time, full, Math.floorDiv(full, DAY), phaseOf(time));
    }

    @McpAction(id = "world.time.set", name = "Set the time", rollbackSupported = true)
    public TimeChange setTime(
            @Param(name = "worldName", required = true) String worldName,
            @Param(name = "time", required = true) int time,
            @Param(name = "reason") String reason) {
        World world = Positions.world(server, worldName);
        int before = (int) Math.floorMod(world.getTime(), DAY);
        world.setTime(time);
        return new TimeChange(world.getName(), before, (int) Math.floorMod(world.getTime(), DAY));
    }

    @McpContext(id = "world.weather.get", name = "Weather")
    public Weather weather(@Param(name = "worldName", required = true) String worldName) {
        World world = Positions.world(server, worldName);
        return new Weather(world.getName(), nameOf(world), Math.max(0, world.getWeatherDuration()));
    }

    @McpAction(id = "world.weather.set", name = "Set the weather", rollbackSupported = true)
    public WeatherChange setWeather(
            @Param(name = "worldName", required = true) String worldName,
            @Param(name = "weather", required = true) String weather,
            @Param(name = "durationSeconds") Optional<Integer> durationSeconds,
            @Param(name = "reason") String reason) {
        World world = Positions.world(server, worldName);
        String before = nameOf(world);
        world.setStorm(!weather.equals("clear"));
        world.setThundering(weather.equals("thunder"));
        durationSeconds.ifPresent(seconds -> {
            world.setWeatherDuration(seconds * TICKS_PER_SECOND);
            world.setThunderDuration(seconds * TICKS_PER_SECOND);
        });
        return new WeatherChange(world.getName(), before, nameOf(world));
    }

    @McpContext(id = "world.rule.get", name = "Game rule")
    public JsonObject rule(
            @Param(name = "worldName", required = true) String worldName,
            @Param(name = "rule", required = true) String rule) {
        World world = Positions.world(server, worldName);
        JsonObject found = new JsonObject();
        found.addProperty("worldName", world.getName());
        found.addProperty("rule", rule);
        RuleValue.add(found, "value", valueOf(world, ruleOf(world, rule)));
        return found;
    }

    @McpAction(id = "world.rule.set", name = "Set a game rule", rollbackSupported = true)
    public JsonObject setRule(
            @Param(name = "worldName", required = true) String worldName,
            @Param(name = "rule", required = true) String rule,
            @Param(name = "value", required = true) String value,
            @Param(name = "reason") String reason) {
        World world = Positions.world(server, worldName);
        RuleName known = ruleOf(world, rule);
        String before = valueOf(world, known);
        if (!RuleValue.isSameKind(before, value) || !world.setGameRuleValue(known.name(), known.encode(value))) {
            throw new McpException(ErrorCode.OPERATION_FAILED, "The game rule does not take this value.");
        }
        JsonObject changed = new JsonObject();
        changed.addProperty("worldName", world.getName());
        changed.addProperty("rule", rule);
        RuleValue.add(changed, "previousValue", before);
        RuleValue.add(changed, "value", valueOf(world, known));
        return changed;
    }

    @McpContext(id = "world.tps.get", name = "Ticks per second")
    public Tps tps() {
        return new Tps(meter.tps(), meter.tickMilliseconds());
    }

    private static RuleName ruleOf(World world, String rule) {
        return RuleName.of(rule, world::isGameRule)
                .orElseThrow(() -> new McpException(ErrorCode.OPERATION_FAILED, "There is no such game rule."));
    }

    private static String valueOf(World world, RuleName rule) {
        return rule.decode(world.getGameRuleValue(rule.name()));
    }

    private static String nameOf(World world) {
        if (!world.hasStorm()) return "clear";
        return world.isThundering() ? "thunder" : "rain";
    }

    private static String phaseOf(int time) {
        int phase = 0;
        while (phase < PHASE_ENDS.length && time >= PHASE_ENDS[phase]) phase++;
        return PHASES[phase];
    }
}
