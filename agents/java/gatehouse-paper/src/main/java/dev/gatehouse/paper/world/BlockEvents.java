package dev.gatehouse.paper.world;

import dev.gatehouse.agent.EventPublisher;
import dev.gatehouse.agent.McpEvent;
import dev.gatehouse.agent.McpProvider;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.bukkit.block.Block;
import org.bukkit.entity.Player;
import org.bukkit.event.EventHandler;
import org.bukkit.event.EventPriority;
import org.bukkit.event.Listener;
import org.bukkit.event.block.BlockBreakEvent;
import org.bukkit.event.block.BlockPlaceEvent;

/** Events of placed and broken blocks. */
@McpProvider(id = "paper-block-events", name = "Block events")
public final class BlockEvents implements Listener {
    private volatile EventPublisher<Change> placed = ignored -> {};
    private volatile EventPublisher<Change> broken = ignored -> {};

    record Change(String playerName, String playerUuid, String timestamp, String type, Positions.BlockPosition location) {}

    @McpEvent(id = "world.block.placed", name = "Block placed")
    void publishPlaced(EventPublisher<Change> publisher) {
        placed = publisher;
    }

    @McpEvent(id = "world.block.broken", name = "Block broken")
    void publishBroken(EventPublisher<Change> publisher) {
        broken = publisher;
    }

    @EventHandler(priority = EventPriority.MONITOR, ignoreCancelled = true)
    public void onPlace(BlockPlaceEvent event) {
        placed.publish(change(event.getPlayer(), event.getBlock()));
    }

    @EventHandler(priority = EventPriority.MONITOR, ignoreCancelled = true)
    public void onBreak(BlockBreakEvent event) {
        broken.publish(change(event.getPlayer(), event.getBlock()));
    }

    private static Change change(Player player, Block block) {
        return new Change(
                player.getName(), player.getUniqueId().toString(), Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                block.getType().getKey().toString(), Positions.of(block));
    }
}
