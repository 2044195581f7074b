package dev.gatehouse.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a running agent with connections of registered and unknown gateways. */
class AgentTest {
    static final String TOKEN = "a long token";

    record Sum(int sum) {}

    record Note(String text) {}

    @McpProvider(id = "sums", name = "Sums")
    static class Sums {
        final CountDownLatch hangs = new CountDownLatch(1);
        EventPublisher<Note> notes;

        @McpContext(id = "ext.sums.add", name = "Add")
        public Sum add(
                @Param(name = "a", required = true, min = -100, max = 100) int a,
                @Param(name = "b", defaultValue = "1") int b,
                CallContext call) {
            return new Sum(a + b);
        }

        @McpContext(id = "ext.sums.later", name = "Later")
        public CompletableFuture<Sum> later() {
            return CompletableFuture.supplyAsync(() -> new Sum(5));
        }

        @McpContext(id = "ext.sums.throws", name = "Throws")
        public Sum fails() {
            throw new IllegalStateException("a secret of the author");
        }

        @McpContext(id = "ext.sums.refuses", name = "Refuses")
        public Sum refuses() {
            throw new McpException(ErrorCode.PLAYER_OFFLINE, "Alex is not here.");
        }

        @McpContext(id = "ext.sums.nulls", name = "Null")
        public Sum nulls() {
            return null;
        }

        @McpContext(id = "ext.sums.long", name = "Long")
        public Note aLot() {
            return new Note("x".repeat(500_000));
        }

        @McpContext(id = "ext.sums.hangs", name = "Hangs")
        public Sum hangs() throws InterruptedException {
            hangs.await();
            return new Sum(0);
        }

        @McpContext(id = "ext.sums.hangs.too", name = "Hangs too")
        public Sum hangsToo() throws InterruptedException {
            return hangs();
        }

        @McpEvent(id = "ext.sums.note", name = "Note")
        public void note(EventPublisher<Note> publisher) {
            notes = publisher;
        }
    }

    @McpProvider(id = "counts", name = "Counts")
    static class Counts {
        final AtomicInteger runs = new AtomicInteger();

        @McpContext(id = "ext.counts.run", name = "Run")
        public Sum run() {
            return new Sum(runs.incrementAndGet());
        }

        @McpContext(id = "ext.counts.match", name = "Match")
        public Sum match(@Param(name = "text", required = true, pattern = "^(a|b)*$") String text) {
            return new Sum(text.length());
        }
    }

    @McpProvider(id = "more", name = "More")
    static class More {
        @McpContext(id = "ext.more.one", name = "One")
        public Sum one() {
            return new Sum(1);
        }
    }

    private final Sums sums = new Sums();
    private final List<String> reported = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch unread = new CountDownLatch(1);
    private Agent agent;

    @BeforeEach
    void start() throws IOException {
        agent = builder().provider(sums).start();
    }

    @AfterEach
    void stop() {
        sums.hangs.countDown();
        agent.close();
    }

    private Agent.Builder builder() {
        return Agent.builder()
                .info(new AgentInfo("test", "Test"))
                .token(TOKEN)
                .port(0)
                .timeout(Duration.ofMillis(500))
                .onError((where, thrown) -> {
                    reported.add(where + ": " + thrown.getMessage());
                    if (thrown.getMessage().contains("does not read")) unread.countDown();
                });
    }

