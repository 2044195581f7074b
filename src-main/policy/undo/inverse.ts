/**
 * Inverse: the action that undoes an action of the core, a Java server or a Bedrock game, built from its paired context
 * or its result. See docs/protocol.md#undo.
 *
 * A table with one entry per action: how to undo it, or why that is impossible. Guards that a promised undo works:
 * uncertain cases have no inverse.
 */

import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import type { NoUndo } from '@shared/trail/undo.js'

export interface Inverse {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly loses?: 'contents'
}

export type Inversion = Inverse | { readonly none: NoUndo }

interface Opposite {
  /** The action with the opposite effect; it may depend on the state before. */
  readonly capabilityId: string | ((given: JsonObject, before: JsonObject) => string)
  /** Returns undefined when the previous state is not sufficient. */
  build(given: JsonObject, before: JsonObject): JsonObject | undefined
  loses?(before: JsonObject): 'contents' | undefined
  /** Member of the paired context → member of the result with its previous value. */
  readonly previous?: Readonly<Record<string, string>>
  /** Whether nothing undoes it with these arguments, whatever the state before. */
  isLasting?(given: JsonObject): boolean
}

const ticksASecond = 20
const maxSeconds = 1_000_000

const opposites: Readonly<Record<string, Opposite | NoUndo>> = {
  'world.time.set': {
    capabilityId: 'world.time.set',
    build: ({ worldName }, { time }) => (isNumber(time) ? { worldName, time } : undefined),
    previous: { time: 'previousTime' },
  },
  'world.weather.set': {
    capabilityId: 'world.weather.set',
    build: ({ worldName }, { weather, remainingTicks }) =>
      typeof weather === 'string' ? { worldName, weather, ...durationOf(remainingTicks) } : undefined,
    previous: { weather: 'previousWeather' },
  },
  'world.rule.set': {
    capabilityId: 'world.rule.set',
    build: ({ worldName, rule }, { value }) => (value === undefined ? undefined : { worldName, rule, value }),
    previous: { value: 'previousValue' },
  },
  'world.block.set': {
    capabilityId: 'world.block.set',
    build: ({ location }, { type, states }) =>
      typeof type === 'string' ? { location, type, ...(isObject(states) && { states }) } : undefined,
    loses: ({ type }) => (typeof type === 'string' && containerBlocks.test(type) ? 'contents' : undefined),
  },
  'player.teleport': {
    capabilityId: 'player.teleport',
    build: ({ playerName }, { location }) => (isLocation(location) ? { playerName, location } : undefined),
    previous: { location: 'previousLocation' },
  },
  'player.economy.balance.adjust': {
    capabilityId: 'player.economy.balance.adjust',
    // Subtracts the amount instead of restoring the old balance, so that money earned since then is not lost.
    build: ({ playerName, amount }) => (isNumber(amount) ? { playerName, amount: -amount } : undefined),
  },
  'ext.java.gamemode.set': {
    capabilityId: 'ext.java.gamemode.set',
    build: ({ playerName }, { gameMode }) => (typeof gameMode === 'string' ? { playerName, gameMode } : undefined),
  },
  'ext.java.difficulty.set': {
    capabilityId: 'ext.java.difficulty.set',
    build: (_given, { difficulty }) => (typeof difficulty === 'string' ? { difficulty } : undefined),
  },
  'ext.java.worldborder.set': {
    capabilityId: 'ext.java.worldborder.set',
    build: (_given, { width }) => (isNumber(width) ? { width } : undefined),
  },
  'ext.java.allowlist.add': {
    capabilityId: 'ext.java.allowlist.remove',
    build: ({ playerName }, { players }) => (isListed(players, playerName) === false ? { playerName } : undefined),
  },
  'ext.java.allowlist.remove': {
    capabilityId: 'ext.java.allowlist.add',
    build: ({ playerName }, { players }) => (isListed(players, playerName) ? { playerName } : undefined),
  },
  'ext.java.allowlist.enable': {
    capabilityId: 'ext.java.allowlist.disable',
    build: (_given, { enabled }) => (enabled === false ? {} : undefined),
    previous: { enabled: 'wasEnabled' },
  },
  'ext.java.allowlist.disable': {
    capabilityId: 'ext.java.allowlist.enable',
    build: (_given, { enabled }) => (enabled === true ? {} : undefined),
    previous: { enabled: 'wasEnabled' },
  },
  'ext.java.operator.grant': {
    capabilityId: 'ext.java.operator.revoke',
    build: ({ playerName }, { operators, wasOperator }) =>
      wasOperator === false || (Array.isArray(operators) && !entryOf(operators, playerName))
        ? { playerName }
        : undefined,
    previous: { wasOperator: 'wasOperator' },
  },
  'ext.java.operator.revoke': {
    capabilityId: 'ext.java.operator.grant',
    // Granting gives the default level: a player with another level would get more or fewer rights than before.
    build: ({ playerName }, { operators, defaultLevel }) => {
      const entry = entryOf(operators, playerName)
      const isDefault = entry && isNumber(defaultLevel) && entry.level === defaultLevel && !entry.bypassesPlayerLimit
      return isDefault ? { playerName } : undefined
    },
  },
  'ext.java.ban.remove': {
    capabilityId: 'player.ban',
    // The remaining time of a temporary ban is unknown when it is undone.
    build: ({ playerName }, { bans }) => {
      const entry = entryOf(bans, playerName)
      return entry && entry.expires === undefined
        ? { playerName, reason: typeof entry.reason === 'string' && entry.reason ? entry.reason : defaultBanReason }
        : undefined
    },
  },
  'ext.java.spawnpoint.set': {
    capabilityId: 'ext.java.spawnpoint.set',
    build: ({ playerName }, { location }) => (isLocation(location) ? { playerName, location } : undefined),
  },
  'ext.java.item.give': {
    capabilityId: 'ext.java.item.take',
    // With distinguishable items, an undo could remove other items than the given ones.
    build: ({ playerName, item, count = 1 }, before) =>
      isNumber(before.count) && typeof item === 'string' && (before.count === 0 || !distinguishableItems.test(item))
        ? { playerName, item, count }
        : undefined,
  },
  'ext.java.item.take': {
    capabilityId: 'ext.java.item.give',
    isLasting: ({ item }) => typeof item !== 'string' || distinguishableItems.test(item),
    build: ({ playerName, item }, { taken }) =>
      isNumber(taken) && taken > 0 ? { playerName, item, count: taken } : undefined,
    previous: { taken: 'taken' },
  },
  'ext.java.effect.give': {
    capabilityId: ({ effect }, { effects }) =>
      effectOf(effects, effect) ? 'ext.java.effect.give' : 'ext.java.effect.clear',
    build: ({ playerName, effect }, { effects }) => {
      if (!Array.isArray(effects)) return undefined
      const had = effectOf(effects, effect)
      return had ? restoringEffect(playerName, had) : { playerName, effect }
    },
  },
  'ext.java.effect.clear': {
    capabilityId: 'ext.java.effect.give',
    // Undefined when several effects were removed: one action can restore only one.
    build: ({ playerName, effect }, { effects }) => {
      if (!Array.isArray(effects)) return undefined
      const had = effect === undefined ? (effects.length === 1 ? effects[0] : undefined) : effectOf(effects, effect)
      return isObject(had) ? restoringEffect(playerName, had) : undefined
    },
  },
  'ext.java.entity.summon': {
    capabilityId: 'entity.remove',
    build: ({ location }, { entityId }) =>
      isLocation(location) && typeof entityId === 'string'
        ? { worldName: location.world, entityIds: [entityId] }
        : undefined,
    previous: { entityId: 'entityId' },
  },
  'ext.java.title.show': 'lasting',
  'ext.java.message.send': 'lasting',
  'ext.java.world.save': 'lasting',
  'ext.java.command.run': 'lasting',
  'ext.bedrock.score.set': {
    capabilityId: 'ext.bedrock.score.set',
    build: ({ playerName, objective }, { score }) => (isNumber(score) ? { playerName, objective, score } : undefined),
  },
  // The game does not report the mode of a player.
  'ext.bedrock.gamemode.set': 'unread',
  'ext.bedrock.item.give': 'lasting',
  'ext.bedrock.effect.give': 'lasting',
  'ext.bedrock.entity.summon': 'lasting',
  'ext.bedrock.message.send': 'lasting',
  'ext.bedrock.command.run': 'lasting',
  'player.kick': 'lasting',
  'chat.broadcast': 'lasting',
  'entity.remove': 'lasting',
  'system.backup': 'lasting',
  'system.restore': 'lasting',
  'system.reload': 'lasting',
  'player.ban': {
    capabilityId: 'ext.java.ban.remove',
    // Of a player who was banned before, an undo would lift that earlier ban.
    build: ({ playerName }, { bans, isNew }) =>
      isNew === true || (Array.isArray(bans) && !entryOf(bans, playerName)) ? { playerName } : undefined,
    previous: { isNew: 'success' },
  },
  // No server has an action that ends a mute.
  'player.mute': 'not-offered',
}

