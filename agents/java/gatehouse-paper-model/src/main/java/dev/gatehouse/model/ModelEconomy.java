package dev.gatehouse.model;

import java.util.HashMap;
import java.util.Map;
import net.milkbowl.vault.economy.Economy;
import net.milkbowl.vault.economy.EconomyResponse;
import org.bukkit.OfflinePlayer;

/** An economy in which every player starts with 100 coins. */
final class ModelEconomy implements Economy {
    private static final double START = 100;

    private final Map<String, Double> balances = new HashMap<>();

    @Override
    public String currencyNamePlural() {
        return "coins";
    }

    @Override
    public boolean hasAccount(OfflinePlayer player) {
        return true;
    }

    @Override
    public double getBalance(OfflinePlayer player) {
        ServerThread.check();
        return balances.getOrDefault(player.getName(), START);
    }

    @Override
    public EconomyResponse withdrawPlayer(OfflinePlayer player, double amount) {
        return change(player, -amount);
    }

    @Override
    public EconomyResponse depositPlayer(OfflinePlayer player, double amount) {
        return change(player, amount);
    }

    private EconomyResponse change(OfflinePlayer player, double amount) {
        double balance = getBalance(player) + amount;
        balances.put(player.getName(), balance);
        return new EconomyResponse(amount, balance, true, null);
    }
}
