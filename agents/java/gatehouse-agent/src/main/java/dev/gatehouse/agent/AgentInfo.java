package dev.gatehouse.agent;

/**
 * What the agent says of itself. Specification 1, section 8.2.2.
 *
 * @param id unique among the agents of a gateway, 1 to 128 characters
 * @param name that people read, 1 to 128 characters
 * @param version of the contract side of the agent; 1.x fits a gateway of 1.x
 * @param server the Minecraft server; null when there is nothing to say
 */
public record AgentInfo(String id, String name, String version, ServerInfo server) {
    /** An agent that says nothing of its server. */
    public AgentInfo(String id, String name) {
        this(id, name, "1.0.0", null);
    }

    /**
     * The Minecraft server.
     *
     * @param name that people read
     * @param type for example {@code paper}
     * @param version of Minecraft
     * @param maxPlayers at least 0
     * @param onlinePlayers at least 0
     */
    public record ServerInfo(String name, String type, String version, int maxPlayers, int onlinePlayers) {}
}
