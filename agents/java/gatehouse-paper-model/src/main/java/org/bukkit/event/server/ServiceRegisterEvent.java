package org.bukkit.event.server;

import org.bukkit.plugin.RegisteredServiceProvider;

/** What the plugin names of Bukkit's class. */
public class ServiceRegisterEvent extends ServiceEvent {
    public ServiceRegisterEvent(RegisteredServiceProvider<?> provider) {
        super(provider);
    }
}
