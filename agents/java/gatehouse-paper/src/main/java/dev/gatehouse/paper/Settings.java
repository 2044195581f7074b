package dev.gatehouse.paper;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.bukkit.configuration.file.FileConfiguration;

/**
 * The settings of config.yml; a missing or invalid one has its default.
 *
 * @param id of the agent, unique among the servers of a gateway
 * @param name display name
 * @param host address to listen on
 * @param port 0 to 65535; 0 takes a free one
 * @param mostConnections maximum registered gateways
 * @param language {@code en} or {@code zh}, of the console, and of players with another language
 * @param pairingMinutes validity of a code
 * @param keystore PKCS #12 file with the certificate, in the plugin's folder; empty for none
 * @param keystorePassword of that file
 * @param mutedCommands commands that a muted player cannot use, in lower case without the slash
 * @param keepBackups maximum backups
 */
public record Settings(
        String id,
        String name,
        String host,
        int port,
        int mostConnections,
        String language,
        int pairingMinutes,
        String keystore,
        String keystorePassword,
        Set<String> mutedCommands,
        int keepBackups) {
    private static final int LONGEST_NAME = 64;

    static Settings of(FileConfiguration file) {
        List<String> muted = file.getStringList("muted-commands");
        return new Settings(
                shortened(file.getString("id", "paper")),
                shortened(file.getString("name", "Minecraft server")),
                file.getString("host", "127.0.0.1"),
                within(file.getInt("port", 8765), 0, 65_535, 8765),
                within(file.getInt("connections", 16), 1, 256, 16),
                file.getString("language", "en").equals("zh") ? "zh" : "en",
                within(file.getInt("pairing-minutes", 10), 1, 60, 10),
                file.getString("tls.keystore", ""),
                file.getString("tls.password", ""),
                muted.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet()),
                within(file.getInt("keep-backups", 5), 1, 1_000, 5));
    }

    boolean isEncrypted() {
        return !keystore.isEmpty();
    }

    private static String shortened(String text) {
        String name = text.isBlank() ? "Minecraft server" : text.trim();
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }

    private static int within(int value, int least, int most, int otherwise) {
        return value < least || value > most ? otherwise : value;
    }
}
