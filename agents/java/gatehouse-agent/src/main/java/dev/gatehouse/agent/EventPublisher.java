package dev.gatehouse.agent;

/**
 * Publishes an event to every registered gateway.
 *
 * @param <T> data of the event: a record, or a {@code Map<String, ?>}
 */
@FunctionalInterface
public interface EventPublisher<T> {
    /**
     * Never blocks, and may be called from any thread. A gateway that reads too slowly misses events; the agent's
     * {@link ErrorListener} receives their number.
     *
     * @throws IllegalArgumentException when the data does not match the declaration: a bug of the provider
     */
    void publish(T data);
}
