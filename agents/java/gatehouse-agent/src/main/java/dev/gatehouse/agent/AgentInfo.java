package dev.gatehouse.agent;

import java.util.regex.Pattern;

/**
 * Information about an agent. See docs/protocol.md#agents-register-ack.
 *
 * @param id unique among the agents of a gateway, 1 to 128 characters
 * @param name display name, 1 to 128 characters
 * @param version of the contract side of the agent; 1.x fits a gateway of 1.x
 * @param server the Minecraft server; null when unknown
 */
public record AgentInfo(String id, String name, String version, ServerInfo server) {
    private static final int LONGEST = 128;
    private static final Pattern VERSION = Pattern.compile("\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}");

    /** @throws IllegalArgumentException when a gateway would reject it */
    public AgentInfo {
        if (id == null || id.isEmpty() || id.length() > LONGEST) throw new IllegalArgumentException("id has 1 to 128 characters");
        if (name == null || name.isEmpty() || name.length() > LONGEST) {
            throw new IllegalArgumentException("name has 1 to 128 characters");
        }
        if (version == null || !VERSION.matcher(version).matches()) {
            throw new IllegalArgumentException("version is written as in 1.0.0");
        }
    }

    /** An agent without information about its server. */
    public AgentInfo(String id, String name) {
        this(id, name, "1.0.0", null);
    }

    /**
     * The Minecraft server.
     *
     * @param name display name
     * @param type for example {@code paper}
     * @param version of Minecraft
     * @param maxPlayers at least 0
     * @param onlinePlayers at least 0
     */
    public record ServerInfo(String name, String type, String version, int maxPlayers, int onlinePlayers) {}
}
