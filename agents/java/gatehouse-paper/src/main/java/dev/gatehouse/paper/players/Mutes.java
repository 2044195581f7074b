package dev.gatehouse.paper.players;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Muted players and the ends of their mutes. Bukkit has no mutes, so the plugin stores them in a file. Thread-safe. */
public final class Mutes {
    private final Path file;
    private final Map<UUID, Instant> until;

    private Mutes(Path file, Map<UUID, Instant> until) {
        this.file = file;
        this.until = until;
    }

    /** @throws IOException when the file exists and cannot be read */
    public static Mutes open(Path file) throws IOException {
        Properties lines = new Properties();
        if (Files.exists(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                lines.load(in);
            }
        }
        Map<UUID, Instant> until = new ConcurrentHashMap<>();
        try {
            lines.forEach((uuid, time) -> until.put(UUID.fromString((String) uuid), Instant.parse((String) time)));
        } catch (DateTimeException | IllegalArgumentException wrong) {
            throw new IOException(file + " has a line that is no mute", wrong);
        }
        return new Mutes(file, until);
    }

    /** Empty for a player who may chat. */
    public Optional<Instant> endOf(UUID player) {
        return Optional.ofNullable(until.get(player));
    }

    /**
     * @param end empty unmutes the player
     * @throws IOException when it cannot be stored; then nothing changes
     */
    public synchronized void set(UUID player, Optional<Instant> end) throws IOException {
        Optional<Instant> before = endOf(player);
        put(player, end);
        try {
            save();
        } catch (IOException thrown) {
            put(player, before);
            throw thrown;
        }
    }

    private void put(UUID player, Optional<Instant> end) {
        if (end.isPresent()) until.put(player, end.get());
        else until.remove(player);
    }

    boolean isMuted(UUID player, Instant now) {
        Instant end = until.get(player);
        return end != null && now.isBefore(end);
    }

    private void save() throws IOException {
        Instant now = Instant.now();
        until.values().removeIf(end -> !now.isBefore(end));
        Properties lines = new Properties();
        until.forEach((uuid, end) -> lines.setProperty(uuid.toString(), end.toString()));
        Files.createDirectories(file.getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (OutputStream out = Files.newOutputStream(fresh)) {
            lines.store(out, "Players who cannot chat, and until when");
        }
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
