package dev.gatehouse.paper.players;

import dev.gatehouse.paper.Settings;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;
import org.bukkit.event.EventHandler;
import org.bukkit.event.EventPriority;
import org.bukkit.event.Listener;
import org.bukkit.event.player.AsyncPlayerChatEvent;
import org.bukkit.event.player.PlayerCommandPreprocessEvent;

/** Blocks chat messages and chat commands of muted players. */
public final class MuteListener implements Listener {
    private final Mutes mutes;
    private final Supplier<Settings> settings;

    /** @param settings contain the chat commands */
    public MuteListener(Mutes mutes, Supplier<Settings> settings) {
        this.mutes = mutes;
        this.settings = settings;
    }

    @EventHandler(priority = EventPriority.LOWEST)
    public void onChat(AsyncPlayerChatEvent event) {
        if (mutes.isMuted(event.getPlayer().getUniqueId(), Instant.now())) event.setCancelled(true);
    }

    @EventHandler(priority = EventPriority.LOWEST)
    public void onCommand(PlayerCommandPreprocessEvent event) {
        if (!mutes.isMuted(event.getPlayer().getUniqueId(), Instant.now())) return;
        if (settings.get().mutedCommands().contains(nameOf(event.getMessage()))) event.setCancelled(true);
    }

    /** Returns {@code msg} for {@code /minecraft:msg Alex hello}. */
    private static String nameOf(String command) {
        int end = command.indexOf(' ');
        String name = command.substring(1, end < 0 ? command.length() : end);
        return name.substring(name.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
    }
}
