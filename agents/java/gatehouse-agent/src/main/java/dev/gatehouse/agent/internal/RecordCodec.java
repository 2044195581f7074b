package dev.gatehouse.agent.internal;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.gatehouse.agent.DeclarationException;
import dev.gatehouse.agent.Param;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Converts a record to an object whose members are the components. */
final class RecordCodec implements Codec {
    private final List<Member> members;
    private final List<MethodHandle> getters;
    private final MethodHandle constructor;

    private RecordCodec(List<Member> members, List<MethodHandle> getters, MethodHandle constructor) {
        this.members = members;
        this.getters = getters;
        this.constructor = constructor;
    }

    static RecordCodec of(Class<?> type, String where, Set<Class<?>> around, MethodHandles.Lookup lookup) {
        if (around.contains(type)) {
            throw new DeclarationException(where, type.getName() + " contains itself, which a manifest cannot say");
        }
        Set<Class<?>> inside = new HashSet<>(around);
        inside.add(type);
        RecordComponent[] components = type.getRecordComponents();
        List<Member> members =
                Stream.of(components)
                        .map(one -> member(one, where + ", " + type.getSimpleName() + "." + one.getName(), inside))
                        .toList();
        try {
            Constructor<?> canonical =
                    type.getDeclaredConstructor(
                            Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            MethodHandle spread =
                    lookup.unreflectConstructor(canonical)
                            .asSpreader(Object[].class, components.length)
                            .asType(java.lang.invoke.MethodType.methodType(Object.class, Object[].class));
            return new RecordCodec(members, getters(components, lookup), spread);
        } catch (ReflectiveOperationException thrown) {
            throw new DeclarationException(where, type.getName() + " cannot be read: " + thrown.getMessage());
        }
    }

    private static Member member(RecordComponent component, String where, Set<Class<?>> inside) {
        Codec codec = Codecs.of(component.getGenericType(), where, inside);
        return Member.of(component.getName(), component.getAnnotation(Param.class), component.getType(), codec, where);
    }

    private static List<MethodHandle> getters(RecordComponent[] components, MethodHandles.Lookup lookup)
            throws IllegalAccessException {
        MethodHandle[] getters = new MethodHandle[components.length];
        for (int i = 0; i < components.length; i++) {
            components[i].getAccessor().setAccessible(true);
            getters[i] =
                    lookup.unreflect(components[i].getAccessor())
                            .asType(java.lang.invoke.MethodType.methodType(Object.class, Object.class));
        }
        return List.of(getters);
    }

    @Override
    public JsonObject schema() {
        return Member.schemaOf(members);
    }

    @Override
    public Object read(JsonElement json) {
        Object[] values = Member.read(members, json.getAsJsonObject());
        try {
            return constructor.invokeExact(values);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalArgumentException(thrown.getMessage(), thrown);
        }
    }

    @Override
    public JsonElement write(Object value) {
        JsonObject object = new JsonObject();
        for (int i = 0; i < members.size(); i++) {
            Object one = component(i, value);
            if (one == null) continue;
            JsonElement written = members.get(i).codec().write(one);
            if (!written.isJsonNull()) object.add(members.get(i).name(), written);
        }
        return object;
    }

    private Object component(int index, Object value) {
        try {
            return getters.get(index).invokeExact(value);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
