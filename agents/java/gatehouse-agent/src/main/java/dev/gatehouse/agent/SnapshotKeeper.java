package dev.gatehouse.agent;

import com.google.gson.JsonObject;
import java.util.Set;

/** What an agent offers so that the gateway can undo what it did. See docs/protocol.md#agents-snapshots. */
public interface SnapshotKeeper {
    /**
     * Keeps what is needed to undo the call that is about to come.
     *
     * @return an id of 1 to 128 characters
     * @throws McpException when this call cannot be undone
     */
    String create(String capabilityId, JsonObject parameters);

    /**
     * Goes back to a snapshot.
     *
     * @throws McpException when it is gone or cannot be brought back
     */
    void restore(String snapshotId);

    /**
     * Ids of the actions that {@link #create} can keep something for. Who is asked to approve another action reads that it
     * cannot be undone. Empty when any may be.
     */
    default Set<String> actions() {
        return Set.of();
    }
}
