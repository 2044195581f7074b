package net.milkbowl.vault.economy;

/** What the plugin calls of Vault's class of the same name. */
public class EconomyResponse {
    public final double amount;
    public final double balance;
    public final String errorMessage;
    private final boolean isDone;

    public EconomyResponse(double amount, double balance, boolean isDone, String errorMessage) {
        this.amount = amount;
        this.balance = balance;
        this.isDone = isDone;
        this.errorMessage = errorMessage;
    }

    public boolean transactionSuccess() {
        return isDone;
    }
}
