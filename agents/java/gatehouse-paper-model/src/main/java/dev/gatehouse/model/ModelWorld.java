package dev.gatehouse.model;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bukkit.Material;
import org.bukkit.NamespacedKey;
import org.bukkit.World;
import org.bukkit.block.Block;
import org.bukkit.block.BlockState;
import org.bukkit.block.data.BlockData;
import org.bukkit.entity.Entity;

/** A flat world: stone up to 63, air above, and land within 1,000 blocks. */
final class ModelWorld implements World {
    private static final int GROUND = 64;
    private static final int LAND_CHUNKS = 63;
    private static final long DAY = 24_000;

    final List<Entity> entities = new ArrayList<>();
    private final Map<String, BlockData> changed = new TreeMap<>();
    /** From 1.21.11 on the server knows the new names only: it refuses {@code keepInventory}. */
    private final Map<String, String> rules = new TreeMap<>(
            Map.of("keep_inventory", "false", "random_tick_speed", "3", "advance_time", "true", "raids", "true"));
    private final String name;
    private final File folder;
    private long fullTime = 6_000;
    private boolean hasStorm;
    private boolean isThundering;
    private int weatherDuration = 12_000;
    private int thunderDuration = 24_000;
    private boolean isAutoSave = true;

    ModelWorld(String name, File folder) {
        this.name = name;
        this.folder = folder;
    }

    /** {@code minecraft:stone}, or {@code minecraft:furnace[facing=north]}. */
    record Data(String text) implements BlockData {
        @Override
        public Material getMaterial() {
            int end = text.indexOf('[');
            String id = end < 0 ? text : text.substring(0, end);
            return new Material(new NamespacedKey("minecraft", id.substring(id.indexOf(':') + 1)));
        }

        @Override
        public String getAsString() {
            return text;
        }
    }

    private final class Place implements Block {
        private final int x;
        private final int y;
        private final int z;

        Place(int x, int y, int z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        private String key() {
            return x + " " + y + " " + z;
        }

        @Override
        public World getWorld() {
            return ModelWorld.this;
        }

        @Override
        public int getX() {
            return x;
        }

        @Override
        public int getY() {
            return y;
        }

        @Override
        public int getZ() {
            return z;
        }

        @Override
        public Material getType() {
            return getBlockData().getMaterial();
        }

        @Override
        public BlockData getBlockData() {
            ServerThread.check();
            return changed.getOrDefault(key(), new Data(y < GROUND ? "minecraft:stone" : "minecraft:air"));
        }

        @Override
        public void setBlockData(BlockData data) {
            ServerThread.check();
            changed.put(key(), data);
        }

        @Override
        public BlockState getState() {
            BlockData before = getBlockData();
            return (force, applyPhysics) -> {
                setBlockData(before);
                return true;
            };
        }
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public int getMinHeight() {
        return -64;
    }

    @Override
    public int getMaxHeight() {
        return 320;
    }

    @Override
    public long getTime() {
        return Math.floorMod(getFullTime(), DAY);
    }

    /** Advances to that time of day, as the game does. */
    @Override
    public void setTime(long time) {
        setFullTime(fullTime + Math.floorMod(time - fullTime, DAY));
    }

    @Override
    public long getFullTime() {
        ServerThread.check();
        return fullTime;
    }

    @Override
    public void setFullTime(long time) {
        ServerThread.check();
        fullTime = time;
    }

    @Override
    public boolean hasStorm() {
        ServerThread.check();
        return hasStorm;
    }

    @Override
    public void setStorm(boolean value) {
        ServerThread.check();
        hasStorm = value;
    }

    @Override
    public boolean isThundering() {
        return isThundering;
    }

    @Override
    public void setThundering(boolean value) {
        ServerThread.check();
        isThundering = value;
    }

    @Override
    public int getWeatherDuration() {
        return weatherDuration;
    }

    @Override
    public void setWeatherDuration(int duration) {
        ServerThread.check();
        weatherDuration = duration;
    }

    @Override
    public int getThunderDuration() {
        return thunderDuration;
    }

    @Override
    public void setThunderDuration(int duration) {
        ServerThread.check();
        thunderDuration = duration;
    }

    @Override
    public boolean isGameRule(String rule) {
        return rules.containsKey(rule);
    }

    @Override
    public String getGameRuleValue(String rule) {
        ServerThread.check();
        return rules.get(rule);
    }

    @Override
    public boolean setGameRuleValue(String rule, String value) {
        ServerThread.check();
        return rules.replace(rule, value) != null;
    }

    @Override
    public boolean isChunkGenerated(int x, int z) {
        return Math.abs(x) < LAND_CHUNKS && Math.abs(z) < LAND_CHUNKS;
    }

    @Override
    public Block getBlockAt(int x, int y, int z) {
        return new Place(x, y, z);
    }

    @Override
    public List<Entity> getEntities() {
        ServerThread.check();
        return List.copyOf(entities);
    }

    @Override
    public boolean isAutoSave() {
        return isAutoSave;
    }

    @Override
    public void setAutoSave(boolean value) {
        ServerThread.check();
        isAutoSave = value;
    }

    @Override
    public File getWorldFolder() {
        return folder;
    }
}
