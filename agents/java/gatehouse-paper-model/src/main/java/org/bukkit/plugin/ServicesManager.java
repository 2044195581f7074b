package org.bukkit.plugin;

import java.util.Collection;

/** The part of Bukkit's interface of the same name that plugins use. */
public interface ServicesManager {
    <T> void register(Class<T> service, T provider, Plugin plugin, ServicePriority priority);

    void unregister(Object provider);

    <T> T load(Class<T> service);

    <T> Collection<RegisteredServiceProvider<T>> getRegistrations(Class<T> service);
}
