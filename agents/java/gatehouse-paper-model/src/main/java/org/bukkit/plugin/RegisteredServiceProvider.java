package org.bukkit.plugin;

/**
 * The part of Bukkit's class of the same name that plugins use.
 *
 * @param <T> the service
 */
public class RegisteredServiceProvider<T> {
    private final Class<T> service;
    private final T provider;
    private final Plugin plugin;

    public RegisteredServiceProvider(Class<T> service, T provider, Plugin plugin) {
        this.service = service;
        this.provider = provider;
        this.plugin = plugin;
    }

    public Class<T> getService() {
        return service;
    }

    public T getProvider() {
        return provider;
    }

    public Plugin getPlugin() {
        return plugin;
    }
}
