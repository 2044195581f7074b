package dev.gatehouse.agent.internal;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.gatehouse.agent.AgentInfo;
import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.ErrorListener;
import dev.gatehouse.agent.Health;
import dev.gatehouse.agent.McpException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.java_websocket.WebSocket;
import org.java_websocket.drafts.Draft;
import org.java_websocket.drafts.Draft_6455;
import org.java_websocket.exceptions.InvalidDataException;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.handshake.ServerHandshakeBuilder;
import org.java_websocket.protocols.Protocol;
import org.java_websocket.server.DefaultSSLWebSocketServerFactory;
import org.java_websocket.server.DefaultWebSocketServerFactory;
import org.java_websocket.server.WebSocketServer;

/**
 * Serves an offer to every gateway with the right token. See docs/protocol.md#agents-registration and
 * docs/protocol.md#frames.
 *
 * <p>The agent listens; the gateway connects. Before registration succeeds, no other frame gets a response; a
 * connection that does not register in time, or that too many others displace, is closed.
 */
final class AgentServer extends WebSocketServer {
    /** Settings of the builder. */
    record Options(
            Supplier<AgentInfo> info,
            Supplier<Health> health,
            Predicate<String> authenticator,
            Duration heartbeat,
            Duration timeout,
            Map<String, Duration> timeouts,
            int mostConnections,
            ErrorListener errors,
            Set<String> snapshotsOf) {
        Duration timeoutOf(String capabilityId) {
            return timeouts.getOrDefault(capabilityId, timeout);
        }
    }

    /** WebSocket close codes: wrong token; a limit was exceeded. */
    private static final int UNAUTHORISED = 4001;
    private static final int POLICY_VIOLATION = 1008;

    private static final Duration REGISTER_WITHIN = Duration.ofSeconds(5);
    private static final int DECODERS = 2;

    private final Options options;
    private final Offer offer;
    private final ScheduledExecutorService timer;
    private final CompletableFuture<Void> listening = new CompletableFuture<>();
    private final Map<WebSocket, Connection> connections = new ConcurrentHashMap<>();
    private final LimitedFactory sockets;

    AgentServer(InetSocketAddress address, Options options, Offer offer, ScheduledExecutorService timer, SSLContext tls) {
        super(
                address,
                DECODERS,
                List.of(new Draft_6455(List.of(), List.of(new Protocol("")), Frames.MAX_BYTES)));
        this.options = options;
        this.offer = offer;
        this.timer = timer;
        sockets =
                new LimitedFactory(
                        tls == null ? new DefaultWebSocketServerFactory() : new DefaultSSLWebSocketServerFactory(tls),
                        options.mostConnections(),
                        System::nanoTime);
        setWebSocketFactory(sockets);
        setReuseAddr(true);
        setTcpNoDelay(true);
        setDaemon(true);
        setConnectionLostTimeout(60);
    }

    /** @throws IOException when the address is not available */
    void listen() throws IOException, InterruptedException {
        start();
        try {
            listening.get();
        } catch (ExecutionException thrown) {
            throw new IOException("Cannot listen on " + getAddress() + ": " + thrown.getCause().getMessage(), thrown.getCause());
        }
        timer.scheduleWithFixedDelay(this::closeUnregistered, 1, 1, TimeUnit.SECONDS);
    }

    /** Stops to listen, and closes every connection. */
    void end(int timeoutMs) throws InterruptedException {
        sockets.closeUnregistered(0);
        try {
            stop(timeoutMs);
        } catch (ClosedSelectorException ended) {
            // The selector's thread ended before all gateways got their close frame.
        } finally {
            sockets.closeAll();
        }
    }

    @Override
    public void onStart() {
        listening.complete(null);
    }

    private void closeUnregistered() {
        sockets.closeUnregistered(REGISTER_WITHIN.toNanos());
    }

    /** Only web browsers send an Origin: a web page may not connect to an agent. */
    @Override
    public ServerHandshakeBuilder onWebsocketHandshakeReceivedAsServer(
            WebSocket socket, Draft draft, ClientHandshake request) throws InvalidDataException {
        if (request.hasFieldValue("Origin")) throw new InvalidDataException(POLICY_VIOLATION, "an Origin is not allowed");
        return super.onWebsocketHandshakeReceivedAsServer(socket, draft, request);
    }

    @Override
    public void onOpen(WebSocket socket, ClientHandshake handshake) {
        connections.put(socket, new Connection(socket, timer, () -> onWriteDemand(socket), this::reportSlowReader));
    }

