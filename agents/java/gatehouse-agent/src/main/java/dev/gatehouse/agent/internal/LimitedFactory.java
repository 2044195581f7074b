package dev.gatehouse.agent.internal;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.java_websocket.WebSocket;
import org.java_websocket.WebSocketAdapter;
import org.java_websocket.WebSocketImpl;
import org.java_websocket.WebSocketServerFactory;
import org.java_websocket.drafts.Draft;

/**
 * Limits open sockets: registered gateways by their number, and unregistered ones by a number and a time of their own.
 *
 * <p>A new socket always gets a place, so unknown clients can't keep a gateway out: of too many unregistered ones, the address
 * with the most loses its oldest. Registered ones are never closed for others.
 */
final class LimitedFactory implements WebSocketServerFactory {
    /** Maximum sockets that have not registered. */
    static final int MAX_UNREGISTERED = 64;
    private static final int POLICY_VIOLATION = 1008;
    private static final int GOING_AWAY = 1001;

    /** The place of an open socket. */
    private static final class Place {
        private final SocketChannel channel;
        private final String address;
        private final long since;
        private boolean isRegistered;

        private Place(SocketChannel channel, String address, long since) {
            this.channel = channel;
            this.address = address;
            this.since = since;
        }
    }

    private final WebSocketServerFactory inner;
    private final int maxRegistered;
    private final LongSupplier nanoTime;
    /** Oldest first. Guarded by this. */
    private final Map<WebSocket, Place> places = new LinkedHashMap<>();

    /** @param nanoTime a monotonic clock */
    LimitedFactory(WebSocketServerFactory inner, int maxRegistered, LongSupplier nanoTime) {
        this.inner = inner;
        this.maxRegistered = maxRegistered;
        this.nanoTime = nanoTime;
    }

    @Override
    public ByteChannel wrapChannel(SocketChannel channel, SelectionKey key) throws IOException {
        ByteChannel wrapped = inner.wrapChannel(channel, key);
        String address = addressOf(channel.getRemoteAddress());
        WebSocketImpl displaced = occupy((WebSocketImpl) key.attachment(), new Place(channel, address, nanoTime.getAsLong()));
        if (displaced != null) displaced.closeConnection(POLICY_VIOLATION, "too many unregistered connections", false);
        return wrapped;
    }

    /** @return the socket that loses its place, or null. The caller closes it, without this lock */
    private synchronized WebSocketImpl occupy(WebSocketImpl socket, Place place) {
        removeClosed();
        Map<String, Integer> counts = new HashMap<>();
        for (Place one : places.values()) if (!one.isRegistered) counts.merge(one.address, 1, Integer::sum);
        boolean isFull = counts.values().stream().mapToInt(Integer::intValue).sum() >= MAX_UNREGISTERED;
        WebSocket displaced = null;
        int most = 0;
        for (Map.Entry<WebSocket, Place> entry : places.entrySet()) {
            int ofAddress = counts.getOrDefault(entry.getValue().address, 0);
            if (!isFull || entry.getValue().isRegistered || ofAddress <= most) continue;
            most = ofAddress;
            displaced = entry.getKey();
        }
        if (displaced != null) places.remove(displaced);
        places.put(socket, place);
        return (WebSocketImpl) displaced;
    }

    /** Gives the socket the place of a registered gateway; false when all of those are taken. */
    synchronized boolean register(WebSocket socket) {
        removeClosed();
        Place place = places.get(socket);
        if (place == null) return false;
        if (place.isRegistered) return true;
        if (places.values().stream().filter(one -> one.isRegistered).count() >= maxRegistered) return false;
        place.isRegistered = true;
        return true;
    }

    /** Closes sockets that have not registered within this time. */
    void closeUnregistered(long olderThanNanos) {
        for (WebSocketImpl socket : unregistered(olderThanNanos)) {
            socket.closeConnection(POLICY_VIOLATION, "not registered in time", false);
        }
    }

    private synchronized List<WebSocketImpl> unregistered(long olderThanNanos) {
        removeClosed();
        long now = nanoTime.getAsLong();
        List<WebSocketImpl> found = new ArrayList<>();
        places.forEach((socket, place) -> {
            if (!place.isRegistered && now - place.since >= olderThanNanos) found.add((WebSocketImpl) socket);
        });
        return found;
    }

    /** Closes every socket at once. */
    void closeAll() {
        List<WebSocket> all;
        synchronized (this) {
            all = List.copyOf(places.keySet());
        }
        for (WebSocket socket : all) ((WebSocketImpl) socket).closeConnection(GOING_AWAY, "the agent ended", false);
    }

    private void removeClosed() {
        places.values().removeIf(place -> !place.channel.isOpen());
    }

    /** What counts as one address: all of this computer, and a network of IPv6 that one device may have. */
    static String addressOf(SocketAddress remote) {
        InetAddress address = remote instanceof InetSocketAddress internet ? internet.getAddress() : null;
        if (address == null || address.isLoopbackAddress()) return "loopback";
        if (!(address instanceof Inet6Address)) return address.getHostAddress();
        return Arrays.toString(Arrays.copyOf(address.getAddress(), 8));
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
