/**
 * Dangerous things: ids of the game that kill, destroy or run commands, of both editions, old and new.
 *
 * The one list for typed arguments (`risk-rules.ts`) and for console commands (`console-command/`).
 */

/** Mobs that destroy buildings. */
const mobs = ['wither', 'ender_dragon', 'creeper', 'ghast', 'blaze', 'warden', 'ravager']

const bare = {
  commandCarriers: [
    'command_block',
    'chain_command_block',
    'repeating_command_block',
    'structure_block',
    'jigsaw',
    'command_block_minecart',
    'commandblock_minecart',
    'minecartcommandblock',
  ],
  destroyers: [
    ...['tnt', 'tnt_minecart', 'primed_tnt', 'primedtnt', 'minecarttnt'],
    ...['witherboss', 'wither_skull', 'wither_skull_dangerous', 'wither_skeleton_skull'],
    ...['enderdragon', 'end_crystal', 'ender_crystal', 'endercrystal'],
    ...['fireball', 'small_fireball', 'dragon_fireball', 'smallfireball', 'fire_charge', 'lava_bucket'],
    ...['lightning_bolt', 'lightningbolt'],
    ...mobs,
    // They bring such mobs; an egg of an older version names its mob in its data.
    ...mobs.map((mob) => `${mob}_spawn_egg`),
    ...['spawn_egg', 'spawner', 'mob_spawner', 'trial_spawner'],
    // It becomes a block where it lands.
    ...['falling_block', 'fallingsand', 'falling_sand'],
  ],
  deadlyEffects: ['instant_damage', 'harming', 'wither', 'fatal_poison', 'levitation'],
}

const withNamespace = (ids: readonly string[]): readonly string[] => ids.flatMap((id) => [id, `minecraft:${id}`])

/** Blocks, items and entities that run commands. */
export const commandCarriers = withNamespace(bare.commandCarriers)

/**
 * Entities and items that can destroy buildings or place blocks. Flint and steel is none: every player makes it from two
 * common things, to light a portal.
 */
export const destroyers = withNamespace(bare.destroyers)

/** Status effects that can kill a player; the numbers are those of versions before 1.13. */
export const deadlyEffects = [...withNamespace(bare.deadlyEffects), '7', '20', '25']

/** Worlds whose lowest block is at 0. */
export const deepWorlds = [
  ...['nether', 'the_nether', 'minecraft:the_nether', 'world_nether'],
  ...['end', 'the_end', 'minecraft:the_end', 'world_the_end'],
]

/** Text that gives or places something that runs commands, or lets a click run one. */
export const runsCommands = new RegExp(
  `${bare.commandCarriers.join('|')}|command_?block|run_command|suggest_command|['"]?Command['"]?\\s{0,4}:`,
  'iu',
)
/** Whole ids: `entity.wither.spawn` is a sound. */
export const destroys = new RegExp(`(?:^|[^\\w./-])(?:${bare.destroyers.join('|')})(?:$|[^\\w./-])`, 'iu')
