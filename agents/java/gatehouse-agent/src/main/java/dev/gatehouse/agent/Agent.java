package dev.gatehouse.agent;

import dev.gatehouse.agent.internal.RunningAgent;
import dev.gatehouse.agent.internal.Token;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Serves what was declared to every gateway that knows the token. See docs/protocol.md#agents-registration and
 * docs/protocol.md#frames.
 */
public interface Agent extends AutoCloseable {
    /** {@code ws://ADDRESS:PORT}, or {@code wss:}. */
    String address();

    /**
     * Offers what a provider declares, from now on.
     *
     * @throws DeclarationException when something is declared wrongly or offered already; then nothing changes
     */
    void add(Object provider);

    /**
     * Offers what a provider declares in place of what has the same ids.
     *
     * @throws DeclarationException when something is declared wrongly or is not offered; then nothing changes
     */
    void update(Object provider);

    /**
     * Offers these no more.
     *
     * @throws IllegalArgumentException when one is not offered; then nothing changes
     */
    void remove(String... ids);

    /** Disconnects every gateway, within two seconds. */
    @Override
    void close();

    /** Where an agent begins. */
    static Builder builder() {
        return new Builder();
    }

    /** Gathers what an agent needs. Only {@link #info}, {@link #token} and a provider must be given. */
    final class Builder {
        private static final int LEAST_TOKEN = 8;

        private final List<Object> providers = new ArrayList<>();
        private Supplier<AgentInfo> info;
        private Supplier<Health> health = () -> null;
        private String token;
        private Predicate<String> authenticator;
        private String host = "127.0.0.1";
        private int port = 8765;
        private Duration heartbeat = Duration.ofSeconds(10);
        private Duration timeout = Duration.ofSeconds(30);
        private final Map<String, Duration> timeouts = new HashMap<>();
        private int mostConnections = 16;
        private Executor executor;
        private SSLContext tls;
        private SnapshotKeeper snapshots;
        private ErrorListener errors = (where, thrown) -> System.err.println("gatehouse: " + where + ": " + thrown);

        private Builder() {}

        /** What the agent says of itself. */
        public Builder info(AgentInfo value) {
            Objects.requireNonNull(value, "info");
            return info(() -> value);
        }

        /** What the agent says of itself; asked at each registration and answer, from any thread. */
        public Builder info(Supplier<AgentInfo> value) {
            info = Objects.requireNonNull(value, "info");
            return this;
        }

        /** How the server is; asked at each heartbeat, from any thread. */
        public Builder health(Supplier<Health> value) {
            health = Objects.requireNonNull(value, "health");
            return this;
        }

        /** What a gateway must know, at least 8 characters. */
        public Builder token(String value) {
            token = Objects.requireNonNull(value, "token");
            return this;
        }

        /**
         * Decides which tokens let a gateway in, in place of one {@link #token}. Called from any thread, with text of
         * anybody who connects, at most 4,096 characters. Compare in constant time.
         */
        public Builder authenticator(Predicate<String> value) {
            authenticator = Objects.requireNonNull(value, "authenticator");
            return this;
        }

        /** Address to listen on; this computer alone when left out. */
        public Builder host(String value) {
            host = Objects.requireNonNull(value, "host");
            return this;
        }

        /** Port to listen on; 8765 when left out, a free one when 0. */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /** How often gateways ask whether the agent is there; 100 ms to 10 minutes, 10 s when left out. */
        public Builder heartbeat(Duration value) {
            heartbeat = Objects.requireNonNull(value, "heartbeat");
            return this;
        }

        /** How long a capability may take until its caller gets SYSTEM.TIMEOUT; 30 s when left out. */
        public Builder timeout(Duration value) {
            timeout = Objects.requireNonNull(value, "timeout");
            return this;
        }

        /** How long one capability may take, where that is not {@link #timeout(Duration)}; for example a backup. */
        public Builder timeout(String capabilityId, Duration value) {
            timeouts.put(Objects.requireNonNull(capabilityId, "capabilityId"), Objects.requireNonNull(value, "timeout"));
            return this;
        }

        /** Connections at once, registered or not; 16 when left out. */
        public Builder mostConnections(int value) {
            mostConnections = value;
            return this;
        }

        /**
         * Runs every capability, for example on the server's main thread. It may refuse with a
         * {@code RejectedExecutionException}. When left out, 8 threads of the agent's own do.
         */
        public Builder executor(Executor value) {
            executor = Objects.requireNonNull(value, "executor");
            return this;
        }

        /** Encrypts connections. */
        public Builder tls(SSLContext value) {
            tls = Objects.requireNonNull(value, "tls");
            return this;
        }

        /** Lets the gateway undo what the agent did. */
        public Builder snapshots(SnapshotKeeper value) {
            snapshots = Objects.requireNonNull(value, "snapshots");
            return this;
        }

        /** Gets bugs; they are written to standard error when left out. */
        public Builder onError(ErrorListener value) {
            errors = Objects.requireNonNull(value, "onError");
            return this;
        }

        /** An object of a class with {@link McpProvider}. */
        public Builder provider(Object value) {
            providers.add(Objects.requireNonNull(value, "provider"));
            return this;
        }

        /**
         * Starts to listen.
         *
         * @throws DeclarationException when a provider is declared wrongly
         * @throws IllegalStateException when something is missing or out of range
         * @throws IOException when the address cannot be had
         */
        public Agent start() throws IOException {
            if (info == null) throw new IllegalStateException("info is missing");
            if (authenticator == null && (token == null || token.length() < LEAST_TOKEN)) {
                throw new IllegalStateException("token needs at least " + LEAST_TOKEN + " characters");
            }
            if (authenticator != null && token != null) {
                throw new IllegalStateException("token and authenticator exclude each other");
            }
            if (heartbeat.toMillis() < 100 || heartbeat.compareTo(Duration.ofMinutes(10)) > 0) {
                throw new IllegalStateException("heartbeat is 100 ms to 10 minutes");
            }
            boolean isTooShort =
                    timeout.toMillis() < 1 || timeouts.values().stream().anyMatch(one -> one.toMillis() < 1);
            if (isTooShort || mostConnections < 1) {
                throw new IllegalStateException("timeout and mostConnections are at least 1");
            }
            return RunningAgent.start(
                    new RunningAgent.Settings(
                            info, health, authenticator == null ? new Token(token) : authenticator, new InetSocketAddress(host, port), heartbeat, timeout, Map.copyOf(timeouts),
                            mostConnections, executor, tls, snapshots, errors, List.copyOf(providers)));
        }
    }
}
