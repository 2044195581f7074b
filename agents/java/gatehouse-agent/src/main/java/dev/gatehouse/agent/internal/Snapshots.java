package dev.gatehouse.agent.internal;

import com.google.gson.JsonObject;
import dev.gatehouse.agent.SnapshotKeeper;
import java.util.List;

/** The two capabilities of a {@link SnapshotKeeper}. See docs/protocol.md#agents-snapshots. */
final class Snapshots {
    private Snapshots() {}

    static List<Capability> of(SnapshotKeeper keeper) {
        return List.of(
                capability(
                        CoreCatalogue.SNAPSHOT_CREATE,
                        (given, context) -> {
                            JsonObject taken = new JsonObject();
                            taken.addProperty(
                                    "snapshotId",
                                    keeper.create(
                                            given.get("capabilityId").getAsString(), given.getAsJsonObject("parameters")));
                            return taken;
                        }),
                capability(
                        CoreCatalogue.SNAPSHOT_RESTORE,
                        (given, context) -> {
                            keeper.restore(given.get("snapshotId").getAsString());
                            return new JsonObject();
                        }));
    }

    private static Capability capability(String id, Capability.Call call) {
        return ProviderReader.checked(
                new Capability("SnapshotKeeper", CoreCatalogue.manifest(id), null, null, call, null));
    }
}
