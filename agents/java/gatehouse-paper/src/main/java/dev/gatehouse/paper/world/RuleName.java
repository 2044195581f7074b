package dev.gatehouse.paper.world;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Resolves the name of a game rule in the version of the server: the old names ({@code keepInventory}) up to 1.21.10,
 * the new ones ({@code keep_inventory}) from 1.21.11 on. Callers may use both. For a rule whose meaning was inverted,
 * the value is inverted.
 *
 * @param name as the server knows it
 * @param isInverted whether the caller's value is the opposite of the server's
 * @param isFire the caller's rule is on or off, the server's is a distance: 0 is off
 */
record RuleName(String name, boolean isInverted, boolean isFire) {
    private static final String OLD_FIRE = "doFireTick";
    private static final String FIRE = "fire_spread_radius_around_player";
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    /** Old name to new name, where it is not the old name in snake case. */
    private static final Map<String, String> RENAMED = Map.ofEntries(
            Map.entry("announceAdvancements", "show_advancement_messages"),
            Map.entry("commandBlocksEnabled", "command_blocks_work"),
            Map.entry("commandModificationBlockLimit", "max_block_modifications"),
            Map.entry("disableElytraMovementCheck", "elytra_movement_check"),
            Map.entry("disablePlayerMovementCheck", "player_movement_check"),
            Map.entry("disableRaids", "raids"),
            Map.entry("doDaylightCycle", "advance_time"),
            Map.entry("doEntityDrops", "entity_drops"),
            Map.entry("doImmediateRespawn", "immediate_respawn"),
            Map.entry("doInsomnia", "spawn_phantoms"),
            Map.entry("doLimitedCrafting", "limited_crafting"),
            Map.entry("doMobLoot", "mob_drops"),
            Map.entry("doMobSpawning", "spawn_mobs"),
            Map.entry("doPatrolSpawning", "spawn_patrols"),
            Map.entry("doTileDrops", "block_drops"),
            Map.entry("doTraderSpawning", "spawn_wandering_traders"),
            Map.entry("doVinesSpread", "spread_vines"),
            Map.entry("doWardenSpawning", "spawn_wardens"),
            Map.entry("doWeatherCycle", "advance_weather"),
            Map.entry("maxCommandChainLength", "max_command_sequence_length"),
            Map.entry("maxCommandForkCount", "max_command_forks"),
            Map.entry("minecartMaxSpeed", "max_minecart_speed"),
            Map.entry("naturalRegeneration", "natural_health_regeneration"),
            Map.entry("snowAccumulationHeight", "max_snow_accumulation_height"),
            Map.entry("spawnRadius", "respawn_radius"),
            Map.entry("spawnerBlocksEnabled", "spawner_blocks_work"));

    /** New names whose value is the opposite of the old rule's. */
    private static final Set<String> INVERTED = Set.of("elytra_movement_check", "player_movement_check", "raids");

    /** @param isKnown whether the server has a rule of this name */
    static Optional<RuleName> of(String asked, Predicate<String> isKnown) {
        String plain = asked.startsWith("minecraft:") ? asked.substring("minecraft:".length()) : asked;
        String current = currentName(plain);
        Optional<String> known = Stream.of(asked, plain, current, "minecraft:" + current, oldName(plain))
                .filter(isKnown)
                .findFirst();
        return known.map(name -> {
            boolean isOtherName = !name.equals(asked) && !name.equals(plain) && !name.equals("minecraft:" + plain);
            return new RuleName(
                    name,
                    isOtherName && INVERTED.contains(current),
                    plain.equals(OLD_FIRE) && isOtherName);
        });
    }

    /** The server's value for the caller's. */
    String encode(String value) {
        if (isFire) return value.equals("true") ? "128" : value.equals("false") ? "0" : value;
        return isInverted ? opposite(value) : value;
    }

    /** The caller's value for the server's. */
    String decode(String value) {
        if (isFire) return String.valueOf(!value.equals("0"));
        return isInverted ? opposite(value) : value;
    }

    private static String currentName(String name) {
        if (name.equals(OLD_FIRE)) return FIRE;
        String renamed = RENAMED.get(name);
        if (renamed != null) return renamed;
        return CAPITAL.matcher(name).replaceAll(letter -> "_" + letter.group().toLowerCase(Locale.ROOT));
    }

    private static String oldName(String name) {
        for (Map.Entry<String, String> one : RENAMED.entrySet()) if (one.getValue().equals(name)) return one.getKey();
        StringBuilder old = new StringBuilder();
        for (int at = 0; at < name.length(); at++) {
            boolean isUnderscore = name.charAt(at) == '_' && at + 1 < name.length();
            old.append(isUnderscore ? Character.toUpperCase(name.charAt(++at)) : name.charAt(at));
        }
        return old.toString();
    }

    private static String opposite(String value) {
        return switch (value) {
            case "true" -> "false";
            case "false" -> "true";
            default -> value;
        };
    }
}
