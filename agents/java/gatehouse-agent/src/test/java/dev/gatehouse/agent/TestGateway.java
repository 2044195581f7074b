package dev.gatehouse.agent;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The gateway's side of one connection, over the JDK's own WebSocket. */
final class TestGateway implements AutoCloseable, WebSocket.Listener {
    private static final long PATIENCE_S = 20;
    private static final AtomicInteger IDS = new AtomicInteger();

    private final BlockingQueue<JsonObject> frames = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private volatile boolean isReading = true;
    private WebSocket socket;

    private TestGateway() {}

    static TestGateway connected(Agent agent) throws Exception {
        return connected(agent.address(), HttpClient.newHttpClient());
    }

    static TestGateway connected(String address, HttpClient client) throws Exception {
        return connected(address, client.newWebSocketBuilder());
    }

    static TestGateway connected(String address, WebSocket.Builder builder) throws Exception {
        TestGateway gateway = new TestGateway();
        gateway.socket =
                builder
                        .buildAsync(URI.create(address), gateway)
                        .get(PATIENCE_S, TimeUnit.SECONDS);
        return gateway;
    }

    static TestGateway registered(Agent agent, String token) throws Exception {
        TestGateway gateway = connected(agent);
        if (!gateway.register(token).get("success").getAsBoolean()) throw new AssertionError("not registered");
        return gateway;
    }

    JsonObject register(String token) throws Exception {
        send(frame("register", "\"version\":\"1.0.0\",\"gateway\":{\"id\":\"g\",\"name\":\"G\",\"version\":\"1.0.0\"},"
                + "\"authentication\":{\"type\":\"token\",\"token\":\"" + token + "\"}"));
        return next();
    }

    static String request(String capabilityId, String parameters) {
        return frame("request", "\"payload\":{\"capabilityId\":\"" + capabilityId + "\",\"parameters\":" + parameters + "}");
    }

    private static String frame(String type, String rest) {
        return "{\"id\":\"f" + IDS.incrementAndGet() + "\",\"type\":\"" + type
                + "\",\"timestamp\":\"2026-01-19T10:30:00Z\"," + rest + "}";
    }

    void send(String text) throws Exception {
        socket.sendText(text, true).get(PATIENCE_S, TimeUnit.SECONDS);
    }

    /** The payload of the response. */
    JsonObject call(String capabilityId, String parameters) throws Exception {
        send(request(capabilityId, parameters));
        return next().getAsJsonObject("payload");
    }

    String data(String capabilityId, String parameters) throws Exception {
        JsonObject payload = call(capabilityId, parameters);
        if (!payload.get("success").getAsBoolean()) throw new AssertionError(payload.toString());
        return payload.get("data").toString();
    }

    String errorCode(String capabilityId, String parameters) throws Exception {
        return call(capabilityId, parameters).getAsJsonObject("error").get("code").getAsString();
    }

    JsonObject next() throws Exception {
        JsonObject frame = frames.poll(PATIENCE_S, TimeUnit.SECONDS);
        if (frame == null) throw new TimeoutException("no frame");
        return frame;
    }

    int waiting() {
        return frames.size();
    }

    int closeCode() throws Exception {
        return closed.get(PATIENCE_S, TimeUnit.SECONDS);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            frames.add(JsonParser.parseString(partial.toString()).getAsJsonObject());
            partial.setLength(0);
        }
        if (isReading) from.request(1);
        return null;
    }

    /** Stops reading after the next frame. */
    void stopReading() {
        isReading = false;
    }

    void readOn() {
        isReading = true;
        socket.request(1);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int statusCode, String reason) {
        closed.complete(statusCode);
        return null;
    }

    @Override
    public void close() {
        socket.abort();
    }
}
