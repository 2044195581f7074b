package net.milkbowl.vault.economy;

import org.bukkit.OfflinePlayer;

/** The part of Vault's interface of the same name that plugins use. */
public interface Economy {
    String currencyNamePlural();

    boolean hasAccount(OfflinePlayer player);

    double getBalance(OfflinePlayer player);

    EconomyResponse withdrawPlayer(OfflinePlayer player, double amount);

    EconomyResponse depositPlayer(OfflinePlayer player, double amount);
}
