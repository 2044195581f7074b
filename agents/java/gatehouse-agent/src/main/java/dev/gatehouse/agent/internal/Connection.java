package dev.gatehouse.agent.internal;

import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.java_websocket.WebSocket;
import org.java_websocket.WebSocketImpl;
import org.java_websocket.exceptions.WebsocketNotConnectedException;

/** One connection to a gateway: its registration, and its limits of requests and unread frames. */
final class Connection {
    /** Maximum running requests. */
    static final int MAX_CALLS = 64;
    /** Maximum frames waiting to be sent; with more, events are dropped. */
    static final int MAX_WAITING_FRAMES = 256;
    /** Maximum frames and bytes waiting to be sent; with more, the gateway is disconnected. */
    static final int MAX_UNREAD_FRAMES = 1_024;
    static final long MAX_UNREAD_BYTES = 32L * 1_024 * 1_024;
    private static final int POLICY_VIOLATION = 1008;

    private final WebSocket socket;
    private final FrameRate rate = new FrameRate(System::nanoTime);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicBoolean isDisconnecting = new AtomicBoolean();
    private final Consumer<Connection> onUnread;
    private final WriteRetry writeRetry;
    private volatile String gatewayId;

    /**
     * @param demandWrite requests the server to write the queued frames of the socket
     * @param onUnread called once, when the gateway is disconnected because it does not read
     */
    Connection(
            WebSocket socket, ScheduledExecutorService timer, Runnable demandWrite, Consumer<Connection> onUnread) {
        this.socket = socket;
        this.onUnread = onUnread;
        writeRetry = new WriteRetry(timer, this::hasQueued, demandWrite);
    }

    private boolean hasQueued() {
        return socket.isOpen() && socket instanceof WebSocketImpl implementation && !implementation.outQueue.isEmpty();
    }

    boolean isOpen() {
        return socket.isOpen();
    }

    boolean isRegistered() {
        return gatewayId != null;
    }

    String gatewayId() {
        return gatewayId;
    }

    /** Registers after queueing the acknowledgement, so that no other frame precedes it. */
    synchronized void register(String id, JsonObject ack) {
        send("register_ack", ack);
        gatewayId = id;
    }

    /** Whether events are sent to it. Waits for a registration in progress, so that no later event is missed. */
    synchronized boolean receivesEvents() {
        return gatewayId != null;
    }

    /** Counts a received frame; false when there were too many in this second. Called by one thread at a time. */
    boolean allowsFrame() {
        return rate.allows();
    }

    boolean beginCall() {
        if (calls.incrementAndGet() <= MAX_CALLS) return true;
        calls.decrementAndGet();
        return false;
    }

    void endCall() {
        calls.decrementAndGet();
    }

    /** Does nothing when the gateway has disconnected; disconnects it when it has too many unread frames. */
    void send(String type, JsonObject body) {
        if (isFull()) disconnectSlowReader();
        else sendText(Frames.write(type, body));
    }

    /**
     * The close frame waits behind the others. A gateway that never reads it does not respond to the next pings, which
     * closes the connection and releases the queue.
     */
    private void disconnectSlowReader() {
        if (!isDisconnecting.compareAndSet(false, true)) return;
        close(POLICY_VIOLATION, "it does not read what it is sent");
        onUnread.accept(this);
    }

    private boolean isFull() {
        if (!(socket instanceof WebSocketImpl implementation)) return false;
        int frames = 0;
        long bytes = 0;
        for (ByteBuffer frame : implementation.outQueue) {
            frames += 1;
            bytes += frame.remaining();
            if (frames >= MAX_UNREAD_FRAMES || bytes >= MAX_UNREAD_BYTES) return true;
        }
        return false;
    }

    private void sendText(String text) {
        try {
            socket.send(text);
            writeRetry.onQueued();
        } catch (WebsocketNotConnectedException gone) {
            // The gateway has disconnected.
        }
    }

    /** Drops the event when the gateway reads too slowly. @return events dropped since the last one sent, or 0 */
    long sendEvent(String text) {
        boolean isBehind =
                socket instanceof WebSocketImpl implementation && implementation.outQueue.size() >= MAX_WAITING_FRAMES;
        if (isBehind || isFull()) return dropped.incrementAndGet();
        dropped.set(0);
        sendText(text);
        return 0;
    }

    void close(int code, String reason) {
        socket.close(code, reason);
    }
}
