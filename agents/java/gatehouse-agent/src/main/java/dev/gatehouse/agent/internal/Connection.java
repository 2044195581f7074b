package dev.gatehouse.agent.internal;

import com.google.gson.JsonObject;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.java_websocket.WebSocket;
import org.java_websocket.WebSocketImpl;
import org.java_websocket.exceptions.WebsocketNotConnectedException;

/** One connection to a gateway: whether it has registered, and how much it may have under way. */
final class Connection {
    /** Requests that are under way at once. */
    static final int MOST_CALLS = 64;
    /** Frames that wait to be sent. Events beyond it are dropped. */
    static final int MOST_WAITING = 256;

    private final WebSocket socket;
    private final FrameRate rate = new FrameRate(System::nanoTime);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private volatile String gatewayId;

    Connection(WebSocket socket) {
        this.socket = socket;
    }

    boolean isRegistered() {
        return gatewayId != null;
    }

    String gatewayId() {
        return gatewayId;
    }

    void register(String id) {
        gatewayId = id;
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

    /** Does nothing when the other side is gone. */
    void send(String type, JsonObject body) {
        sendText(Frames.write(type, body));
    }

    private void sendText(String text) {
        try {
            socket.send(text);
        } catch (WebsocketNotConnectedException gone) {
            // The gateway has hung up: nobody waits for it.
        }
    }

    /** Drops the event when the gateway reads too slowly. @return how many were dropped since one was sent; 0 when it was sent */
    long sendEvent(String text) {
        if (socket instanceof WebSocketImpl line && line.outQueue.size() >= MOST_WAITING) return dropped.incrementAndGet();
        dropped.set(0);
        sendText(text);
        return 0;
    }

    void close(int code, String reason) {
        socket.close(code, reason);
    }
}
