package dev.gatehouse.model;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.bukkit.block.Block;
import org.bukkit.command.Command;
import org.bukkit.event.block.BlockBreakEvent;
import org.bukkit.event.block.BlockPlaceEvent;
import org.bukkit.event.entity.PlayerDeathEvent;
import org.bukkit.event.player.AsyncPlayerChatEvent;
import org.bukkit.event.player.PlayerCommandPreprocessEvent;

/**
 * Runs plugins in a simulated server: {@code ModelMain FOLDER PLUGIN.jar...}. Standard input does what players and the
 * console do: {@code console TEXT}, {@code join NAME}, {@code quit NAME}, {@code as NAME TEXT}, {@code chat NAME TEXT},
 * {@code type NAME COMMAND}, {@code die NAME TEXT}, {@code place NAME X Y Z BLOCK}, {@code break NAME X Y Z},
 * {@code disable PLUGIN}, {@code enable PLUGIN}, {@code commands fail|work}. It ends with its input.
 */
public final class ModelMain {
    private ModelMain() {}

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        ModelServer server = new ModelServer(new File(arguments[0]));
        server.thread().runTask(null, () -> load(server, arguments));
        Thread reading = new Thread(() -> read(server), "input");
        reading.setDaemon(true);
        reading.start();
        server.thread().run();
        for (String name : server.plugins().names()) {
            if (server.plugins().loaded(name).isEnabled()) server.plugins().disablePlugin(server.plugins().loaded(name));
        }
        Output.line("stopped", "", "");
    }

    private static void load(ModelServer server, String[] arguments) {
        try {
            for (int i = 1; i < arguments.length; i++) {
                server.plugins().enablePlugin(server.plugins().loaded(server.plugins().load(new File(arguments[i]))));
            }
        } catch (IOException | ReflectiveOperationException thrown) {
            throw new IllegalStateException(thrown);
        }
        server.thread().runTask(null, () -> Output.line("ready", "", ""));
    }

    private static void read(ModelServer server) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", 3);
                // Players chat on other threads, as on a real server.
                if (words[0].equals("chat")) chat(server, words[1], words[2]);
                else server.thread().runTask(null, () -> run(server, words));
            }
        } catch (IOException closed) {
            // It ends.
        }
        server.thread().stop();
    }

    private static void chat(ModelServer server, String name, String text) {
        server.thread().runTask(null, () -> {
            ModelPlayer player = server.getPlayerExact(name);
            server.thread().runTaskAsynchronously(null, () -> {
                AsyncPlayerChatEvent event = new AsyncPlayerChatEvent(player, text);
                server.plugins().call(event);
                Output.line(event.isCancelled() ? "muted" : "chatted", name, text);
            });
        });
    }

    private static void run(ModelServer server, String[] words) {
        String rest = words.length > 2 ? words[2] : "";
        switch (words[0]) {
            case "console" -> command(server, null, words[1] + (rest.isEmpty() ? "" : " " + rest));
            case "as" -> command(server, words[1], rest);
            case "join" -> server.join(words[1]);
            case "quit" -> server.quit(server.getPlayerExact(words[1]));
            case "type" -> {
                PlayerCommandPreprocessEvent typed =
                        new PlayerCommandPreprocessEvent(server.getPlayerExact(words[1]), rest);
                server.plugins().call(typed);
                Output.line(typed.isCancelled() ? "muted" : "typed", words[1], rest);
            }
            case "die" -> server.plugins().call(new PlayerDeathEvent(server.getPlayerExact(words[1]), rest));
            case "place", "break" -> build(server, words[0].equals("place"), words[1], rest.split(" "));
            case "disable" -> {
                server.plugins().disablePlugin(server.plugins().loaded(words[1]));
                Output.line("disabled", "", words[1]);
            }
            case "commands" -> server.failCommands(words[1].equals("fail"));
            case "enable" -> server.plugins().enablePlugin(server.plugins().loaded(words[1]));
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private static void build(ModelServer server, boolean isPlacing, String name, String[] at) {
        Block block =
                server.world().getBlockAt(Integer.parseInt(at[0]), Integer.parseInt(at[1]), Integer.parseInt(at[2]));
        if (isPlacing) {
            block.setBlockData(server.createBlockData(at[3]));
            server.plugins().call(new BlockPlaceEvent(block, server.getPlayerExact(name)));
        } else {
            server.plugins().call(new BlockBreakEvent(block, server.getPlayerExact(name)));
            block.setBlockData(server.createBlockData("minecraft:air"));
        }
    }

    /** @param player null for the console */
    private static void command(ModelServer server, String player, String line) {
        String[] words = line.split(" ");
        Command command = new Command(words[0]) {};
        String[] arguments = new String[words.length - 1];
        System.arraycopy(words, 1, arguments, 0, arguments.length);
        var sender = player == null ? server.getConsoleSender() : server.getPlayerExact(player);
        server.plugins().loaded("Gatehouse").onCommand(sender, command, words[0], arguments);
    }
}