    @Test
    void answersWithDefaultsFilled() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            assertEquals("{\"sum\":3}", gateway.data("ext.sums.add", "{\"a\":2}"));
            assertEquals("{\"sum\":5}", gateway.data("ext.sums.add", "{\"a\":2,\"b\":3}"));
            assertEquals("{\"sum\":5}", gateway.data("ext.sums.later", "{}"));
        }
    }

    @Test
    void disconnectsAGatewayThatReadsNothing() throws Exception {
        try (TestGateway silent = TestGateway.registered(agent, TOKEN);
                TestGateway other = TestGateway.registered(agent, TOKEN)) {
            silent.stopReading();
            // The system's socket buffers add to the 32 MiB; the loop ends with the first reported error.
            for (int calls = 0; unread.getCount() > 0 && calls < 400; calls += 1) {
                try {
                    silent.send(TestGateway.request("ext.sums.long", "{}"));
                } catch (ExecutionException alreadyClosed) {
                    break;
                }
                other.data("ext.sums.add", "{\"a\":2}");
            }
            assertTrue(unread.await(20, TimeUnit.SECONDS), "the error listener was not called");
            assertTrue(reported.contains("gateway g: disconnected: it does not read what it is sent"), reported.toString());
            silent.readOn();
            assertEquals(1008, silent.closeCode());
            assertEquals("{\"sum\":3}", other.data("ext.sums.add", "{\"a\":2}"));
        }
    }

    @Test
    void refusesArgumentsThatDoNotFit() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            for (String wrong : List.of("{}", "{\"a\":\"2\"}", "{\"a\":101}", "{\"a\":1,\"c\":1}", "{\"a\":1.5}")) {
                assertEquals("PROTOCOL.SCHEMA_VALIDATION_FAILED", gateway.errorCode("ext.sums.add", wrong), wrong);
            }
        }
    }

    @Test
    void keepsWhatABugSaysFromTheCaller() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            JsonObject answer = gateway.call("ext.sums.throws", "{}");
            assertFalse(answer.toString().contains("secret"));
            assertEquals("SYSTEM.INTERNAL_ERROR", answer.getAsJsonObject("error").get("code").getAsString());
            assertEquals(List.of("Sums.fails: a secret of the author"), reported);
            assertEquals("BUSINESS.PLAYER_OFFLINE", gateway.errorCode("ext.sums.refuses", "{}"));
            assertEquals("SYSTEM.INTERNAL_ERROR", gateway.errorCode("ext.sums.nulls", "{}"));
        }
    }

    @Test
    void answersForAMethodThatHangs() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            assertEquals("SYSTEM.TIMEOUT", gateway.errorCode("ext.sums.hangs", "{}"));
            assertEquals("{\"sum\":3}", gateway.data("ext.sums.add", "{\"a\":2}"));
        }
    }

    @Test
    void givesOneCapabilityMoreTimeThanTheOthers() throws Exception {
        try (Agent patient = builder().timeout("ext.sums.hangs", Duration.ofMinutes(10)).provider(sums).start();
                TestGateway gateway = TestGateway.registered(patient, TOKEN)) {
            gateway.send(TestGateway.request("ext.sums.hangs", "{}"));
            // The second call starts later and ends first, by its timeout.
            assertEquals("SYSTEM.TIMEOUT", gateway.errorCode("ext.sums.hangs.too", "{}"));
            sums.hangs.countDown();
            assertTrue(gateway.next().getAsJsonObject("payload").get("success").getAsBoolean());
        }
    }

    @Test
    void doesNotRunACallThatWasAnsweredWhileItWaited() throws Exception {
        BlockingQueue<Runnable> blocked = new LinkedBlockingQueue<>();
        Counts counts = new Counts();
        try (Agent busy = builder().executor(blocked::add).provider(counts).start();
                TestGateway gateway = TestGateway.registered(busy, TOKEN)) {
            assertEquals("SYSTEM.TIMEOUT", gateway.errorCode("ext.counts.run", "{}"));
            blocked.take().run();
            assertEquals(0, counts.runs.get());
        }
    }

    @Test
    void doesNotRunACallWhoseGatewayIsGone() throws Exception {
        BlockingQueue<Runnable> blocked = new LinkedBlockingQueue<>();
        Counts counts = new Counts();
        try (Agent busy =
                builder()
                        .executor(blocked::add)
                        .timeout(Duration.ofMinutes(10))
                        .mostConnections(1)
                        .provider(counts)
                        .start()) {
            Runnable call;
            try (TestGateway gateway = TestGateway.registered(busy, TOKEN)) {
                gateway.send(TestGateway.request("ext.counts.run", "{}"));
                call = blocked.poll(20, TimeUnit.SECONDS);
            }
            registeredWhenThereIsRoom(busy).close();
            call.run();
            assertEquals(0, counts.runs.get());
        }
    }

    /** Waits until the agent has noticed that the previous gateway disconnected. */
    private static TestGateway registeredWhenThereIsRoom(Agent agent) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            TestGateway gateway = TestGateway.connected(agent);
            if (gateway.register(TOKEN).get("success").getAsBoolean()) return gateway;
            gateway.close();
            if (System.nanoTime() > end) throw new AssertionError("no room");
        }
    }

    @Test
    void survivesATextThatOverflowsTheStack() throws Exception {
        try (Agent other = builder().provider(new Counts()).start();
                TestGateway gateway = TestGateway.registered(other, TOKEN)) {
            String given = "{\"text\":\"" + "ab".repeat(200_000) + "\"}";
            for (int i = 0; i < 4; i++) {
                assertEquals("PROTOCOL.SCHEMA_VALIDATION_FAILED", gateway.errorCode("ext.counts.match", given));
            }
            assertEquals("{\"sum\":1}", gateway.data("ext.counts.run", "{}"));
        }
    }

    @Test
    void letsNoPageOfABrowserConnect() throws Exception {
        ExecutionException refused =
                assertThrows(
                        ExecutionException.class,
                        () -> TestGateway.connected(
                                agent.address(),
                                HttpClient.newHttpClient().newWebSocketBuilder().header("Origin", "https://example.com")));
        assertInstanceOf(WebSocketHandshakeException.class, refused.getCause());
    }

    @Test
    void tellsRegisteredGatewaysAndNobodyElse() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN);
                TestGateway unknown = TestGateway.connected(agent)) {
            sums.notes.publish(new Note("hello"));
            assertEquals("event", gateway.next().get("type").getAsString());
            assertEquals(0, unknown.waiting());
            assertThrows(IllegalArgumentException.class, () -> sums.notes.publish(new Note(null)));
        }
    }

    @Test
    void refusesAWrongTokenAndDisconnects() throws Exception {
        try (TestGateway gateway = TestGateway.connected(agent)) {
            assertFalse(gateway.register("a wrong token").get("success").getAsBoolean());
            assertEquals(4001, gateway.closeCode());
        }
    }

    @Test
    void refusesARequestBeforeTheRegistration() throws Exception {
        try (TestGateway gateway = TestGateway.connected(agent)) {
            gateway.send(TestGateway.request("ext.sums.add", "{\"a\":1}"));
            assertEquals("AUTH.UNAUTHORIZED", gateway.next().getAsJsonObject("error").get("code").getAsString());
            assertEquals(4001, gateway.closeCode());
        }
    }

    @Test
    void changesItsOfferWhileItRuns() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            agent.add(new More());
            assertEquals("add", gateway.next().get("action").getAsString());
            assertEquals("{\"sum\":1}", gateway.data("ext.more.one", "{}"));
            agent.update(new More());
            assertEquals("update", gateway.next().get("action").getAsString());
            agent.remove("ext.more.one");
            assertEquals("remove", gateway.next().get("action").getAsString());
            assertEquals("PROTOCOL.CAPABILITY_NOT_FOUND", gateway.errorCode("ext.more.one", "{}"));
            assertThrows(IllegalArgumentException.class, () -> agent.remove("ext.more.one"));
            assertThrows(DeclarationException.class, () -> agent.add(sums));
        }
    }

    @Test
    void saysWhatIsWrongBeforeItListens() throws Exception {
        assertThrows(IllegalStateException.class, () -> Agent.builder().token(TOKEN).start());
        assertThrows(IllegalStateException.class, () -> builder().token("short").start());
        assertThrows(DeclarationException.class, () -> builder().provider(sums).provider(sums).start());
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThrows(
                    IOException.class,
                    () -> builder().host("0.0.0.0").port(taken.getLocalPort()).provider(new More()).start());
        }
    }

    @Test
    void takesSnapshotsAndGoesBack() throws Exception {
        List<String> restored = new ArrayList<>();
        SnapshotKeeper keeper = new SnapshotKeeper() {
            @Override
            public String create(String capabilityId, JsonObject parameters) {
                return capabilityId + "-1";
            }

            @Override
            public void restore(String snapshotId) {
                restored.add(snapshotId);
            }
        };
        try (Agent other = builder().provider(new More()).snapshots(keeper).start();
                TestGateway gateway = TestGateway.registered(other, TOKEN)) {
            String given = "{\"capabilityId\":\"ext.more.one\",\"parameters\":{}}";
            assertEquals("{\"snapshotId\":\"ext.more.one-1\"}", gateway.data("mcp.snapshot.create", given));
            assertEquals("{}", gateway.data("mcp.snapshot.restore", "{\"snapshotId\":\"ext.more.one-1\"}"));
            assertEquals(List.of("ext.more.one-1"), restored);
        }
    }

    @Test
    void registersNoMoreGatewaysThanItMay() throws Exception {
        try (Agent small = builder().provider(new More()).mostConnections(1).start();
                TestGateway first = TestGateway.registered(small, TOKEN)) {
            try (TestGateway second = TestGateway.connected(small)) {
                JsonObject ack = second.register(TOKEN);
                assertFalse(ack.get("success").getAsBoolean());
                assertEquals("SYSTEM.RATE_LIMITED", ack.getAsJsonObject("error").get("code").getAsString());
                assertEquals(1008, second.closeCode());
            }
            assertEquals("{\"sum\":1}", first.data("ext.more.one", "{}"));
        }
    }
}