/** Blocks with content that their type and states do not describe. */
const containerBlocks =
  /chest|barrel|shulker|furnace|smoker|hopper|dispenser|dropper|crafter|brewing|sign$|banner|head$|skull|lectern|jukebox|bookshelf|campfire|beehive|bee_nest|pot$|spawner|vault|beacon|command_block|structure_block/u

/** The game's default reason for a ban. */
const defaultBanReason = 'Banned by an operator.'

/** Items that may differ from each other: enchanted, worn, written, filled. */
const distinguishableItems =
  /sword|axe$|shovel|hoe$|helmet|chestplate|leggings|boots|bow$|trident|mace|spear|elytra|shield|rod$|shears|flint_and_steel|brush|book|map$|potion|arrow|shulker|bundle|banner|head$|skull|compass|rocket|star$|horn$|bucket|stew|spawn_egg|chest|barrel|furnace|beehive|bee_nest|lectern|jukebox|spawner|armor|saddle|command_block/u

/** How to undo an action, or why it is impossible. @param before the data of its paired context */
export function inverseOf(capabilityId: string, given: JsonObject, before: JsonObject | undefined): Inversion {
  const opposite = Object.hasOwn(opposites, capabilityId) ? opposites[capabilityId] : undefined
  if (!opposite) return { none: 'foreign' }
  if (typeof opposite === 'string') return { none: opposite }
  if (opposite.isLasting?.(given)) return { none: 'lasting' }
  const built = before && opposite.build(given, before)
  if (!built) return { none: 'unread' }
  const loses = before && opposite.loses?.(before)
  const { capabilityId: id } = opposite
  const undoing = typeof id === 'string' ? id : id(given, before ?? {})
  return { capabilityId: undoing, arguments: built, ...(loses && { loses }) }
}

