package dev.gatehouse.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Unknown clients who occupy connections never keep a gateway with the token out. */
class UnknownClientsTest {
    record One(int one) {}

    @McpProvider(id = "ones", name = "Ones")
    static class Ones {
        @McpContext(id = "ext.ones.get", name = "Get")
        public One get() {
            return new One(1);
        }
    }

    private static final String UPGRADE =
            "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

    private final List<Socket> clients = new CopyOnWriteArrayList<>();
    private Agent agent;

    @BeforeEach
    void start() throws IOException {
        agent =
                Agent.builder()
                        .info(new AgentInfo("test", "Test"))
                        .token(AgentTest.TOKEN)
                        .port(0)
                        .provider(new Ones())
                        .onError((where, thrown) -> {})
                        .start();
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket client : clients) client.close();
        agent.close();
    }

    private Socket unknownClient(String says) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(agent.address()).getPort());
        socket.getOutputStream().write(says.getBytes(StandardCharsets.US_ASCII));
        clients.add(socket);
        return socket;
    }

    private List<Socket> unknownClients(int count, String says) throws IOException {
        List<Socket> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add(unknownClient(says));
        return all;
    }

    /** Whether the agent closes the connection within this time. */
    private static boolean isClosed(Socket socket, int withinMs) throws IOException {
        socket.setSoTimeout(withinMs);
        try {
            while (socket.getInputStream().read() >= 0) {}
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    private void assertServes() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, AgentTest.TOKEN)) {
            assertEquals("{\"one\":1}", gateway.data("ext.ones.get", "{}"));
        }
    }

    @Test
    void whoSayNothing() throws Exception {
        unknownClients(16, "");
        assertServes();
        List<Socket> many = unknownClients(200, "");
        assertServes();
        assertTrue(isClosed(many.get(0), 20_000), "the oldest makes room at once");
    }

    @Test
    void whoUpgradeAndDoNotRegister() throws Exception {
        unknownClients(200, UPGRADE);
        assertServes();
    }

    @Test
    void whoStopInTheMiddleOfTheHandshake() throws Exception {
        unknownClients(200, UPGRADE.substring(0, UPGRADE.length() - 2));
        assertServes();
    }

    @Test
    void whoConnectAgainWithoutAPause() throws Exception {
        Thread[] busy = new Thread[4];
        for (int i = 0; i < busy.length; i++) {
            busy[i] = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        unknownClient(UPGRADE);
                        if (clients.size() > 400) clients.remove(0).close();
                    } catch (IOException | IndexOutOfBoundsException refused) {
                        // The next one tries again.
                    }
                }
            });
            busy[i].start();
        }
        try {
            for (int i = 0; i < 5; i++) assertServes();
        } finally {
            for (Thread one : busy) one.interrupt();
            for (Thread one : busy) one.join(TimeUnit.SECONDS.toMillis(20));
        }
    }

    @Test
    void areDisconnectedWhenTheyDoNotRegisterInTime() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, AgentTest.TOKEN)) {
            assertTrue(isClosed(unknownClient(""), 20_000), "silent");
            assertTrue(isClosed(unknownClient(UPGRADE), 20_000), "upgraded");
            assertEquals("{\"one\":1}", gateway.data("ext.ones.get", "{}"), "a registered gateway stays");
        }
    }

    @Test
    void neverDisplaceARegisteredGateway() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, AgentTest.TOKEN)) {
            List<Socket> all = unknownClients(300, UPGRADE);
            assertTrue(isClosed(all.get(0), 20_000));
            assertEquals("{\"one\":1}", gateway.data("ext.ones.get", "{}"));
        }
    }
}
