package dev.gatehouse.agent;

/**
 * Publishes an event to every gateway that is registered.
 *
 * @param <T> what has happened: a record, or a {@code Map<String, ?>}
 */
@FunctionalInterface
public interface EventPublisher<T> {
    /**
     * Never blocks, and may be called from any thread. A gateway that reads too slowly misses events; the agent's
     * {@link ErrorListener} gets their number.
     *
     * @throws IllegalArgumentException when the data does not fit what was declared: a bug of the provider
     */
    void publish(T data);
}
