package org.bukkit.event.server;

import org.bukkit.plugin.RegisteredServiceProvider;

/** Bukkit's class, which plugins only reference. */
public class ServiceUnregisterEvent extends ServiceEvent {
    public ServiceUnregisterEvent(RegisteredServiceProvider<?> provider) {
        super(provider);
    }
}
