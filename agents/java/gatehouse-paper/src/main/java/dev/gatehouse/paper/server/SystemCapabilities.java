package dev.gatehouse.paper.server;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpAction;
import dev.gatehouse.agent.McpException;
import dev.gatehouse.agent.McpProvider;
import dev.gatehouse.agent.Param;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bukkit.plugin.Plugin;
import org.bukkit.plugin.PluginManager;
import org.bukkit.plugin.java.JavaPlugin;

/**
 * System capabilities: backups, and reloading a plugin.
 *
 * <p>{@code system.restore} is not offered: a running server cannot restore a world that it has open.
 */
@McpProvider(id = "paper-system", name = "Server")
public final class SystemCapabilities {
    private final JavaPlugin plugin;
    private final Backups backups;

    public SystemCapabilities(JavaPlugin plugin, Backups backups) {
        this.plugin = plugin;
        this.backups = backups;
    }

    record Reloaded(boolean success, List<String> reloaded) {}

    @McpAction(id = "system.backup", name = "Back up")
    public CompletableFuture<Backups.Backup> backup(
            @Param(name = "name") String name, @Param(name = "reason") String reason) {
        return backups.make(name);
    }

    @McpAction(id = "system.reload", name = "Reload a plugin")
    public Reloaded reload(@Param(name = "pluginName") String pluginName, @Param(name = "reason") String reason) {
        if (pluginName == null) {
            throw new McpException(
                    ErrorCode.OPERATION_BLOCKED, "Name one plugin: a running server cannot safely reload all of them.");
        }
        PluginManager plugins = plugin.getServer().getPluginManager();
        Plugin meant = plugins.getPlugin(pluginName);
        if (meant == null) throw new McpException(ErrorCode.OPERATION_FAILED, "There is no such plugin.");
        if (meant == plugin) {
            throw new McpException(ErrorCode.OPERATION_BLOCKED, "Reload Gatehouse itself with /gatehouse reload.");
        }
        plugins.disablePlugin(meant);
        plugins.enablePlugin(meant);
        if (!meant.isEnabled()) {
            throw new McpException(ErrorCode.OPERATION_FAILED, "The plugin is off now: it did not start again.");
        }
        return new Reloaded(true, List.of(meant.getName()));
    }
}
