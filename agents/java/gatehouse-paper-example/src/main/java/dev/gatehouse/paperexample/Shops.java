package dev.gatehouse.paperexample;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpExample;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import dev.gatehouse.paper.GatehouseProvider;
import java.util.Map;
import org.bukkit.Server;

/** Read capabilities of the shops. Its methods run on the server's main thread. */
@McpProvider(id = "shops", name = "Shops")
public final class Shops implements GatehouseProvider {
    private final Map<String, Integer> prices = Map.of("Bakery", 12, "Smithy", 40);
    private final Server server;

    Shops(Server server) {
        this.server = server;
    }

    /** The price in a shop, and the players online. */
    public record Price(int coins, int customers) {}

    @McpContext(id = "ext.shops.price.get", name = "Price", description = "Reads the price in a shop, in coins.")
    @McpExample(name = "At the bakery", parameters = "{\"shop\":\"Bakery\"}")
    public Price price(@Param(name = "shop", required = true, minLength = 1, maxLength = 64) String shop) {
        Integer coins = prices.get(shop);
        if (coins == null) throw new McpException(ErrorCode.OPERATION_FAILED, "There is no such shop.");
        return new Price(coins, server.getOnlinePlayers().size());
    }
}
