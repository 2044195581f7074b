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
 * Serves the declared capabilities to every gateway with the right token. See docs/protocol.md#agents-registration and
 * docs/protocol.md#frames.
 */
public interface Agent extends AutoCloseable {
    /** {@code ws://ADDRESS:PORT}, or {@code wss:}. */
    String address();

    /**
     * Adds the capabilities of a provider.
     *
     * @throws DeclarationException when a declaration is invalid or its id is offered already; then nothing changes
     */
    void add(Object provider);

    /**
     * Replaces the capabilities with the same ids by those of a provider.
     *
     * @throws DeclarationException when a declaration is invalid or its id is not offered; then nothing changes
     */
    void update(Object provider);

    /**
     * Removes capabilities.
     *
     * @throws IllegalArgumentException when one is not offered; then nothing changes
     */
    void remove(String... ids);

    /** Disconnects every gateway, within two seconds. */
    @Override
    void close();

    /** Starts the configuration of an agent. */
    static Builder builder() {
        return new Builder();
    }

    /** Configures an agent. Only {@link #info}, {@link #token} and a provider are required. */
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

        /** Information about the agent. */
        public Builder info(AgentInfo value) {
            Objects.requireNonNull(value, "info");
            return info(() -> value);
        }

        /** Information about the agent; called at each registration and response, from any thread. */
        public Builder info(Supplier<AgentInfo> value) {
            info = Objects.requireNonNull(value, "info");
            return this;
        }

        /** Health of the server; called at each heartbeat, from any thread. */
        public Builder health(Supplier<Health> value) {
            health = Objects.requireNonNull(value, "health");
            return this;
        }

        /** Shared secret of the gateways, at least 8 characters. */
        public Builder token(String value) {
            token = Objects.requireNonNull(value, "token");
            return this;
        }

        /**
         * Accepts or rejects tokens, instead of one {@link #token}. Called from any thread, with untrusted text of at
         * most 4,096 characters. Compare in constant time.
         */
        public Builder authenticator(Predicate<String> value) {
            authenticator = Objects.requireNonNull(value, "authenticator");
            return this;
        }

        /** Address to listen on; default: loopback. */
        public Builder host(String value) {
            host = Objects.requireNonNull(value, "host");
            return this;
        }

        /** Port to listen on; default: 8765, 0 for a free one. */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /** Heartbeat interval of gateways; 100 ms to 10 minutes, default: 10 s. */
        public Builder heartbeat(Duration value) {
            heartbeat = Objects.requireNonNull(value, "heartbeat");
            return this;
        }

        /** Timeout of a capability, after which its caller gets SYSTEM.TIMEOUT; default: 30 s. */
        public Builder timeout(Duration value) {
            timeout = Objects.requireNonNull(value, "timeout");
            return this;
        }

        /** Timeout of one capability, when it differs from {@link #timeout(Duration)}; for example of a backup. */
        public Builder timeout(String capabilityId, Duration value) {
            timeouts.put(Objects.requireNonNull(capabilityId, "capabilityId"), Objects.requireNonNull(value, "timeout"));
            return this;
        }

        /** Maximum registered gateways; default: 16. */
        public Builder mostConnections(int value) {
            mostConnections = value;
            return this;
        }

        /**
         * Runs every capability, for example on the server's main thread. It may refuse with a
         * {@code RejectedExecutionException}. Default: 8 threads of the agent.
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

        /** Lets the gateway undo actions of the agent. */
        public Builder snapshots(SnapshotKeeper value) {
            snapshots = Objects.requireNonNull(value, "snapshots");
            return this;
        }

        /** Receives bugs; default: writes them to standard error. */
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
         * @throws DeclarationException when the declaration of a provider is invalid
         * @throws IllegalStateException when a setting is missing or out of range
         * @throws IOException when the address is not available
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
