package dev.gatehouse.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The texts in both languages. The contents of the jar are tested where it is packed. */
class PluginFileTest {
    @Test
    void saysTheSameInBothLanguages() throws IOException {
        Properties english = texts("en");
        Properties chinese = texts("zh");
        assertEquals(english.stringPropertyNames(), chinese.stringPropertyNames());
        for (String key : english.stringPropertyNames()) {
            assertEquals(english.getProperty(key).contains("{0}"), chinese.getProperty(key).contains("{0}"), key);
            // MessageFormat treats a single quote as an escape character.
            assertTrue(!english.getProperty(key).contains("'") && !chinese.getProperty(key).contains("'"), key);
        }
    }

    private static Properties texts(String language) throws IOException {
        Properties texts = new Properties();
        try (InputStream file = PluginFileTest.class.getResourceAsStream("/messages/" + language + ".properties");
                Reader reader = new InputStreamReader(file, StandardCharsets.UTF_8)) {
            texts.load(reader);
        }
        return texts;
    }
}
