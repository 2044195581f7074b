package dev.gatehouse.agent.internal;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.gatehouse.agent.CallContext;
import dev.gatehouse.agent.DeclarationException;
import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.ErrorListener;
import dev.gatehouse.agent.McpException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/**
 * The current capabilities of an agent, and its responses to requests. See docs/protocol.md#frames-request.
 *
 * <p>Both directions are validated: a method gets only arguments that match its schema, and a result or event that does
 * not match is never sent.
 */
final class Offer {
    private final Map<String, Capability> capabilities = new ConcurrentSkipListMap<>();
    private final Executor executor;
    private final ErrorListener errors;

    Offer(Executor executor, ErrorListener errors) {
        this.executor = executor;
        this.errors = errors;
    }

    JsonArray manifests() {
        JsonArray all = new JsonArray();
        capabilities.values().forEach(one -> all.add(one.manifest()));
        return all;
    }

    /** Adds all or none. @throws DeclarationException when an id is offered already */
    synchronized void add(Collection<Capability> added) {
        List<String> ids = new ArrayList<>();
        for (Capability one : added) {
            Capability there = capabilities.get(one.id());
            if (there != null) {
                throw new DeclarationException(one.where(), one.id() + " is declared by " + there.where() + " already");
            }
            if (ids.contains(one.id())) throw new DeclarationException(one.where(), one.id() + " is declared twice");
            ids.add(one.id());
        }
        added.forEach(one -> capabilities.put(one.id(), one));
    }

    /** Replaces all or none. @throws DeclarationException when one is not offered */
    synchronized void update(Collection<Capability> changed) {
        for (Capability one : changed) {
            if (!capabilities.containsKey(one.id())) {
                throw new DeclarationException(one.where(), one.id() + " is not offered, so it cannot be updated");
            }
        }
        changed.forEach(one -> capabilities.put(one.id(), one));
    }

    /** @return the removed ones @throws IllegalArgumentException when one is not offered; then nothing changes */
    synchronized List<Capability> remove(Collection<String> ids) {
        for (String id : ids) {
            if (!capabilities.containsKey(id)) throw new IllegalArgumentException(id + " is not offered");
        }
        return ids.stream().distinct().map(capabilities::remove).toList();
    }

    /** @throws IllegalArgumentException when the event is not offered, or its data does not match its schema */
    void checkEvent(String id, JsonObject data) {
        Capability event = capabilities.get(id);
        if (event == null || event.start() == null) throw new IllegalArgumentException(id + " is no event of this agent");
        JsonArray problems = event.returns() == null ? new JsonArray() : event.returns().problems(data);
        if (!problems.isEmpty()) throw new IllegalArgumentException(id + " does not fit: " + problems.get(0));
    }

    /**
     * The payload of the response, without its metadata; never fails.
     *
     * @param isWanted whether the caller still waits; checked before the method runs
     */
    CompletionStage<JsonObject> respond(JsonObject request, BooleanSupplier isWanted) {
        String id = request.get("capabilityId").getAsString();
        Capability capability = capabilities.get(id);
        try {
            JsonObject arguments = accepted(capability, id, request);
            CompletableFuture<JsonObject> result = new CompletableFuture<>();
            executor.execute(() -> {
                if (isWanted.getAsBoolean()) run(capability, arguments, contextOf(request), result);
                else result.completeExceptionally(new McpException(ErrorCode.TIMEOUT));
            });
            return result.handle((data, thrown) -> thrown == null ? success(data) : failure(thrown, capability.where()));
        } catch (RejectedExecutionException busy) {
            return CompletableFuture.completedStage(failure(new McpException(ErrorCode.RATE_LIMITED), id));
        } catch (McpException refusal) {
            return CompletableFuture.completedStage(failure(refusal, id));
        }
    }

