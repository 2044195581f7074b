package dev.gatehouse.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bukkit.event.server.ServiceRegisterEvent;
import org.bukkit.event.server.ServiceUnregisterEvent;
import org.bukkit.plugin.Plugin;
import org.bukkit.plugin.RegisteredServiceProvider;
import org.bukkit.plugin.ServicePriority;
import org.bukkit.plugin.ServicesManager;

/** The service registry of plugins. */
final class ModelServices implements ServicesManager {
    private final ModelServer server;
    private final List<RegisteredServiceProvider<?>> registered = new ArrayList<>();

    ModelServices(ModelServer server) {
        this.server = server;
    }

    @Override
    public <T> void register(Class<T> service, T provider, Plugin plugin, ServicePriority priority) {
        RegisteredServiceProvider<T> one = new RegisteredServiceProvider<>(service, provider, plugin);
        registered.add(one);
        server.plugins().call(new ServiceRegisterEvent(one));
    }

    @Override
    public void unregister(Object provider) {
        for (RegisteredServiceProvider<?> one : List.copyOf(registered)) {
            if (one.getProvider() != provider) continue;
            registered.remove(one);
            server.plugins().call(new ServiceUnregisterEvent(one));
        }
    }

    void unregisterAll(Plugin plugin) {
        for (RegisteredServiceProvider<?> one : List.copyOf(registered)) {
            if (one.getPlugin() == plugin) unregister(one.getProvider());
        }
    }

    @Override
    public <T> T load(Class<T> service) {
        return getRegistrations(service).stream().findFirst().map(RegisteredServiceProvider::getProvider).orElse(null);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> Collection<RegisteredServiceProvider<T>> getRegistrations(Class<T> service) {
        List<RegisteredServiceProvider<T>> found = new ArrayList<>();
        for (RegisteredServiceProvider<?> one : registered) {
            if (one.getService() == service) found.add((RegisteredServiceProvider<T>) one);
        }
        return found;
    }
}
