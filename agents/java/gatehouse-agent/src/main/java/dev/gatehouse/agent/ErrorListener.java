package dev.gatehouse.agent;

/** Receives agent errors: exceptions, results that violate their declaration, gateways that break the contract. */
@FunctionalInterface
public interface ErrorListener {
    /**
     * Called from any thread.
     *
     * @param where class and method, or the connection
     */
    void onError(String where, Throwable error);
}
