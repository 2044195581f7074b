package dev.gatehouse.model;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bukkit.event.Cancellable;
import org.bukkit.event.Event;
import org.bukkit.event.EventHandler;
import org.bukkit.event.Listener;
import org.bukkit.plugin.Plugin;
import org.bukkit.plugin.PluginDescriptionFile;
import org.bukkit.plugin.PluginManager;
import org.bukkit.plugin.java.JavaPlugin;
import org.yaml.snakeyaml.Yaml;

/** Loads plugins from their jars by their plugin.yml, and calls their listeners in the order of their priorities. */
final class ModelPlugins implements PluginManager {
    private record Loaded(JavaPlugin plugin, PluginHome home, ClassLoader classes) {}

    private record Handler(Class<?> event, Listener listener, Method method, EventHandler about, Plugin plugin) {}

    private final ModelServer server;
    private final File folder;
    private final Map<String, Loaded> plugins = new LinkedHashMap<>();
    private final List<Handler> handlers = new ArrayList<>();

    ModelPlugins(ModelServer server, File folder) {
        this.server = server;
        this.folder = folder;
    }

    /** @return its name */
    String load(File jar) throws IOException, ReflectiveOperationException {
        ClassLoader below =
                plugins.isEmpty() ? ModelPlugins.class.getClassLoader() : plugins.values().iterator().next().classes();
        URLClassLoader classes = new URLClassLoader(new URL[] {jar.toURI().toURL()}, below) {
            /** Its own, not that of a plugin below. */
            @Override
            public InputStream getResourceAsStream(String name) {
                try {
                    URL found = findResource(name);
                    return found == null ? null : found.openStream();
                } catch (IOException unreadable) {
                    return null;
                }
            }
        };
        Map<String, Object> about;
        try (InputStream file = classes.getResourceAsStream("plugin.yml")) {
            about = new Yaml().load(file);
        }
        String name = about.get("name").toString();
        PluginDescriptionFile description = new PluginDescriptionFile(name, about.get("version").toString());
        PluginHome home = new PluginHome(server, description, new File(folder, name), classes);
        JavaPlugin plugin =
                home.loading(
                        () -> (JavaPlugin)
                                classes.loadClass(about.get("main").toString()).getDeclaredConstructor().newInstance());
        plugins.put(name, new Loaded(plugin, home, classes));
        plugin.onLoad();
        return name;
    }

    @Override
    public Plugin getPlugin(String name) {
        if (name.equals("Vault")) return server.vault();
        Loaded loaded = plugins.get(name);
        return loaded == null ? null : loaded.plugin();
    }

    JavaPlugin loaded(String name) {
        return plugins.get(name).plugin();
    }

    List<String> names() {
        return List.copyOf(plugins.keySet());
    }

    @Override
    public void enablePlugin(Plugin plugin) {
        Loaded loaded = plugins.get(plugin.getName());
        loaded.home().setEnabled(true);
        loaded.plugin().onEnable();
    }

    @Override
    public void disablePlugin(Plugin plugin) {
        Loaded loaded = plugins.get(plugin.getName());
        loaded.plugin().onDisable();
        loaded.home().setEnabled(false);
        handlers.removeIf(handler -> handler.plugin() == plugin);
        server.services().unregisterAll(plugin);
    }

    @Override
    public void registerEvents(Listener listener, Plugin plugin) {
        for (Method method : listener.getClass().getMethods()) {
            EventHandler about = method.getAnnotation(EventHandler.class);
            if (about == null) continue;
            method.setAccessible(true);
            handlers.add(new Handler(method.getParameterTypes()[0], listener, method, about, plugin));
        }
        handlers.sort(Comparator.comparing(handler -> handler.about().priority()));
    }

    void call(Event event) {
        for (Handler handler : List.copyOf(handlers)) {
            if (!handler.event().isInstance(event)) continue;
            if (handler.about().ignoreCancelled() && event instanceof Cancellable one && one.isCancelled()) continue;
            try {
                handler.method().invoke(handler.listener(), event);
            } catch (InvocationTargetException | IllegalAccessException thrown) {
                thrown.printStackTrace();
            }
        }
    }
}
