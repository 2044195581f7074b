package org.bukkit.event.server;

import org.bukkit.plugin.RegisteredServiceProvider;

/** Bukkit's class, which plugins only reference. */
public class ServiceRegisterEvent extends ServiceEvent {
    public ServiceRegisterEvent(RegisteredServiceProvider<?> provider) {
        super(provider);
    }
}
