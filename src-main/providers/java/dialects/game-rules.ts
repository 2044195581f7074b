/**
 * Game rules: the name and value of a rule in the server's version.
 *
 * From 1.21.11 on rules have new names, and the old names are errors. Callers may use both. For a rule whose meaning
 * was inverted, the value is inverted.
 */
import { type GameVersion, isInRange } from './game-version.js'

/** Old name → new name, where it is not the old name in snake case. */
const renamed: Readonly<Record<string, string>> = {
  announceAdvancements: 'show_advancement_messages',
  commandBlocksEnabled: 'command_blocks_work',
  commandModificationBlockLimit: 'max_block_modifications',
  disableElytraMovementCheck: 'elytra_movement_check',
  disablePlayerMovementCheck: 'player_movement_check',
  disableRaids: 'raids',
  doDaylightCycle: 'advance_time',
  doEntityDrops: 'entity_drops',
  doImmediateRespawn: 'immediate_respawn',
  doInsomnia: 'spawn_phantoms',
  doLimitedCrafting: 'limited_crafting',
  doMobLoot: 'mob_drops',
  doMobSpawning: 'spawn_mobs',
  doPatrolSpawning: 'spawn_patrols',
  doTileDrops: 'block_drops',
  doTraderSpawning: 'spawn_wandering_traders',
  doVinesSpread: 'spread_vines',
  doWardenSpawning: 'spawn_wardens',
  doWeatherCycle: 'advance_weather',
  maxCommandChainLength: 'max_command_sequence_length',
  maxCommandForkCount: 'max_command_forks',
  minecartMaxSpeed: 'max_minecart_speed',
  naturalRegeneration: 'natural_health_regeneration',
  snowAccumulationHeight: 'max_snow_accumulation_height',
  spawnRadius: 'respawn_radius',
  spawnerBlocksEnabled: 'spawner_blocks_work',
}

const fireRule = { old: 'doFireTick', current: 'fire_spread_radius_around_player', off: '0', on: '128' }

/** New names whose value is the inverse of the old rule's. */
const inverted = new Set(['elytra_movement_check', 'player_movement_check', 'raids'])

const originals = new Map(Object.entries(renamed).map(([old, current]) => [current, old]))

const snakeCase = (text: string): string => text.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
const camelCase = (text: string): string =>
  text.replace(/_([a-z])/gu, (_underscore, letter: string) => letter.toUpperCase())

export interface GameRule {
  /** As the server knows it. */
  readonly name: string
  /** The server's value for the caller's. */
  encode(value: string): string
  /** The caller's value for the server's. */
  decode(value: string): string
}

const same = (value: string): string => value
const opposite = (value: string): string => ({ true: 'false', false: 'true' })[value] ?? value

/** Resolves an old or new rule name. */
export function gameRuleOf(asked: string, version: GameVersion): GameRule {
  const name = asked.replace(/^minecraft:/u, '')
  const isOldName = /[A-Z]/u.test(name) || Object.hasOwn(renamed, name)
  if (isInRange(version, { since: '1.21.11' })) return currentRule(name, isOldName)
  if (isOldName) return { name, encode: same, decode: same }
  const old = originals.get(name) ?? camelCase(name)
  return {
    name: old,
    ...(inverted.has(name) ? { encode: opposite, decode: opposite } : { encode: same, decode: same }),
  }
}

function currentRule(name: string, isOldName: boolean): GameRule {
  if (!isOldName) return { name, encode: same, decode: same }
  if (name === fireRule.old) {
    return {
      name: fireRule.current,
      encode: (value) => (value === 'true' ? fireRule.on : value === 'false' ? fireRule.off : value),
      decode: (value) => String(value !== fireRule.off),
    }
  }
  const current = Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : snakeCase(name)
  const turned = inverted.has(current)
  return { name: current, encode: turned ? opposite : same, decode: turned ? opposite : same }
}
