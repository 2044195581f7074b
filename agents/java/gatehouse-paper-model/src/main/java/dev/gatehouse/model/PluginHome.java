package dev.gatehouse.model;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bukkit.Server;
import org.bukkit.plugin.PluginDescriptionFile;

/** The data that a server passes to a loaded plugin. */
public final class PluginHome {
    private static final ThreadLocal<PluginHome> LOADING = new ThreadLocal<>();

    private final Server server;
    private final PluginDescriptionFile description;
    private final File folder;
    private final ClassLoader classes;
    private boolean isEnabled;

    PluginHome(Server server, PluginDescriptionFile description, File folder, ClassLoader classes) {
        this.server = server;
        this.description = description;
        this.folder = folder;
        this.classes = classes;
    }

    /** Used by the constructor of {@code JavaPlugin}, as Bukkit's finds its class loader. */
    public static PluginHome ofTheOneBeingLoaded() {
        return LOADING.get();
    }

    <T> T loading(Loading<T> load) throws ReflectiveOperationException {
        LOADING.set(this);
        try {
            return load.run();
        } finally {
            LOADING.remove();
        }
    }

    interface Loading<T> {
        T run() throws ReflectiveOperationException;
    }

    public Server server() {
        return server;
    }

    public PluginDescriptionFile description() {
        return description;
    }

    public File folder() {
        return folder;
    }

    public boolean isEnabled() {
        return isEnabled;
    }

    void setEnabled(boolean value) {
        isEnabled = value;
    }

    public InputStream resource(String name) {
        return classes.getResourceAsStream(name);
    }

    public void saveResource(String name) {
        Path file = folder.toPath().resolve(name);
        if (Files.exists(file)) return;
        try (InputStream resource = resource(name)) {
            Files.createDirectories(file.getParent());
            Files.copy(resource, file);
        } catch (IOException thrown) {
            throw new UncheckedIOException(thrown);
        }
    }
}
