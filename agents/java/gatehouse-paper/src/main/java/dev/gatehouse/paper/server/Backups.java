package dev.gatehouse.paper.server;

import dev.gatehouse.agent.ErrorCode;
import dev.gatehouse.agent.McpException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.bukkit.Server;
import org.bukkit.World;
import org.bukkit.plugin.java.JavaPlugin;

/**
 * Backups of all worlds, one at a time: automatic saving is turned off, the worlds are saved, the files are copied on
 * another thread, and automatic saving is restored in any case.
 */
public final class Backups {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final JavaPlugin plugin;
    private final Path folder;
    private final IntSupplier keep;
    /** Worlds that had automatic saving before the running backup; null while none runs. Main thread only. */
    private Map<World, Boolean> autoSave;

    /** @param keep maximum backups */
    public Backups(JavaPlugin plugin, Path folder, IntSupplier keep) {
        this.plugin = plugin;
        this.folder = folder;
        this.keep = keep;
    }

    /**
     * A completed backup.
     *
     * @param backupId its name without {@code .zip}
     * @param sizeBytes of the file
     */
    public record Backup(String backupId, Instant createdAt, long sizeBytes) {}

    /** Called on the main thread. @param name part of the backup's name; null for the time only */
    CompletableFuture<Backup> make(String name) {
        if (autoSave != null) throw new McpException(ErrorCode.OPERATION_BLOCKED, "A backup is being made already.");
        Server server = plugin.getServer();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        String id = STAMP.format(now) + (name == null ? "" : "-" + name.replace(' ', '_').replace('.', '_'));
        List<Path> worlds = server.getWorlds().stream().map(world -> world.getWorldFolder().toPath()).toList();
        CompletableFuture<Backup> made = new CompletableFuture<>();
        try {
            stopSaving(server);
            // Bukkit's save() does not wait for the disk on every version; the game's command does.
            if (!server.dispatchCommand(server.getConsoleSender(), "minecraft:save-all flush")) {
                throw new McpException(ErrorCode.OPERATION_FAILED, "The server does not save its worlds.");
            }
            server.getScheduler().runTaskAsynchronously(plugin, () -> copy(id, now, worlds, made));
        } catch (RuntimeException | Error thrown) {
            resumeSaving();
            throw thrown;
        }
        return made;
    }

    /** Call when the server stops: turns automatic saving on again. */
    public void close() {
        resumeSaving();
    }

    private void copy(String id, Instant now, List<Path> worlds, CompletableFuture<Backup> made) {
        try {
            long size = WorldArchive.write(folder, id, worlds, keep.getAsInt());
            finish(() -> made.complete(new Backup(id, now, size)));
        } catch (IOException thrown) {
            String why = thrown.getMessage() == null ? "The files cannot be copied." : thrown.getMessage();
            finish(() -> made.completeExceptionally(new McpException(ErrorCode.OPERATION_FAILED, why)));
        } catch (Throwable bug) {
            finish(() -> made.completeExceptionally(bug));
        }
    }

    private void finish(Runnable answer) {
        if (!plugin.isEnabled()) {
            answer.run();
            return;
        }
        plugin.getServer().getScheduler().runTask(plugin, () -> {
            resumeSaving();
            answer.run();
        });
    }

    private void stopSaving(Server server) {
        autoSave = new LinkedHashMap<>();
        for (World world : server.getWorlds()) {
            autoSave.put(world, world.isAutoSave());
            world.setAutoSave(false);
        }
    }

    private void resumeSaving() {
        if (autoSave != null) autoSave.forEach(World::setAutoSave);
        autoSave = null;
    }
}
