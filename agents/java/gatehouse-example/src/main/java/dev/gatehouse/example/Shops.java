package dev.gatehouse.example;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpExample;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.McpRiskReason;
import dev.gatehouse.agent.Param;
import dev.gatehouse.agent.RiskLevel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Example capabilities of a shop plugin. */
@McpProvider(id = "shopkeeper", name = "Shopkeeper")
public final class Shops {
    private final Map<String, Integer> prices = new ConcurrentHashMap<>(Map.of("Bakery", 12, "Smithy", 40));
    private volatile EventPublisher<Sale> sales = sale -> {};

    /** The price in a shop. */
    public record Price(@Param(required = true, min = 0) int coins) {}

    /** All shops. */
    public record ShopList(List<String> shops) {}

    /** A price before and after a change. */
    public record PriceChange(int before, int after) {}

    /** Data of the sale event. */
    public record Sale(String shop, int coins) {}

    @McpContext(id = "ext.shopkeeper.list", name = "List the shops", description = "Reads the names of all shops.")
    public ShopList list() {
        return new ShopList(prices.keySet().stream().sorted().toList());
    }

    @McpContext(
            id = "ext.shopkeeper.price.get",
            name = "Price of bread",
            description = "Reads the price in a shop, in coins.")
    @McpExample(name = "At the bakery", parameters = "{\"name\":\"Bakery\"}", response = "{\"coins\":12}")
    public Price price(@Param(name = "name", required = true, minLength = 1, maxLength = 64) String name) {
        return new Price(coins(name));
    }

    @McpAction(
            id = "ext.shopkeeper.price.set",
            name = "Set the price",
            description = "Sets the price in a shop, in coins.",
            risk = RiskLevel.HIGH,
            permissions = "mcp.action.ext.shopkeeper.price.set")
    @McpRiskReason("Players pay the new price at once.")
    @McpExample(name = "Dearer bread", parameters = "{\"name\":\"Bakery\",\"coins\":14}")
    public PriceChange setPrice(
            @Param(name = "name", required = true, minLength = 1, maxLength = 64) String name,
            @Param(name = "coins", required = true, min = 0, max = 100_000) int coins) {
        int before = coins(name);
        prices.put(name, coins);
        return new PriceChange(before, coins);
    }

    @McpEvent(
            id = "ext.shopkeeper.sold",
            name = "Something was sold",
            description = "Fires when a shop sells something.")
    void sold(EventPublisher<Sale> publisher) {
        sales = publisher;
    }

    /** Called by the plugin when a player buys something. */
    void sell(String shop) {
        sales.publish(new Sale(shop, coins(shop)));
    }

    private int coins(String shop) {
        Integer coins = prices.get(shop);
        if (coins == null) throw new McpException(ErrorCode.OPERATION_FAILED, "No shop called " + shop + ".");
        return coins;
    }
}
