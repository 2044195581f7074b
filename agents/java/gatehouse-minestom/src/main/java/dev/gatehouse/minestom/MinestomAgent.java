package dev.gatehouse.minestom;

import dev.gatehouse.agent.Agent;
import dev.gatehouse.agent.AgentInfo;
import dev.gatehouse.agent.Health;
import java.io.IOException;
import java.util.Map;
import net.minestom.server.MinecraftServer;

/**
 * A flat world on Minestom with an agent: {@code java -jar gatehouse-minestom.jar}.
 *
 * <p>AGENT_TOKEN, AGENT_PORT and GAME_PORT are environment variables. When it is ready it prints one line of JSON with the
 * address of the agent and the port of the game. Players are not authenticated: keep it on this computer.
 */
public final class MinestomAgent {
    /** Chunks around a player; few, so that tests start fast. */
    private static final String VIEW_DISTANCE = "3";

    private MinestomAgent() {}

    /** @param arguments none */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> environment = System.getenv();
        String token = environment.get("AGENT_TOKEN");
        if (token == null) {
            System.err.println("Set AGENT_TOKEN to a token of your own with at least 8 characters.");
            System.exit(1);
        }
        int gamePort = Integer.parseInt(environment.getOrDefault("GAME_PORT", "25565"));
        System.setProperty("minestom.chunk-view-distance", VIEW_DISTANCE);
        MinecraftServer server = MinecraftServer.init();
        World world = World.create();
        Players players = new Players(world);
        server.start("127.0.0.1", gamePort);
        Agent agent =
                Agent.builder()
                        .info(MinestomAgent::info)
                        .token(token)
                        .port(Integer.parseInt(environment.getOrDefault("AGENT_PORT", "8765")))
                        .health(() -> new Health(true, world.tps().tps(), players.count(), memoryUsage()))
                        .executor(task -> MinecraftServer.getSchedulerManager().scheduleNextTick(task))
                        .snapshots(new Snapshots(world))
                        .provider(world)
                        .provider(players)
                        .start();
        System.out.printf(
                "{\"event\":\"ready\",\"agent\":\"%s\",\"port\":%d,\"version\":\"%s\"}%n",
                agent.address(), MinecraftServer.process().server().getPort(), MinecraftServer.VERSION_NAME);
    }

    private static AgentInfo info() {
        return new AgentInfo(
                "minestom", "Minestom world", "1.0.0",
                new AgentInfo.ServerInfo(
                        "Minestom world", "minestom", MinecraftServer.VERSION_NAME, Players.MOST,
                        MinecraftServer.getConnectionManager().getOnlinePlayerCount()));
    }

    private static double memoryUsage() {
        Runtime runtime = Runtime.getRuntime();
        return (double) (runtime.totalMemory() - runtime.freeMemory()) / runtime.maxMemory();
    }
}