    private void reportSlowReader(Connection connection) {
        options.errors()
                .onError(
                        connection.isRegistered() ? "gateway " + connection.gatewayId() : "a connection",
                        new IllegalStateException("disconnected: it does not read what it is sent"));
    }

    @Override
    public void onClose(WebSocket socket, int code, String reason, boolean remote) {
        connections.remove(socket);
    }

    @Override
    public void onError(WebSocket socket, Exception thrown) {
        if (socket == null && listening.completeExceptionally(thrown)) return;
        options.errors().onError(socket == null ? "the agent's server" : "a connection", thrown);
    }

    @Override
    public void onMessage(WebSocket socket, ByteBuffer bytes) {
        onMessage(socket, "");
    }

    @Override
    public void onMessage(WebSocket socket, String text) {
        Connection connection = connections.get(socket);
        if (connection == null) return;
        if (!connection.allowsFrame()) {
            connection.close(POLICY_VIOLATION, "too many frames");
            return;
        }
        try {
            handle(Frames.read(text), socket, connection);
        } catch (Frames.InvalidFrame thrown) {
            if (connection.isRegistered()) connection.send("error", invalid(thrown.getMessage(), thrown.correlationId()));
            else refuse(connection, thrown.correlationId());
        } catch (StackOverflowError tooDeep) {
            // Uncaught, it would end the decoder's thread with all its connections.
            if (connection.isRegistered()) connection.send("error", tooComplex());
            else refuse(connection, null);
        }
    }

    private void handle(JsonObject frame, WebSocket socket, Connection connection) {
        String type = frame.get("type").getAsString();
        String id = frame.get("id").getAsString();
        if (type.equals("register")) {
            register(frame, id, socket, connection);
        } else if (!connection.isRegistered()) {
            refuse(connection, id);
        } else if (type.equals("heartbeat")) {
            JsonObject ack = correlated(id);
            Health health = options.health().get();
            if (health != null) ack.add("status", healthJson(health));
            connection.send("heartbeat_ack", ack);
        } else if (type.equals("request")) {
            request(frame.getAsJsonObject("payload"), id, connection);
        } else if (!type.equals("error")) {
            connection.send("error", invalid("an agent takes no " + type, id));
        }
    }

    private void register(JsonObject frame, String id, WebSocket socket, Connection connection) {
        String token = frame.getAsJsonObject("authentication").get("token").getAsString();
        if (!options.authenticator().test(token)) {
            refuseRegistration(connection, id, ErrorCode.TOKEN_INVALID, UNAUTHORISED);
            return;
        }
        if (!sockets.register(socket)) {
            refuseRegistration(connection, id, ErrorCode.RATE_LIMITED, POLICY_VIOLATION);
            return;
        }
        JsonObject ack = correlated(id);
        ack.addProperty("success", true);
        String gatewayId = frame.getAsJsonObject("gateway").get("id").getAsString();
        ack.addProperty("gatewayId", gatewayId);
        ack.addProperty("sessionId", UUID.randomUUID().toString());
        ack.add("agentInfo", agentInfo());
        JsonObject config = new JsonObject();
        config.addProperty("heartbeatInterval", options.heartbeat().toMillis());
        config.addProperty("reconnectDelay", 1_000);
        config.addProperty("maxRetries", 3);
        ack.add("config", config);
        ack.add("capabilities", offer.manifests());
        connection.register(gatewayId, ack);
    }

    private static void refuseRegistration(Connection connection, String id, ErrorCode code, int closeCode) {
        JsonObject ack = correlated(id);
        ack.addProperty("success", false);
        ack.add("error", new McpException(code).toJson());
        connection.send("register_ack", ack);
        connection.close(closeCode, code.toString());
    }

    private JsonObject agentInfo() {
        JsonObject info = infoJson(options.info().get());
        if (!options.snapshotsOf().isEmpty()) {
            info.add("snapshotsOf", Json.array(options.snapshotsOf().stream().sorted().toArray(String[]::new)));
        }
        return info;
    }

