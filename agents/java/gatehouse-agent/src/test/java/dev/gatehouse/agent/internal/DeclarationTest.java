package dev.gatehouse.agent.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.agent.DeclarationException;
import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpExample;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.McpRateLimit;
import dev.gatehouse.agent.Param;
import dev.gatehouse.agent.RiskLevel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Invalid declarations are rejected at start, with the class and the method. */
class DeclarationTest {
    record Answer(int value) {}

    @McpProvider(id = "p", name = "P")
    static class ReservedName {
        @McpContext(id = "world.secret.get", name = "N")
        public Answer run() {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class SnapshotName {
        @McpAction(id = "mcp.snapshot.create", name = "N", permissions = "mcp.action.p")
        public Answer run() {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class NoPermission {
        @McpAction(id = "ext.p.run", name = "N", risk = RiskLevel.HIGH)
        public Answer run() {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class WrongPermission {
        @McpAction(id = "ext.p.run", name = "N", permissions = "everything")
        public Answer run() {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class WrongType {
        @McpAction(id = "world.time.get", name = "N", permissions = "mcp.action.p")
        public Answer run() {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class UnsupportedParameter {
        @McpContext(id = "ext.p.run", name = "N")
        public Answer run(@Param(name = "thread") Thread thread) {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class UnnamedParameter {
        @McpContext(id = "ext.p.run", name = "N")
        public Answer run(String text) {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class AbsentPrimitive {
        @McpContext(id = "ext.p.run", name = "N")
        public Answer run(@Param(name = "count") int count) {
            return new Answer(count);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class NoObject {
        @McpContext(id = "ext.p.run", name = "N")
        public List<String> run() {
            return List.of();
        }
    }

    @McpProvider(id = "p", name = "P")
    static class WrongEvent {
        @McpEvent(id = "ext.p.run", name = "N")
        public Answer run() {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class WrongExample {
        @McpContext(id = "ext.p.run", name = "N")
        @McpExample(name = "E", parameters = "{\"count\":\"many\"}")
        public Answer run(@Param(name = "count", required = true) int count) {
            return new Answer(count);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class WrongDefault {
        @McpContext(id = "ext.p.run", name = "N")
        public Answer run(@Param(name = "word", defaultValue = "day") String word) {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class WrongBound {
        @McpContext(id = "ext.p.run", name = "N")
        public Answer run(@Param(name = "word", required = true, min = 3) String word) {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class WrongRate {
        @McpContext(id = "ext.p.run", name = "N")
        @McpRateLimit(value = 5, per = "fortnight")
        public Answer run() {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class Twice {
        @McpContext(id = "ext.p.run", name = "N")
        @McpEvent(id = "ext.p.run", name = "N")
        public Answer run() {
            return new Answer(1);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class Static {
        @McpContext(id = "ext.p.run", name = "N")
        public static Answer run() {
            return new Answer(1);
        }
    }

    static class NoProvider {}

    @McpProvider(id = "p", name = "P")
    static class SameTwice {
        @McpContext(id = "ext.p.run", name = "N")
        public Answer first() {
            return new Answer(1);
        }

        @McpContext(id = "ext.p.run", name = "N")
        public Answer second() {
            return new Answer(2);
        }
    }

    @McpProvider(id = "p", name = "P")
    static class Good {
        @McpAction(id = "player.teleport", name = "N", risk = RiskLevel.CRITICAL)
        public void raised() {}

        @McpEvent(id = "ext.p.run", name = "N")
        public void run(EventPublisher<Answer> publisher) {}
    }

    @TestFactory
    Stream<DynamicTest> refuses() {
        return Stream.of(
                        new ReservedName(), new SnapshotName(), new NoPermission(), new WrongPermission(), new WrongType(),
                        new UnsupportedParameter(), new UnnamedParameter(), new AbsentPrimitive(), new NoObject(),
                        new WrongEvent(), new WrongExample(), new WrongDefault(), new WrongBound(), new WrongRate(),
                        new Twice(), new Static())
                .map(provider -> DynamicTest.dynamicTest(provider.getClass().getSimpleName(), () -> {
                    DeclarationException thrown =
                            assertThrows(DeclarationException.class, () -> ProviderReader.read(provider));
                    String place = provider.getClass().getSimpleName() + ".run";
                    assertTrue(thrown.getMessage().startsWith(place), thrown.getMessage());
                }));
    }

    @Test
    void refusesAClassThatIsNoProvider() {
        assertThrows(DeclarationException.class, () -> ProviderReader.read(new NoProvider()));
    }

    @Test
    void refusesAnIdThatIsThereTwice() {
        Offer offer = new Offer(Runnable::run, (where, thrown) -> {});
        List<Capability> twice = ProviderReader.read(new SameTwice());
        DeclarationException thrown = assertThrows(DeclarationException.class, () -> offer.add(twice));
        assertTrue(thrown.getMessage().contains("ext.p.run is declared twice"), thrown.getMessage());
    }

    @Test
    void keepsTheCataloguesManifestAndRaisesItsRisk() {
        List<Capability> read = ProviderReader.read(new Good());
        Capability raised = read.get(1);
        assertEquals("critical", raised.manifest().getAsJsonObject("risk").get("level").getAsString());
        assertEquals(
                CoreCatalogue.manifest("player.teleport").get("parameters"), raised.manifest().get("parameters"));
    }
}
