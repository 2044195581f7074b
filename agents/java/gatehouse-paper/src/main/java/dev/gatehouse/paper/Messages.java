package dev.gatehouse.paper;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.bukkit.plugin.java.JavaPlugin;

/** The texts for people in one language, from {@code messages/LANGUAGE.properties} of the jar. */
final class Messages {
    private static final Map<String, Messages> READ = new ConcurrentHashMap<>();

    private final Properties texts;
    private final Locale locale;

    private Messages(Properties texts, Locale locale) {
        this.texts = texts;
        this.locale = locale;
    }

    /** @param language {@code en} or {@code zh} */
    static Messages of(JavaPlugin plugin, String language) {
        return READ.computeIfAbsent(language, one -> read(plugin, one));
    }

    private static Messages read(JavaPlugin plugin, String language) {
        Properties texts = new Properties();
        try (InputStream file = plugin.getResource("messages/" + language + ".properties")) {
            texts.load(new InputStreamReader(file, StandardCharsets.UTF_8));
        } catch (IOException thrown) {
            throw new UncheckedIOException(thrown);
        }
        return new Messages(texts, Locale.forLanguageTag(language));
    }

    String text(String key, Object... values) {
        return new MessageFormat(texts.getProperty(key), locale).format(values);
    }
}
