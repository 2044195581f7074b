package dev.gatehouse.paperexample;

import dev.gatehouse.paper.GatehouseProvider;
import org.bukkit.plugin.ServicePriority;
import org.bukkit.plugin.java.JavaPlugin;

/** A plugin with shops, which lets an AI read their prices through Gatehouse. Copy this folder and change it. */
public final class ShopsPlugin extends JavaPlugin {
    @Override
    public void onEnable() {
        // plugin.yml names Gatehouse as a soft dependency: the shops work without it.
        if (getServer().getPluginManager().getPlugin("Gatehouse") == null) return;
        getServer()
                .getServicesManager()
                .register(GatehouseProvider.class, new Shops(getServer()), this, ServicePriority.Normal);
    }
}
