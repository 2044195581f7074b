package dev.gatehouse.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that this agent has none of the faults that `test/fixtures/broken-agents/java.json` maps to these tests. */
class ContractTest {
    private static final String TOKEN = "a long token";

    record Coins(@Param(required = true, min = 0) int coins) {}

    record Note(String text) {}

    @McpProvider(id = "bank", name = "Bank")
    static final class Bank {
        private final CompletableFuture<Coins> slow = new CompletableFuture<>();
        private EventPublisher<Note> notes;

        @McpContext(id = "ext.bank.debt", name = "Debt")
        public Coins debt() {
            return new Coins(-5);
        }

        @McpContext(id = "ext.bank.slow", name = "Slow")
        public CompletableFuture<Coins> slow() {
            return slow;
        }

        @McpContext(id = "ext.bank.quick", name = "Quick")
        public Coins quick(@Param(name = "coins", required = true, min = 1, max = 9) int coins) {
            return new Coins(coins);
        }

        @McpEvent(id = "ext.bank.note", name = "Note")
        public void note(EventPublisher<Note> publisher) {
            notes = publisher;
        }
    }

    private final Bank bank = new Bank();
    private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
    private Agent agent;

    @BeforeEach
    void start() throws IOException {
        agent =
                Agent.builder()
                        .info(new AgentInfo("test", "Test"))
                        .token(TOKEN)
                        .port(0)
                        .onError((where, thrown) -> complaints.add(where + ": " + thrown.getMessage()))
                        .provider(bank)
                        .start();
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    @Test
    void saysWhoItIsAndGivesEachGatewayASession() throws Exception {
        try (TestGateway first = TestGateway.connected(agent);
                TestGateway second = TestGateway.connected(agent)) {
            JsonObject one = first.register(TOKEN);
            JsonObject other = second.register(TOKEN);
            assertEquals("test", one.getAsJsonObject("agentInfo").get("id").getAsString());
            assertEquals("1.0.0", one.getAsJsonObject("agentInfo").get("version").getAsString());
            assertNotEquals(one.get("sessionId").getAsString(), other.get("sessionId").getAsString());
        }
    }

    @Test
    void takesNoInfoThatGatewaysRefuse() {
        assertThrows(IllegalArgumentException.class, () -> new AgentInfo("", "Test"));
        assertThrows(IllegalArgumentException.class, () -> new AgentInfo("test", "x".repeat(129)));
        assertThrows(IllegalArgumentException.class, () -> new AgentInfo("test", "Test", "newest", null));
    }

    @Test
    void servesEveryGatewayThatHasRegistered() throws Exception {
        try (TestGateway first = TestGateway.registered(agent, TOKEN);
                TestGateway second = TestGateway.registered(agent, TOKEN)) {
            assertEquals("{\"coins\":2}", second.data("ext.bank.quick", "{\"coins\":2}"));
            assertEquals("{\"coins\":1}", first.data("ext.bank.quick", "{\"coins\":1}"));
        }
    }

    @Test
    void answersHeartbeats() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            gateway.send("{\"id\":\"beat\",\"type\":\"heartbeat\",\"timestamp\":\"2026-01-19T10:30:00Z\","
                    + "\"gatewayId\":\"g\",\"sessionId\":\"s\"}");
            JsonObject ack = gateway.next();
            assertEquals("heartbeat_ack", ack.get("type").getAsString());
            assertEquals("beat", ack.get("correlationId").getAsString());
        }
    }

    @Test
    void outlivesRubbishAndSaysWhatAHalfRequestLacks() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            for (String rubbish : List.of("rubbish", "[]", "{}", "{\"id\":\"half\",\"type\":\"request\"}")) {
                gateway.send(rubbish);
                JsonObject error = gateway.next();
                assertEquals("error", error.get("type").getAsString(), rubbish);
                assertEquals("PROTOCOL.INVALID_REQUEST", error.getAsJsonObject("error").get("code").getAsString());
                if (rubbish.contains("half")) assertEquals("half", error.get("correlationId").getAsString());
            }
            assertEquals("{\"coins\":3}", gateway.data("ext.bank.quick", "{\"coins\":3}"));
        }
    }

    @Test
    void answersEachRequestOnceAndByItsOwnId() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            String slow = TestGateway.request("ext.bank.slow", "{}");
            String quick = TestGateway.request("ext.bank.quick", "{\"coins\":4}");
            gateway.send(slow);
            gateway.send(quick);
            JsonObject first = gateway.next();
            assertTrue(quick.contains("\"" + first.get("correlationId").getAsString() + "\""));
            assertTrue(first.toString().contains("\"coins\":4"));
            bank.slow.complete(new Coins(7));
            JsonObject second = gateway.next();
            assertTrue(slow.contains("\"" + second.get("correlationId").getAsString() + "\""));
            assertTrue(second.toString().contains("\"coins\":7"));
            assertNotEquals(first.get("id").getAsString(), second.get("id").getAsString());
            Instant.parse(second.get("timestamp").getAsString());
            assertEquals(0, gateway.waiting());
        }
    }

    @Test
    void keepsBackAnAnswerThatBreaksItsManifestAndNamesTheMethod() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            assertEquals("SYSTEM.INTERNAL_ERROR", gateway.errorCode("ext.bank.debt", "{}"));
            assertTrue(complaints.get(0).startsWith("Bank.debt: its answer does not fit"), complaints.toString());
        }
    }

    @Test
    void publishesOnlyWhatItDeclared() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            assertThrows(IllegalArgumentException.class, () -> bank.notes.publish(new Note(null)));
            bank.notes.publish(new Note("hello"));
            JsonObject event = gateway.next();
            assertEquals("ext.bank.note", event.getAsJsonObject("payload").get("eventId").getAsString());
            Instant.parse(event.get("timestamp").getAsString());
        }
    }

    @Test
    void refusesWhatItDoesNotOffer() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            assertEquals("PROTOCOL.CAPABILITY_NOT_FOUND", gateway.errorCode("ext.bank.none", "{}"));
            assertEquals("PROTOCOL.UNSUPPORTED_TYPE", gateway.errorCode("ext.bank.note", "{}"));
            gateway.send(
                    TestGateway.request("ext.bank.quick", "{\"coins\":1}")
                            .replace("\"parameters\"", "\"version\":\"9.0.0\",\"parameters\""));
            JsonObject payload = gateway.next().getAsJsonObject("payload");
            assertFalse(payload.get("success").getAsBoolean());
            assertEquals("PROTOCOL.VERSION_MISMATCH", payload.getAsJsonObject("error").get("code").getAsString());
        }
    }

    @Test
    void saysOnlyCodesOfTheCatalogue() throws Exception {
        try (TestGateway gateway = TestGateway.registered(agent, TOKEN)) {
            String code = gateway.errorCode("ext.bank.quick", "{\"coins\":10}");
            assertTrue(List.of(ErrorCode.values()).stream().anyMatch(known -> known.code().equals(code)), code);
        }
    }
}
