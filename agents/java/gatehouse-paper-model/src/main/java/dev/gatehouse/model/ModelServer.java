package dev.gatehouse.model;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import net.milkbowl.vault.economy.Economy;
import org.bukkit.BanList;
import org.bukkit.Location;
import org.bukkit.Server;
import org.bukkit.World;
import org.bukkit.block.data.BlockData;
import org.bukkit.command.CommandSender;
import org.bukkit.command.ConsoleCommandSender;
import org.bukkit.entity.Player;
import org.bukkit.event.player.PlayerJoinEvent;
import org.bukkit.event.player.PlayerQuitEvent;
import org.bukkit.plugin.Plugin;
import org.bukkit.plugin.PluginDescriptionFile;
import org.bukkit.plugin.PluginManager;
import org.bukkit.plugin.ServicePriority;
import org.bukkit.plugin.ServicesManager;
import org.bukkit.plugin.java.JavaPlugin;
import org.bukkit.scheduler.BukkitScheduler;

/** A simulated server with one world and only the API that the plugin uses. Clients cannot join it. */
final class ModelServer implements Server {
    private static final class Vault extends JavaPlugin {}

    private static final class Console implements ConsoleCommandSender {
        @Override
        public String getName() {
            return "CONSOLE";
        }

        @Override
        public void sendMessage(String message) {
            Output.line("console", "", message);
        }

        @Override
        public boolean hasPermission(String name) {
            return true;
        }
    }

    private final File folder;
    private final ServerThread thread = new ServerThread();
    private final ModelPlugins plugins;
    private final ModelServices services = new ModelServices(this);
    private final ConsoleCommandSender console = new Console();
    private final ModelBans bans = new ModelBans();
    private final List<ModelPlayer> players = new ArrayList<>();
    private final ModelWorld world;
    private final JavaPlugin vault;
    private boolean doCommandsFail;

    ModelServer(File folder) throws IOException, ReflectiveOperationException {
        this.folder = folder;
        plugins = new ModelPlugins(this, new File(folder, "plugins"));
        world = new ModelWorld("world", new File(folder, "world"));
        Files.createDirectories(world.getWorldFolder().toPath().resolve("region"));
        Files.writeString(world.getWorldFolder().toPath().resolve("level.dat"), "a level");
        Files.writeString(world.getWorldFolder().toPath().resolve("session.lock"), "locked");
        Files.writeString(world.getWorldFolder().toPath().resolve("region/r.0.0.mca"), "a region");
        PluginDescriptionFile description = new PluginDescriptionFile("Vault", "1");
        vault = new PluginHome(this, description, folder, ModelServer.class.getClassLoader()).loading(Vault::new);
        services.register(Economy.class, new ModelEconomy(), vault, ServicePriority.Normal);
        world.entities.add(new ModelEntity("cow", new Location(world, 3, 64, 4, 0, 0)));
        world.entities.add(new ModelEntity("creeper", new Location(world, 40, 64, 4, 0, 0)));
        world.entities.add(new ModelItem("oak_planks", 5, new Location(world, 1, 64, 1, 0, 0)));
    }

    ServerThread thread() {
        return thread;
    }

    ModelPlugins plugins() {
        return plugins;
    }

    ModelServices services() {
        return services;
    }

    Plugin vault() {
        return vault;
    }

    ModelWorld world() {
        return world;
    }

    void failCommands(boolean fail) {
        doCommandsFail = fail;
    }

    void join(String name) {
        ModelPlayer player = new ModelPlayer(this, name, new Location(world, 0.5, 64, 0.5, 0, 0));
        players.add(player);
        world.entities.add(player);
        plugins.call(new PlayerJoinEvent(player));
    }

    void quit(ModelPlayer player) {
        players.remove(player);
        world.entities.remove(player);
        plugins.call(new PlayerQuitEvent(player));
    }

    @Override
    public String getName() {
        return "Model";
    }

    @Override
    public String getBukkitVersion() {
        return "26.1.2-R0.1-SNAPSHOT";
    }

    @Override
    public int getMaxPlayers() {
        return 20;
    }

    @Override
    public Collection<? extends Player> getOnlinePlayers() {
        return List.copyOf(players);
    }

    @Override
    public ModelPlayer getPlayerExact(String name) {
        ServerThread.check();
        return players.stream().filter(player -> player.getName().equalsIgnoreCase(name)).findFirst().orElse(null);
    }

    @Override
    public Player getPlayer(UUID id) {
        ServerThread.check();
        return players.stream().filter(player -> player.getUniqueId().equals(id)).findFirst().orElse(null);
    }

    @Override
    public List<World> getWorlds() {
        return List.of(world);
    }

    @Override
    public World getWorld(String name) {
        return name.equals(world.getName()) ? world : null;
    }

    @Override
    public File getWorldContainer() {
        return folder;
    }

    @Override
    public PluginManager getPluginManager() {
        return plugins;
    }

    @Override
    public ServicesManager getServicesManager() {
        return services;
    }

    @Override
    public BukkitScheduler getScheduler() {
        return thread;
    }

    @Override
    public ConsoleCommandSender getConsoleSender() {
        return console;
    }

    @Override
    public boolean dispatchCommand(CommandSender sender, String commandLine) {
        ServerThread.check();
        Output.line("command", sender.getName(), commandLine + (world.isAutoSave() ? "" : " (saving is off)"));
        return !doCommandsFail;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends BanList<?>> T getBanList(BanList.Type type) {
        return (T) bans;
    }

    @Override
    public BlockData createBlockData(String data) {
        if (data.contains("nothing")) throw new IllegalArgumentException("no such block");
        return new ModelWorld.Data(data.contains(":") ? data : "minecraft:" + data);
    }

    @Override
    public double[] getTPS() {
        return new double[] {20, 20, 20};
    }

    @Override
    public double getAverageTickTime() {
        return 3.5;
    }
}
