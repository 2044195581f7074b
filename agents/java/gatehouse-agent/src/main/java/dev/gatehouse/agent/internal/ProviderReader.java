package dev.gatehouse.agent.internal;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.gatehouse.agent.CallContext;
import dev.gatehouse.agent.DeclarationException;
import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import dev.harrel.jsonschema.JsonSchemaException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads the annotations of a provider. Errors name the class and the method. See docs/protocol.md#agents-sdk.
 */
final class ProviderReader {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private ProviderReader() {}

    /** Sorted by id. @throws DeclarationException when a declaration is invalid */
    static List<Capability> read(Object provider) {
        Class<?> type = provider.getClass();
        McpProvider about = type.getAnnotation(McpProvider.class);
        if (about == null) throw new DeclarationException(type.getName(), "it has no @McpProvider");
        if (about.id().isEmpty() || about.name().isEmpty()) {
            throw new DeclarationException(type.getName(), "@McpProvider needs an id and a name");
        }
        List<Capability> capabilities = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            String where = type.getSimpleName() + "." + method.getName();
            Declaration declaration = Declaration.of(method, where);
            if (declaration != null) capabilities.add(capability(provider, about, method, declaration, where));
        }
        if (capabilities.isEmpty()) throw new DeclarationException(type.getName(), "it declares no capability");
        capabilities.sort(Comparator.comparing(Capability::id));
        return capabilities;
    }

    private static Capability capability(
            Object provider, McpProvider about, Method method, Declaration declaration, String where) {
        if (Modifier.isStatic(method.getModifiers())) throw new DeclarationException(where, "it must not be static");
        MethodHandle handle = bound(provider, method, where);
        if (declaration.type().equals("event")) return event(about, method, declaration, where, handle);
        Arguments arguments = Arguments.of(method, where);
        Codec returned = returned(method, where);
        JsonObject manifest =
                declaration.manifest(
                        method, about, arguments.schema(), returned == null ? null : returned.schema(), where);
        Capability.Call call = (given, context) -> answer(handle.invokeExact(arguments.read(given, context)), returned);
        return checked(new Capability(where, manifest, null, null, call, null));
    }

    private static Capability event(
            McpProvider about, Method method, Declaration declaration, String where, MethodHandle handle) {
        Type[] types = method.getGenericParameterTypes();
        boolean fits =
                types.length == 1
                        && types[0] instanceof ParameterizedType generic
                        && generic.getRawType() == EventPublisher.class
                        && method.getReturnType() == void.class;
        if (!fits) {
            throw new DeclarationException(where, "an event is: void " + method.getName() + "(EventPublisher<RECORD>)");
        }
        Codec data = object(((ParameterizedType) types[0]).getActualTypeArguments()[0], where);
        JsonObject manifest = declaration.manifest(method, about, null, data.schema(), where);
        return checked(
                new Capability(where, manifest, null, null, null, publishing -> start(handle, data, publishing, where)));
    }

    private static void start(MethodHandle handle, Codec data, Capability.Publishing publishing, String where) {
        EventPublisher<Object> publisher = happened -> publishing.publish(data.write(happened).getAsJsonObject());
        try {
            Object nothing = handle.invokeExact(new Object[] {publisher});
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(where + " cannot be started", thrown);
        }
    }

    /** Compiles the schemas, and validates the examples. */
    static Capability checked(Capability read) {
        SchemaCheck parameters = compiled(read, "parameters");
        SchemaCheck returns = compiled(read, "returns");
        if (read.manifest().has("examples")) {
            for (JsonElement example : read.manifest().getAsJsonArray("examples")) {
                JsonObject one = example.getAsJsonObject();
                fits(parameters, one.get("parameters"), read.where(), "the parameters of an example");
                fits(returns, one.get("response"), read.where(), "the response of an example");
            }
        }
        return new Capability(read.where(), read.manifest(), parameters, returns, read.call(), read.start());
    }

    private static SchemaCheck compiled(Capability read, String which) {
        if (!(read.manifest().get(which) instanceof JsonObject schema)) return null;
        try {
            return new SchemaCheck(schema);
        } catch (JsonSchemaException thrown) {
            throw new DeclarationException(read.where(), "its " + which + " are no JSON Schema: " + thrown.getMessage());
        }
    }

    private static void fits(SchemaCheck check, JsonElement value, String where, String what) {
        if (check == null || value == null) return;
        var problems = check.problems(value);
        if (!problems.isEmpty()) throw new DeclarationException(where, what + " do not fit: " + problems.get(0));
    }

    private static MethodHandle bound(Object provider, Method method, String where) {
        try {
            method.setAccessible(true);
            return LOOKUP.unreflect(method)
                    .bindTo(provider)
                    .asFixedArity()
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (IllegalAccessException | RuntimeException thrown) {
            throw new DeclarationException(where, "it cannot be called: " + thrown.getMessage());
        }
    }

    private static Codec returned(Method method, String where) {
        Type type = method.getGenericReturnType();
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw
                && CompletionStage.class.isAssignableFrom(raw)) {
            type = generic.getActualTypeArguments()[0];
        }
        return type == void.class || type == Void.class ? null : object(type, where);
    }

    private static Codec object(Type type, String where) {
        Codec codec = Codecs.of(type, where);
        if (!codec.schema().get("type").getAsString().equals("object")) {
            throw new DeclarationException(where, type.getTypeName() + " is no object: put it into a record");
        }
        return codec;
    }

    private static Object answer(Object returned, Codec codec) {
        if (returned instanceof CompletionStage<?> later) return later.thenApply(value -> written(value, codec));
        return written(returned, codec);
    }

    private static JsonObject written(Object value, Codec codec) {
        if (codec == null) return new JsonObject();
        if (value == null) throw new IllegalStateException("it answered null");
        return codec.write(value).getAsJsonObject();
    }

    /** The argument values of a method call. */
    private record Arguments(List<Member> members, int contextPlace) {
        static Arguments of(Method method, String where) {
            Parameter[] parameters = method.getParameters();
            List<Member> members = new ArrayList<>();
            int contextPlace = -1;
            for (int i = 0; i < parameters.length; i++) {
                Parameter parameter = parameters[i];
                String here = where + ", parameter " + (i + 1);
                if (parameter.getType() == CallContext.class) {
                    contextPlace = i;
                    continue;
                }
                Param given = parameter.getAnnotation(Param.class);
                if (given == null || given.name().isEmpty()) {
                    throw new DeclarationException(here, "it needs @Param(name = \"...\")");
                }
                if (members.stream().anyMatch(member -> member.name().equals(given.name()))) {
                    throw new DeclarationException(here, "there are two parameters called " + given.name());
                }
                Codec codec = Codecs.of(parameter.getParameterizedType(), here);
                members.add(Member.of(given.name(), given, parameter.getType(), codec, here));
            }
            return new Arguments(List.copyOf(members), contextPlace);
        }

        JsonObject schema() {
            return Member.schemaOf(members);
        }

        Object[] read(JsonObject given, CallContext context) {
            Object[] values = Member.read(members, given);
            if (contextPlace < 0) return values;
            List<Object> all = new ArrayList<>(Arrays.asList(values));
            all.add(contextPlace, context);
            return all.toArray();
        }
    }
}
