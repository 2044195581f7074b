package net.milkbowl.vault.economy;

/** The part of Vault's class of the same name that plugins use. */
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
