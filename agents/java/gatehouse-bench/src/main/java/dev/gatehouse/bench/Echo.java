package dev.gatehouse.bench;

import java.net.InetSocketAddress;
import org.java_websocket.WebSocket;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.server.WebSocketServer;

/** A plain WebSocket echo server with the agent's library: the baseline of the benchmark. */
final class Echo extends WebSocketServer {
    private Echo() {
        super(new InetSocketAddress("127.0.0.1", 0));
        setTcpNoDelay(true);
        setDaemon(true);
    }

    static void serve() {
        new Echo().start();
    }

    @Override
    public void onStart() {
        System.out.println("ws://127.0.0.1:" + getPort());
    }

    @Override
    public void onMessage(WebSocket socket, String message) {
        socket.send(message);
    }

    @Override
    public void onOpen(WebSocket socket, ClientHandshake handshake) {}

    @Override
    public void onClose(WebSocket socket, int code, String reason, boolean remote) {}

    @Override
    public void onError(WebSocket socket, Exception thrown) {
        thrown.printStackTrace();
    }
}
