package org.bukkit.plugin;

import java.util.Collection;

/** What plugins call of Bukkit's interface of the same name. */
public interface ServicesManager {
    <T> void register(Class<T> service, T provider, Plugin plugin, ServicePriority priority);

    void unregister(Object provider);

    <T> T load(Class<T> service);

    <T> Collection<RegisteredServiceProvider<T>> getRegistrations(Class<T> service);
}
