package org.bukkit.event.server;

import org.bukkit.plugin.RegisteredServiceProvider;

/** What the plugin names of Bukkit's class. */
public class ServiceUnregisterEvent extends ServiceEvent {
    public ServiceUnregisterEvent(RegisteredServiceProvider<?> provider) {
        super(provider);
    }
}