    private static JsonObject accepted(Capability capability, String id, JsonObject request) {
        if (capability == null) throw refusal(ErrorCode.CAPABILITY_NOT_FOUND, "capabilityId", id);
        if (capability.call() == null) throw refusal(ErrorCode.UNSUPPORTED_TYPE, "type", capability.type());
        if (request.has("version") && !capability.satisfies(request.get("version").getAsString())) {
            throw refusal(ErrorCode.VERSION_MISMATCH, "offered", capability.version());
        }
        JsonObject given = request.getAsJsonObject("parameters");
        return capability.parameters() == null ? given : checked(capability.parameters(), given);
    }

    /** A pattern can overflow the stack on a long text: such arguments are rejected, and the thread continues. */
    private static JsonObject checked(SchemaCheck parameters, JsonObject given) {
        JsonArray problems;
        try {
            JsonObject arguments = parameters.filled(given);
            problems = parameters.problems(arguments);
            if (problems.isEmpty()) return arguments;
        } catch (StackOverflowError tooComplex) {
            throw new McpException(ErrorCode.SCHEMA_VALIDATION_FAILED);
        }
        JsonObject details = new JsonObject();
        details.add("errors", problems);
        throw new McpException(
                ErrorCode.SCHEMA_VALIDATION_FAILED, ErrorCode.SCHEMA_VALIDATION_FAILED.message(), details);
    }

    private void run(
            Capability capability, JsonObject arguments, CallContext context, CompletableFuture<JsonObject> result) {
        try {
            Object returned = capability.call().run(arguments, context);
            if (returned instanceof CompletionStage<?> later) {
                later.whenComplete((value, thrown) -> {
                    try {
                        if (thrown != null) result.completeExceptionally(thrown);
                        else complete(capability, (JsonObject) value, result);
                    } catch (Throwable bug) {
                        result.completeExceptionally(bug);
                    }
                });
            } else {
                complete(capability, (JsonObject) returned, result);
            }
        } catch (Throwable thrown) {
            result.completeExceptionally(thrown);
        }
    }

    private void complete(Capability capability, JsonObject data, CompletableFuture<JsonObject> result) {
        JsonArray problems = capability.returns() == null ? new JsonArray() : capability.returns().problems(data);
        if (problems.isEmpty()) {
            result.complete(data);
            return;
        }
        reportError(capability.where(), new IllegalStateException("its answer does not fit: " + problems.get(0)));
        result.completeExceptionally(
                new McpException(
                        ErrorCode.INTERNAL_ERROR,
                        "The agent made an answer that its own manifest does not allow. It may have done what was asked."));
    }

    private static CallContext contextOf(JsonObject request) {
        if (!(request.get("context") instanceof JsonObject context)) return new CallContext(null, null, null);
        return new CallContext(text(context, "caller"), text(context, "sessionId"), text(context, "traceId"));
    }

    private static String text(JsonObject object, String name) {
        JsonElement value = object.get(name);
        return value == null ? null : value.getAsString();
    }

    private static JsonObject success(JsonObject data) {
        JsonObject payload = new JsonObject();
        payload.addProperty("success", true);
        payload.add("data", data);
        return payload;
    }

    /** Any exception but a refusal is a bug of the agent, reported only to its author. */
    private JsonObject failure(Throwable thrown, String where) {
        Throwable cause = thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        McpException refusal;
        if (cause instanceof McpException known) {
            refusal = known;
        } else {
            reportError(where, cause);
            refusal =
                    new McpException(
                            ErrorCode.INTERNAL_ERROR, "The agent failed. It may have done a part of what was asked.");
        }
        JsonObject payload = new JsonObject();
        payload.addProperty("success", false);
        payload.add("error", refusal.toJson());
        return payload;
    }

    /** A listener that throws must not lose the response. */
    private void reportError(String where, Throwable thrown) {
        try {
            errors.onError(where, thrown);
        } catch (RuntimeException ignored) {
            // The error listener itself failed.
        }
    }

    private static McpException refusal(ErrorCode code, String name, String value) {
        JsonObject details = new JsonObject();
        details.addProperty(name, value);
        return new McpException(code, code.message(), details);
    }
}
