package dev.gatehouse.paper;

import dev.gatehouse.agent.Agent;
import dev.gatehouse.agent.AgentInfo;
import dev.gatehouse.agent.DeclarationException;
import dev.gatehouse.agent.ErrorListener;
import dev.gatehouse.agent.Health;
import dev.gatehouse.paper.economy.VaultEconomy;
import dev.gatehouse.paper.pairing.PairedGateways;
import dev.gatehouse.paper.players.ChatCapabilities;
import dev.gatehouse.paper.players.MuteListener;
import dev.gatehouse.paper.players.Mutes;
import dev.gatehouse.paper.players.PlayerCapabilities;
import dev.gatehouse.paper.players.PlayerEvents;
import dev.gatehouse.paper.server.Backups;
import dev.gatehouse.paper.server.SystemCapabilities;
import dev.gatehouse.paper.server.TickMeter;
import dev.gatehouse.paper.world.BlockCapabilities;
import dev.gatehouse.paper.world.BlockEvents;
import dev.gatehouse.paper.world.EntityCapabilities;
import dev.gatehouse.paper.world.WorldCapabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import org.bukkit.Server;
import org.bukkit.plugin.PluginManager;
import org.bukkit.plugin.java.JavaPlugin;

/**
 * The agent of this server: what it offers, and its start, stop and restart. See docs/protocol.md#agents-registration
 * and docs/protocol.md#agents-sdk.
 *
 * <p>Everything that touches the world runs on the server's main thread.
 */
final class PaperAgent {
    /** The timeout that Gatehouse uses for backups. */
    private static final Duration LONGEST_BACKUP = Duration.ofHours(6);

    private final JavaPlugin plugin;
    private final PairedGateways gateways;
    private final ErrorListener errors;
    private final TickMeter meter;
    private final Backups backups;
    private final PlayerEvents playerEvents = new PlayerEvents();
    private final BlockEvents blockEvents = new BlockEvents();
    private final MuteListener muteListener;
    private final Mutes mutes;
    private final OtherProviders others;
    /** Shared by all starts, so that actions before a reload can still be undone. */
    private final PaperSnapshots snapshots;
    private Settings settings;
    private Agent agent;

    PaperAgent(JavaPlugin plugin, PairedGateways gateways, Mutes mutes, ErrorListener errors) {
        this.plugin = plugin;
        this.gateways = gateways;
        this.mutes = mutes;
        this.errors = errors;
        Server server = plugin.getServer();
        meter = new TickMeter(server);
        snapshots = new PaperSnapshots(server, mutes, () -> VaultEconomy.find(server));
        settings = Settings.of(plugin.getConfig());
        backups = new Backups(plugin, plugin.getDataFolder().toPath().resolve("backups"), () -> settings.keepBackups());
        muteListener = new MuteListener(mutes, () -> settings);
        others = new OtherProviders(errors, () -> agent);
        PluginManager plugins = plugin.getServer().getPluginManager();
        plugins.registerEvents(muteListener, plugin);
        plugins.registerEvents(playerEvents, plugin);
        plugins.registerEvents(blockEvents, plugin);
        plugins.registerEvents(others, plugin);
        plugin.getServer().getScheduler().runTaskTimer(plugin, meter, 1, 1);
    }

    Settings settings() {
        return settings;
    }

    /** Empty while it does not listen. */
    Optional<String> address() {
        return Optional.ofNullable(agent).map(Agent::address);
    }

    /** Names of the other providers, for display. */
    List<String> otherProviders() {
        return others.names();
    }

    boolean hasEconomy() {
        return VaultEconomy.find(plugin.getServer()).isPresent();
    }

    /** Listens; a failure is logged. */
    void start() {
        Server server = plugin.getServer();
        try {
            Agent.Builder builder =
                    Agent.builder()
                            .info(this::info)
                            .authenticator(gateways::accepts)
                            .host(settings.host())
                            .port(settings.port())
                            .mostConnections(settings.mostConnections())
                            .health(this::health)
                            .executor(this::onMainThread)
                            .onError(errors)
                            .timeout("system.backup", LONGEST_BACKUP)
                            .snapshots(snapshots)
                            .provider(new PlayerCapabilities(server, mutes))
                            .provider(new ChatCapabilities(server))
                            .provider(new WorldCapabilities(server, meter))
                            .provider(new BlockCapabilities(server))
                            .provider(new EntityCapabilities(server))
                            .provider(new SystemCapabilities(plugin, backups))
                            .provider(playerEvents)
                            .provider(blockEvents)
                            .provider(meter);
            VaultEconomy.find(server).ifPresent(builder::provider);
            Path folder = plugin.getDataFolder().toPath();
            if (settings.isEncrypted()) builder.tls(Certificate.read(folder, settings));
            agent = builder.start();
            others.offerAll(server.getServicesManager());
            plugin.getLogger().info("Gatehouse can connect to " + agent.address() + ".");
        } catch (IOException | GeneralSecurityException | IllegalStateException | DeclarationException thrown) {
            plugin.getLogger().log(Level.SEVERE, "Gatehouse cannot connect: " + thrown.getMessage());
        }
    }

    /** Reloads the configuration, and disconnects every gateway. */
    void restart() {
        stop();
        plugin.reloadConfig();
        settings = Settings.of(plugin.getConfig());
        start();
    }

    private void stop() {
        others.forget();
        if (agent != null) agent.close();
        agent = null;
    }

    void close() {
        stop();
        backups.close();
    }

    private void onMainThread(Runnable task) {
        if (!plugin.isEnabled()) throw new RejectedExecutionException("the plugin is disabled");
        plugin.getServer().getScheduler().runTask(plugin, task);
    }

    private AgentInfo info() {
        Server server = plugin.getServer();
        String type = server.getName().toLowerCase(Locale.ROOT);
        String version = server.getBukkitVersion();
        int dash = version.indexOf('-');
        return new AgentInfo(
                settings.id(), settings.name(), "1.0.0",
                new AgentInfo.ServerInfo(
                        settings.name(), type, dash < 0 ? version : version.substring(0, dash), server.getMaxPlayers(),
                        meter.onlinePlayers()));
    }

    private Health health() {
        Runtime runtime = Runtime.getRuntime();
        double used = (double) (runtime.totalMemory() - runtime.freeMemory()) / runtime.maxMemory();
        return new Health(meter.isHealthy(), meter.tps(), meter.onlinePlayers(), used);
    }
}
