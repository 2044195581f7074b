package org.bukkit.event.server;

import org.bukkit.event.Event;
import org.bukkit.plugin.RegisteredServiceProvider;

/** The part of Bukkit's class of the same name that plugins use. */
public abstract class ServiceEvent extends Event {
    private final RegisteredServiceProvider<?> provider;

    protected ServiceEvent(RegisteredServiceProvider<?> provider) {
        this.provider = provider;
    }

    public RegisteredServiceProvider<?> getProvider() {
        return provider;
    }
}
