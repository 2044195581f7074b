package dev.gatehouse.agent.internal;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.java_websocket.WebSocketAdapter;
import org.java_websocket.WebSocketImpl;
import org.java_websocket.WebSocketServerFactory;
import org.java_websocket.drafts.Draft;

/**
 * Limits the number of open sockets, registered or not.
 *
 * <p>Not done in {@code WebSocketServer.onConnect}, because a rejection there stops the server from accepting.
 */
final class LimitedFactory implements WebSocketServerFactory {
    private final WebSocketServerFactory inner;
    private final int most;
    /** Open sockets and the time of their connection, in nanoseconds. */
    private final Map<SelectableChannel, Long> open = new ConcurrentHashMap<>();

    private final LongSupplier nanoTime;

    /** @param nanoTime a monotonic clock */
    LimitedFactory(WebSocketServerFactory inner, int most, LongSupplier nanoTime) {
        this.inner = inner;
        this.most = most;
        this.nanoTime = nanoTime;
    }

    @Override
    public ByteChannel wrapChannel(SocketChannel channel, SelectionKey key) throws IOException {
        open.keySet().removeIf(one -> !one.isOpen());
        if (open.size() >= most) throw new IOException("more than " + most + " connections");
        open.put(channel, nanoTime.getAsLong());
        return inner.wrapChannel(channel, key);
    }

    /** Closes sockets that have not registered within this time. */
    void closeUnregistered(long olderThanNanos, Predicate<SelectableChannel> isRegistered) {
        long now = nanoTime.getAsLong();
        for (Map.Entry<SelectableChannel, Long> entry : open.entrySet()) {
            if (now - entry.getValue() < olderThanNanos || isRegistered.test(entry.getKey())) continue;
            try {
                entry.getKey().close();
            } catch (IOException alreadyGone) {
                // The socket is closed in any case.
            }
        }
    }

    @Override
    public WebSocketImpl createWebSocket(WebSocketAdapter adapter, Draft draft) {
        return inner.createWebSocket(adapter, draft);
    }

    @Override
    public WebSocketImpl createWebSocket(WebSocketAdapter adapter, List<Draft> drafts) {
        return inner.createWebSocket(adapter, drafts);
    }

    @Override
    public void close() {
        inner.close();
    }
}
