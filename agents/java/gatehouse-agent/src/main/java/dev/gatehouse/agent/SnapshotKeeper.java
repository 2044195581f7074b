package dev.gatehouse.agent;

import com.google.gson.JsonObject;
import java.util.Set;

/** Takes and restores snapshots, so that the gateway can undo actions. See docs/protocol.md#agents-snapshots. */
public interface SnapshotKeeper {
    /**
     * Stores what is needed to undo the next call; called right before each.
     *
     * @return an id of 1 to 128 characters
     * @throws McpException when this call cannot be undone
     */
    String create(String capabilityId, JsonObject parameters);

    /**
     * Restores a snapshot.
     *
     * @throws McpException when it does not exist or cannot be restored
     */
    void restore(String snapshotId);

    /**
     * Ids of the actions that {@link #create} supports. Approvers of other actions are informed that these cannot be
     * undone. Empty: all actions are supported.
     */
    default Set<String> actions() {
        return Set.of();
    }
}
