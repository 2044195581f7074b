package dev.gatehouse.paper;

import dev.gatehouse.agent.Agent;
import dev.gatehouse.agent.ErrorListener;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpContext;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpProvider;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bukkit.event.EventHandler;
import org.bukkit.event.Listener;
import org.bukkit.event.server.ServiceRegisterEvent;
import org.bukkit.event.server.ServiceUnregisterEvent;
import org.bukkit.plugin.RegisteredServiceProvider;
import org.bukkit.plugin.ServicesManager;

/** Providers of other plugins: offered while registered with Bukkit. An invalid one does not affect the others. */
final class OtherProviders implements Listener {
    private final ErrorListener errors;
    private final Supplier<Agent> agent;
    private final Map<Object, String> offered = new LinkedHashMap<>();

    OtherProviders(ErrorListener errors, Supplier<Agent> agent) {
        this.errors = errors;
        this.agent = agent;
    }

    void offerAll(ServicesManager services) {
        services.getRegistrations(GatehouseProvider.class).forEach(this::offer);
    }

    /** Call when the agent is closed. */
    void forget() {
        offered.clear();
    }

    List<String> names() {
        return List.copyOf(offered.values());
    }

    @EventHandler
    public void onRegister(ServiceRegisterEvent event) {
        if (event.getProvider().getService() == GatehouseProvider.class) offer(event.getProvider());
    }

    @EventHandler
    public void onUnregister(ServiceUnregisterEvent event) {
        Object provider = event.getProvider().getProvider();
        if (agent.get() == null || offered.remove(provider) == null) return;
        agent.get().remove(idsOf(provider));
    }

    private void offer(RegisteredServiceProvider<?> registered) {
        Object provider = registered.getProvider();
        if (agent.get() == null || offered.containsKey(provider)) return;
        try {
            agent.get().add(provider);
            offered.put(provider, nameOf(provider));
        } catch (RuntimeException thrown) {
            errors.onError("The provider of " + registered.getPlugin().getName() + " is not offered", thrown);
        }
    }

    private static String nameOf(Object provider) {
        return provider.getClass().getAnnotation(McpProvider.class).name();
    }

    private static String[] idsOf(Object provider) {
        List<String> ids = new ArrayList<>();
        for (Method method : provider.getClass().getDeclaredMethods()) {
            McpContext context = method.getAnnotation(McpContext.class);
            McpAction action = method.getAnnotation(McpAction.class);
            McpEvent event = method.getAnnotation(McpEvent.class);
            if (context != null) ids.add(context.id());
            if (action != null) ids.add(action.id());
            if (event != null) ids.add(event.id());
        }
        return ids.toArray(String[]::new);
    }
}
