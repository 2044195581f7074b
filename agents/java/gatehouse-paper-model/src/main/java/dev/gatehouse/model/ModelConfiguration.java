package dev.gatehouse.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.bukkit.configuration.file.FileConfiguration;
import org.yaml.snakeyaml.Yaml;

/** config.yml of a plugin, with the one in its jar as defaults. */
public final class ModelConfiguration extends FileConfiguration {
    private final Map<String, Object> values;
    private final Map<String, Object> defaults;

    private ModelConfiguration(Map<String, Object> values, Map<String, Object> defaults) {
        this.values = values;
        this.defaults = defaults;
    }

    public static ModelConfiguration of(PluginHome home) {
        try (InputStream inJar = home.resource("config.yml");
                InputStream inFolder = Files.newInputStream(home.folder().toPath().resolve("config.yml"))) {
            return new ModelConfiguration(new Yaml().load(inFolder), new Yaml().load(inJar));
        } catch (IOException thrown) {
            throw new UncheckedIOException(thrown);
        }
    }

    @Override
    public String getString(String path, String def) {
        Object value = find(path);
        return value == null ? def : value.toString();
    }

    @Override
    public int getInt(String path, int def) {
        return find(path) instanceof Number number ? number.intValue() : def;
    }

    @Override
    public boolean getBoolean(String path, boolean def) {
        return find(path) instanceof Boolean truth ? truth : def;
    }

    @Override
    public List<String> getStringList(String path) {
        return find(path) instanceof List<?> list ? list.stream().map(Object::toString).toList() : List.of();
    }

    private Object find(String path) {
        Object value = in(values, path);
        return value == null ? in(defaults, path) : value;
    }

    private static Object in(Map<String, Object> values, String path) {
        Object found = values;
        for (String name : path.split("\\.")) found = found instanceof Map<?, ?> map ? map.get(name) : null;
        return found;
    }
}
