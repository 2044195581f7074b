package dev.gatehouse.agent.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
    /** Uses fixtures shared with the TypeScript agent, which reads and writes the same bytes. */
    private static final Path GOLDEN = Path.of("../../../test/fixtures/agents/frames.json");

    @TestFactory
    Stream<DynamicTest> writesTheBytesThatTheOtherSideWrites() throws IOException {
        return golden().map(frame -> DynamicTest.dynamicTest(frame.get("name").getAsString(), () -> {
            String text = frame.get("text").getAsString();
            JsonObject body = Json.parse(text).getAsJsonObject();
            String id = body.remove("id").getAsString();
            String type = body.remove("type").getAsString();
            Instant at = Instant.parse(body.remove("timestamp").getAsString());
            assertEquals(text, Frames.write(id, type, at, body));
        }));
    }

    @TestFactory
    Stream<DynamicTest> readsWhatTheOtherSideWrites() throws IOException {
        return golden().map(frame -> DynamicTest.dynamicTest(frame.get("name").getAsString(), () -> {
            String text = frame.get("text").getAsString();
            assertEquals(Json.parse(text), Frames.read(text));
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "null", "[]", "{", "{}", "{}{}", "{a:1}", "{\"id\":1,\"type\":\"request\"}",
        "{\"id\":\"a\",\"type\":\"nonsense\",\"timestamp\":\"2026-01-19T10:30:00Z\"}",
        "{\"id\":\"a\",\"type\":\"request\",\"timestamp\":\"yesterday\"}",
        "{\"id\":\"a\",\"type\":\"request\",\"timestamp\":\"2026-01-19T10:30:00Z\"}",
        "{\"id\":\"a\",\"type\":\"request\",\"timestamp\":\"2026-01-19T10:30:00Z\",\"payload\":[]}",
        "{\"id\":\"a\",\"type\":\"request\",\"timestamp\":\"2026-01-19T10:30:00Z\",\"payload\":{\"capabilityId\":\"a\"}}",
        "{\"id\":\"a\",\"type\":\"register\",\"timestamp\":\"2026-01-19T10:30:00Z\",\"version\":\"1.0.0\"}",
    })
    void refusesWhatIsNoFrame(String text) {
        assertThrows(Frames.InvalidFrame.class, () -> Frames.read(text));
    }

    @Test
    void refusesWhatNestsTooDeep() {
        String deep = "[".repeat(100_000);
        assertThrows(Frames.InvalidFrame.class, () -> Frames.read(deep));
    }

    private static Stream<JsonObject> golden() throws IOException {
        List<JsonObject> frames = new ArrayList<>();
        for (JsonElement one : Json.parse(Files.readString(GOLDEN)).getAsJsonArray()) frames.add(one.getAsJsonObject());
        return frames.stream();
    }
}
