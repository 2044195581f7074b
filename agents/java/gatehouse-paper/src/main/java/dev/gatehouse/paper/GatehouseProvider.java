package dev.gatehouse.paper;

/**
 * Marks a provider that another plugin offers through this one.
 *
 * <p>Annotate the class with {@code @McpProvider}, implement this interface, and register it with Bukkit:
 * {@code getServer().getServicesManager().register(GatehouseProvider.class, new Shops(), this, ServicePriority.Normal)}.
 * Its methods run on the server's main thread. Use records, not {@code JsonObject}: the package of that library is
 * relocated in this plugin.
 */
public interface GatehouseProvider {}
