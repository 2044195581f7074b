package dev.gatehouse.example;

import dev.gatehouse.agent.Agent;
import dev.gatehouse.agent.AgentInfo;
import dev.gatehouse.agent.Health;
import java.io.IOException;
import java.util.Map;

/** Starts the agent: {@code AGENT_TOKEN=... java -jar gatehouse-example.jar}. */
public final class ShopAgent {
    private ShopAgent() {}

    /** @param arguments none; AGENT_TOKEN and AGENT_PORT are environment variables */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> environment = System.getenv();
        String token = environment.get("AGENT_TOKEN");
        if (token == null) {
            System.err.println("Set AGENT_TOKEN to a token of your own with at least 8 characters.");
            System.exit(1);
        }
        Shops shops = new Shops();
        Agent agent =
                Agent.builder()
                        .info(new AgentInfo("my-server", "My server"))
                        .token(token)
                        .port(Integer.parseInt(environment.getOrDefault("AGENT_PORT", "8765")))
                        .health(() -> new Health(true, 20, 0, 0.5))
                        .provider(shops)
                        .provider(new ServerHealth())
                        .start();
        System.out.println(agent.address());
        while (true) {
            Thread.sleep(1_000);
            shops.sell("Bakery");
        }
    }
}