/** Whether its effect stays, however dangerous it is. */
export const isLasting = (capabilityId: string): boolean =>
  Object.hasOwn(opposites, capabilityId) && opposites[capabilityId] === 'lasting'

/** How an action can be undone at all; undefined when nothing undoes it. */
export interface UndoSources {
  /** Whether the reply of the action can contain the state before, so that no context is needed. */
  readonly isInReply: boolean
  /** The action that undoes it; undefined when it depends on the state before. */
  readonly capabilityId: string | undefined
}

export function undoSourcesOf(capabilityId: string): UndoSources | undefined {
  const opposite = Object.hasOwn(opposites, capabilityId) ? opposites[capabilityId] : undefined
  if (typeof opposite !== 'object') return undefined
  const { capabilityId: id, previous } = opposite
  return { isInReply: previous !== undefined, capabilityId: typeof id === 'string' ? id : undefined }
}

/** The previous state from the result of an action; undefined when the result does not contain it. */
export function previousIn(capabilityId: string, result: JsonObject): JsonObject | undefined {
  const opposite = Object.hasOwn(opposites, capabilityId) ? opposites[capabilityId] : undefined
  if (typeof opposite !== 'object' || !opposite.previous) return undefined
  const reportedMembers = Object.entries(opposite.previous).filter(([, name]) => result[name] !== undefined)
  return reportedMembers.length > 0
    ? Object.fromEntries(reportedMembers.map(([name, reported]) => [name, result[reported]]))
    : undefined
}

const durationOf = (ticks: unknown): JsonObject =>
  isNumber(ticks) && ticks > 0
    ? { durationSeconds: Math.min(maxSeconds, Math.max(1, Math.ceil(ticks / ticksASecond))) }
    : {}

/** Undefined when `players` is not a list. Player names are case-insensitive. */
const isListed = (players: unknown, name: unknown): boolean | undefined =>
  Array.isArray(players) && typeof name === 'string' ? players.some((one) => isSameName(one, name)) : undefined

const restoringEffect = (playerName: unknown, { effect, seconds, amplifier }: JsonObject): JsonObject | undefined =>
  typeof effect === 'string' && isNumber(seconds) && isNumber(amplifier)
    ? { playerName, effect, seconds, amplifier, replace: true }
    : undefined

/** The entry of a player in a list of operators or bans. */
const entryOf = (entries: unknown, name: unknown): JsonObject | undefined =>
  Array.isArray(entries) && typeof name === 'string'
    ? entries.filter(isObject).find(({ playerName }) => isSameName(playerName, name))
    : undefined

const isSameName = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

const withNamespace = (id: string): string => (id.includes(':') ? id : `minecraft:${id}`)

const effectOf = (effects: unknown, effect: unknown): JsonObject | undefined =>
  Array.isArray(effects) && typeof effect === 'string'
    ? effects
        .filter(isObject)
        .find((one) => typeof one.effect === 'string' && withNamespace(one.effect) === withNamespace(effect))
    : undefined

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isLocation = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value.world === 'string' && [value.x, value.y, value.z].every(isNumber)
