package dev.gatehouse.paper;

import dev.gatehouse.paper.pairing.PairedGateways;
import dev.gatehouse.paper.pairing.PairingCodes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bukkit.command.CommandSender;
import org.bukkit.entity.Player;
import org.bukkit.plugin.java.JavaPlugin;

/** {@code /gatehouse pair|status|reload|unpair}, each with a permission of its own. */
final class GatehouseCommand {
    private static final List<String> NAMES = List.of("pair", "status", "reload", "unpair");

    private final JavaPlugin plugin;
    private final PaperAgent agent;
    private final PairedGateways gateways;
    private final PairingCodes codes;

    GatehouseCommand(JavaPlugin plugin, PaperAgent agent, PairedGateways gateways, PairingCodes codes) {
        this.plugin = plugin;
        this.agent = agent;
        this.gateways = gateways;
        this.codes = codes;
    }

    void run(CommandSender sender, String[] arguments) {
        Messages messages = messagesFor(sender);
        String name = arguments.length == 1 ? arguments[0].toLowerCase(Locale.ROOT) : "";
        if (!NAMES.contains(name)) {
            say(sender, messages.text("usage"));
        } else if (!sender.hasPermission("gatehouse." + name)) {
            say(sender, messages.text("forbidden"));
        } else {
            switch (name) {
                case "pair" -> pair(sender, messages);
                case "status" -> status(sender, messages);
                case "reload" -> reload(sender);
                default -> unpair(sender, messages);
            }
        }
    }

    List<String> complete(CommandSender sender, String[] arguments) {
        if (arguments.length != 1) return List.of();
        String begun = arguments[0].toLowerCase(Locale.ROOT);
        return NAMES.stream().filter(name -> name.startsWith(begun) && sender.hasPermission("gatehouse." + name)).toList();
    }

    private void pair(CommandSender sender, Messages messages) {
        if (agent.address().isEmpty()) {
            say(sender, messages.text("off"));
            return;
        }
        int minutes = agent.settings().pairingMinutes();
        String code = codes.issue(Duration.ofMinutes(minutes));
        say(sender, messages.text("pair.where"));
        say(sender, messages.text("pair.address", ReachableAddress.of(agent.address().get())));
        say(sender, messages.text("pair.code", code));
        say(sender, messages.text("pair.limits", minutes));
    }

    private void status(CommandSender sender, Messages messages) {
        say(sender, agent.address().map(address -> messages.text("status.on", address)).orElse(messages.text("off")));
        say(sender, messages.text("status.paired", gateways.count()));
        say(sender, messages.text(agent.hasEconomy() ? "status.economy" : "status.noEconomy"));
        List<String> others = agent.otherProviders();
        if (!others.isEmpty()) say(sender, messages.text("status.others", String.join(", ", others)));
    }

    private void reload(CommandSender sender) {
        agent.restart();
        say(sender, messagesFor(sender).text(agent.address().isPresent() ? "reload.done" : "reload.failed"));
    }

    private void unpair(CommandSender sender, Messages messages) {
        try {
            gateways.forgetAll();
            agent.restart();
            say(sender, messages.text("unpair.done"));
        } catch (IOException thrown) {
            say(sender, messages.text("unpair.failed", thrown.getMessage()));
        }
    }

    private Messages messagesFor(CommandSender sender) {
        String language = sender instanceof Player player ? player.getLocale() : "";
        return Stream.of("zh", "en")
                .filter(language::startsWith)
                .findFirst()
                .map(known -> Messages.of(plugin, known))
                .orElseGet(() -> Messages.of(plugin, agent.settings().language()));
    }

    private static void say(CommandSender sender, String text) {
        sender.sendMessage("[Gatehouse] " + text);
    }
}
