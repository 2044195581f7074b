package dev.gatehouse.model;

import org.bukkit.GameMode;
import org.bukkit.Location;
import org.bukkit.entity.Player;

/** A player; messages to the player are printed. */
final class ModelPlayer extends ModelEntity implements Player {
    private final ModelServer server;
    private final String name;

    ModelPlayer(ModelServer server, String name, Location location) {
        super("player", location);
        this.server = server;
        this.name = name;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public double getHealth() {
        return 20;
    }

    @Override
    public int getFoodLevel() {
        return 20;
    }

    @Override
    public GameMode getGameMode() {
        return GameMode.SURVIVAL;
    }

    @Override
    public int getPing() {
        return 12;
    }

    @Override
    public String getLocale() {
        return "zh_cn";
    }

    @Override
    public boolean hasPlayedBefore() {
        return false;
    }

    @Override
    public Player getKiller() {
        return null;
    }

    @Override
    public void kickPlayer(String message) {
        ServerThread.check();
        Output.line("kicked", name, message);
        server.quit(this);
    }

    @Override
    public void sendMessage(String message) {
        Output.line("message", name, message);
    }

    /** Players are no operators. */
    @Override
    public boolean hasPermission(String permission) {
        return false;
    }
}
