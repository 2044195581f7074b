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

/** One connection to a gateway: whether it has registered, and how much it may have under way. */
final class Connection {
    /** Requests that are under way at once. */
    static final int MOST_CALLS = 64;
    /** Frames that wait to be sent. Events beyond it are dropped. */
    static final int MOST_WAITING = 256;
    /** Frames and bytes that wait to be sent. A gateway that leaves more unread is disconnected. */
    static final int MOST_UNREAD = 1_024;
    static final long MOST_UNREAD_BYTES = 32L * 1_024 * 1_024;
    private static final int POLICY_VIOLATION = 1008;

    private final WebSocket socket;
    private final FrameRate rate = new FrameRate(System::nanoTime);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicBoolean isCut = new AtomicBoolean();
    private final Consumer<Connection> onUnread;
    private final WriteNudge nudge;
    private volatile String gatewayId;

    /**
     * @param demandWrite asks the server to write what is queued for the socket
     * @param onUnread called once, when it is disconnected because it does not read
     */
    Connection(
            WebSocket socket, ScheduledExecutorService timer, Runnable demandWrite, Consumer<Connection> onUnread) {
        this.socket = socket;
        this.onUnread = onUnread;
        nudge = new WriteNudge(timer, this::hasQueued, demandWrite);
    }

    private boolean hasQueued() {
        return socket.isOpen() && socket instanceof WebSocketImpl line && !line.outQueue.isEmpty();
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

    /** Registered once the acknowledgement is queued, so that nothing comes before it. */
    synchronized void register(String id, JsonObject ack) {
        send("register_ack", ack);
        gatewayId = id;
    }

    /** Whether events go to it. Waits for a registration that is under way: who reads it gets every later event. */
    synchronized boolean takesEvents() {
        return gatewayId != null;
    }

    /** Counts a frame that came; false when there were too many in this second. Called by one thread at a time. */
    boolean takesFrame() {
        return rate.takes();
    }

    boolean beginCall() {
        if (calls.incrementAndGet() <= MOST_CALLS) return true;
        calls.decrementAndGet();
        return false;
    }

    void endCall() {
        calls.decrementAndGet();
    }

    /** Does nothing when the other side is gone; disconnects one that leaves too much unread. */
    void send(String type, JsonObject body) {
        if (isFull()) cut();
        else sendText(Frames.write(type, body));
    }

    /**
     * The frame that says why waits behind the others. A gateway that never reads it fails the next pings, which ends
     * the connection and frees what waits.
     */
    private void cut() {
        if (!isCut.compareAndSet(false, true)) return;
        close(POLICY_VIOLATION, "it does not read what it is sent");
        onUnread.accept(this);
    }

    private boolean isFull() {
        if (!(socket instanceof WebSocketImpl line)) return false;
        int frames = 0;
        long bytes = 0;
        for (ByteBuffer frame : line.outQueue) {
            frames += 1;
            bytes += frame.remaining();
            if (frames >= MOST_UNREAD || bytes >= MOST_UNREAD_BYTES) return true;
        }
        return false;
    }

    private void sendText(String text) {
        try {
            socket.send(text);
            nudge.onQueued();
        } catch (WebsocketNotConnectedException gone) {
            // The gateway has disconnected: nobody waits for it.
        }
    }

    /** Drops the event when the gateway reads too slowly. @return how many were dropped since one was sent; 0 when it was sent */
    long sendEvent(String text) {
        boolean isBehind = socket instanceof WebSocketImpl line && line.outQueue.size() >= MOST_WAITING;
        if (isBehind || isFull()) return dropped.incrementAndGet();
        dropped.set(0);
        sendText(text);
        return 0;
    }

    void close(int code, String reason) {
        socket.close(code, reason);
    }
}
