package dev.gatehouse.agent.internal;

import com.google.gson.JsonObject;
import dev.gatehouse.agent.CallContext;
import java.util.function.Consumer;

/**
 * What an agent can do: its manifest and the method behind it.
 *
 * @param where class and method, for messages to the author
 * @param parameters null where anything is allowed
 * @param returns null where anything is allowed
 * @param call null for an event
 * @param start gives an event its publisher; null for what is called
 */
record Capability(
        String where,
        JsonObject manifest,
        SchemaCheck parameters,
        SchemaCheck returns,
        Call call,
        Consumer<Publishing> start) {
    /** Runs the method. */
    interface Call {
        /**
         * @param arguments checked, with defaults filled
         * @return the answer as a {@code JsonObject}, or a {@code CompletionStage} of it
         */
        Object run(JsonObject arguments, CallContext context) throws Throwable;
    }

    /** Sends an event to every gateway. */
    @FunctionalInterface
    interface Publishing {
        void publish(JsonObject data);
    }

    String id() {
        return manifest.get("id").getAsString();
    }

    String version() {
        return manifest.get("version").getAsString();
    }

    String type() {
        return manifest.get("type").getAsString();
    }

    /** Whether it does all that the asked version promises. See docs/protocol.md#versions. */
    boolean serves(String asked) {
        int[] ours = numbers(version());
        int[] theirs = numbers(asked);
        return theirs.length == 3 && ours[0] == theirs[0] && ours[1] >= theirs[1];
    }

    private static int[] numbers(String version) {
        String[] parts = version.split("\\.", -1);
        int[] numbers = new int[parts.length];
        try {
            for (int i = 0; i < parts.length; i++) numbers[i] = Integer.parseInt(parts[i]);
            return numbers;
        } catch (NumberFormatException notAVersion) {
            return new int[0];
        }
    }
}
