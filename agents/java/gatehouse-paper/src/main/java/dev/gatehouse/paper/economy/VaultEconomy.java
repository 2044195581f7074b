package dev.gatehouse.paper.economy;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import dev.gatehouse.paper.players.OnlinePlayers;
import java.util.Optional;
import net.milkbowl.vault.economy.Economy;
import net.milkbowl.vault.economy.EconomyResponse;
import org.bukkit.Server;
import org.bukkit.entity.Player;

/** Balances of players, if Vault and an economy are installed. Only for online players: other names are ambiguous. */
@McpProvider(id = "paper-economy", name = "Economy")
public final class VaultEconomy {
    private final Server server;
    private final Economy economy;

    private VaultEconomy(Server server, Economy economy) {
        this.server = server;
        this.economy = economy;
    }

    /** Empty when Vault is not installed, or has no economy. */
    public static Optional<VaultEconomy> find(Server server) {
        if (server.getPluginManager().getPlugin("Vault") == null) return Optional.empty();
        return Optional.ofNullable(server.getServicesManager().load(Economy.class))
                .map(economy -> new VaultEconomy(server, economy));
    }

    record Balance(String playerName, double balance, Optional<String> currency) {}

    record BalanceChange(String playerName, double previousBalance, double balance) {}

    @McpContext(id = "player.economy.balance.get", name = "Balance")
    public Balance balance(@Param(name = "playerName", required = true) String playerName) {
        Player player = OnlinePlayers.find(server, playerName);
        String currency = economy.currencyNamePlural();
        return new Balance(
                player.getName(), balanceOf(player), Optional.ofNullable(currency).filter(name -> !name.isBlank()));
    }

    @McpAction(id = "player.economy.balance.adjust", name = "Change a balance", rollbackSupported = true)
    public BalanceChange adjust(
            @Param(name = "playerName", required = true) String playerName,
            @Param(name = "amount", required = true) double amount,
            @Param(name = "reason") String reason) {
        Player player = OnlinePlayers.find(server, playerName);
        double before = balanceOf(player);
        change(player, amount);
        return new BalanceChange(player.getName(), before, balanceOf(player));
    }

    /** The current balance. */
    public double balanceOf(Player player) {
        return economy.getBalance(player);
    }

    /**
     * Deposits an amount, or withdraws it when negative.
     *
     * @throws McpException when the economy rejects it
     */
    public void change(Player player, double amount) {
        if (amount == 0) return;
        if (amount < 0 && balanceOf(player) < -amount) throw new McpException(ErrorCode.INSUFFICIENT_BALANCE);
        EconomyResponse done =
                amount > 0 ? economy.depositPlayer(player, amount) : economy.withdrawPlayer(player, -amount);
        if (!done.transactionSuccess()) {
            String why = done.errorMessage == null ? "The economy refused." : done.errorMessage;
            throw new McpException(ErrorCode.OPERATION_FAILED, why);
        }
    }
}