    private void request(JsonObject payload, String id, Connection connection) {
        long began = System.nanoTime();
        if (!connection.beginCall()) {
            JsonObject busy = new JsonObject();
            busy.addProperty("success", false);
            busy.add("error", new McpException(ErrorCode.RATE_LIMITED).toJson());
            respond(connection, id, busy, began);
            return;
        }
        AtomicBoolean isAnswered = new AtomicBoolean();
        String capabilityId = payload.get("capabilityId").getAsString();
        ScheduledFuture<?> limit =
                timer.schedule(
                        () -> {
                            if (!isAnswered.compareAndSet(false, true)) return;
                            connection.endCall();
                            respond(connection, id, timedOut(capabilityId), began);
                        },
                        options.timeoutOf(capabilityId).toMillis(),
                        TimeUnit.MILLISECONDS);
        offer.respond(payload, () -> !isAnswered.get() && connection.isOpen())
                .thenAccept(response -> {
                    if (!isAnswered.compareAndSet(false, true)) return;
                    limit.cancel(false);
                    connection.endCall();
                    respond(connection, id, response, began);
                });
    }

    private JsonObject timedOut(String capabilityId) {
        options.errors()
                .onError(
                        capabilityId,
                        new IllegalStateException("no answer within " + options.timeoutOf(capabilityId).toMillis() + " ms"));
        JsonObject payload = new JsonObject();
        payload.addProperty("success", false);
        payload.add("error", new McpException(ErrorCode.TIMEOUT).toJson());
        return payload;
    }

    private void respond(Connection connection, String id, JsonObject payload, long began) {
        JsonObject metadata = new JsonObject();
        metadata.addProperty("executionTime", Math.round((System.nanoTime() - began) / 1e6));
        metadata.addProperty("serverId", options.info().get().id());
        payload.add("metadata", metadata);
        JsonObject body = correlated(id);
        body.add("payload", payload);
        connection.send("response", body);
    }

    /** Sends an event to every registered gateway; those that read too slowly miss it. */
    void publish(String eventId, JsonObject data) {
        JsonObject payload = new JsonObject();
        payload.addProperty("eventId", eventId);
        payload.add("data", data);
        JsonObject body = new JsonObject();
        body.add("payload", payload);
        for (Connection connection : connections.values()) {
            if (!connection.receivesEvents()) continue;
            long dropped = connection.sendEvent(Frames.write("event", body));
            if (dropped > 0 && Long.bitCount(dropped) == 1) {
                options.errors()
                        .onError(
                                "gateway " + connection.gatewayId(),
                                new IllegalStateException(dropped + " events dropped: it reads too slowly"));
            }
        }
    }

    void sendUpdate(String action, JsonArray capabilities) {
        for (Connection connection : connections.values()) {
            if (!connection.receivesEvents()) continue;
            JsonObject body = new JsonObject();
            body.addProperty("gatewayId", connection.gatewayId());
            body.addProperty("action", action);
            body.add("capabilities", capabilities);
            connection.send("capability_update", body);
        }
    }

    private static void refuse(Connection connection, String id) {
        JsonObject body = id == null ? new JsonObject() : correlated(id);
        body.add("error", new McpException(ErrorCode.UNAUTHORIZED).toJson());
        connection.send("error", body);
        connection.close(UNAUTHORISED, "unauthorised");
    }

    private static JsonObject correlated(String id) {
        JsonObject body = new JsonObject();
        body.addProperty("correlationId", id);
        return body;
    }

    private static JsonObject tooComplex() {
        JsonObject body = new JsonObject();
        body.add("error", new McpException(ErrorCode.SCHEMA_VALIDATION_FAILED).toJson());
        return body;
    }

    private static JsonObject invalid(String reason, String id) {
        JsonObject body = id == null ? new JsonObject() : correlated(id);
        JsonObject details = new JsonObject();
        details.addProperty("reason", reason);
        body.add(
                "error",
                new McpException(ErrorCode.INVALID_REQUEST, ErrorCode.INVALID_REQUEST.message(), details).toJson());
        return body;
    }

    private static JsonObject infoJson(AgentInfo info) {
        JsonObject json = new JsonObject();
        json.addProperty("id", info.id());
        json.addProperty("name", info.name());
        json.addProperty("version", info.version());
        if (info.server() == null) return json;
        JsonObject server = new JsonObject();
        server.addProperty("name", info.server().name());
        server.addProperty("type", info.server().type());
        server.addProperty("version", info.server().version());
        server.addProperty("maxPlayers", info.server().maxPlayers());
        server.addProperty("onlinePlayers", info.server().onlinePlayers());
        json.add("serverInfo", server);
        return json;
    }

    private static JsonObject healthJson(Health health) {
        JsonObject json = new JsonObject();
        json.addProperty("healthy", health.healthy());
        json.add("tps", Numbers.json(health.tps()));
        json.addProperty("onlinePlayers", health.onlinePlayers());
        json.add("memoryUsage", Numbers.json(health.memoryUsage()));
        return json;
    }
}
