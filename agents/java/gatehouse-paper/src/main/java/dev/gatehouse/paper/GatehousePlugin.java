package dev.gatehouse.paper;

import dev.gatehouse.agent.ErrorListener;
import dev.gatehouse.paper.pairing.PairedGateways;
import dev.gatehouse.paper.pairing.PairingCodes;
import dev.gatehouse.paper.players.Mutes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import org.bukkit.command.Command;
import org.bukkit.command.CommandSender;
import org.bukkit.plugin.java.JavaPlugin;

/** The plugin: starts the agent with the server, and executes the command {@code /gatehouse}. */
public final class GatehousePlugin extends JavaPlugin {
    private GatehouseCommand command;
    private PaperAgent agent;

    @Override
    public void onEnable() {
        saveDefaultConfig();
        Path folder = getDataFolder().toPath();
        PairingCodes codes = new PairingCodes(System::nanoTime);
        PairedGateways gateways;
        Mutes mutes;
        try {
            gateways = PairedGateways.open(folder.resolve("gateways.txt"), codes);
            mutes = Mutes.open(folder.resolve("mutes.properties"));
        } catch (IOException | UncheckedIOException thrown) {
            getLogger().log(Level.SEVERE, "Gatehouse stays off: its files cannot be read.", thrown);
            return;
        }
        ErrorListener errors = (where, thrown) -> getLogger().log(Level.WARNING, where + ": " + thrown.getMessage(), thrown);
        agent = new PaperAgent(this, gateways, mutes, errors);
        command = new GatehouseCommand(this, agent, gateways, codes);
        // On the first tick, all plugins are enabled, and economies and providers are registered.
        getServer().getScheduler().runTask(this, agent::start);
    }

    @Override
    public void onDisable() {
        if (agent != null) agent.close();
        agent = null;
        command = null;
    }

    @Override
    public boolean onCommand(CommandSender sender, Command about, String label, String[] arguments) {
        if (command == null) return false;
        command.run(sender, arguments);
        return true;
    }

    @Override
    public List<String> onTabComplete(CommandSender sender, Command about, String alias, String[] arguments) {
        return command == null ? List.of() : command.complete(sender, arguments);
    }
}
