package dev.gatehouse.agent;

/** Gets bugs of the agent: what a capability threw, answers that break its declaration, gateways that misbehave. */
@FunctionalInterface
public interface ErrorListener {
    /**
     * Called from any thread.
     *
     * @param where class and method, or the connection
     */
    void onError(String where, Throwable error);
}
