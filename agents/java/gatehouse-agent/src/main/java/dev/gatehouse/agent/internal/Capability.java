package dev.gatehouse.agent.internal;

import com.google.gson.JsonObject;
import dev.gatehouse.agent.CallContext;
import java.util.function.Consumer;

/**
 * A capability: its manifest and its method.
 *
 * @param where class and method, for messages to the author
 * @param parameters null when there is no schema
 * @param returns null when there is no schema
 * @param call null for an event
 * @param start passes the publisher to the provider of an event; null for other capabilities
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
         * @param arguments validated, with defaults filled in
         * @return the result as a {@code JsonObject}, or a {@code CompletionStage} of it
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

    /** Whether its version satisfies the requested one. See docs/protocol.md#versions. */
    boolean satisfies(String requested) {
        int[] ours = numbers(version());
        int[] theirs = numbers(requested);
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
