/**
 * Effect and item capabilities: list, give and remove effects of a player; give, count and take items of one type.
 * Before 1.13 the console cannot list effects.
 */
import type { JsonObject } from '@contract/call.js'
import { integer, playerArgument, playerName, resourceId } from '../dialects/command-arguments.js'
import { unknownReply } from '../dialects/dialect.js'
import { isInRange } from '../dialects/game-version.js'
import type { Snbt } from '../dialects/snbt.js'
import { dataIfThere, membersIn } from './entity-data.js'
import { capability, type JavaAbilities, type JavaCapability } from './java-capability.js'

/** Indexed by the numeric ids used before 1.20.2, starting at 1. */
const numbered = (
  'speed slowness haste mining_fatigue strength instant_health instant_damage jump_boost nausea regeneration ' +
  'resistance fire_resistance water_breathing invisibility blindness night_vision hunger weakness poison wither ' +
  'health_boost absorption saturation glowing levitation luck unluck slow_falling conduit_power dolphins_grace ' +
  'bad_omen hero_of_the_village darkness'
).split(' ')

const ticksASecond = 20
const maxSeconds = 1_000_000
const idForm = /^[a-z0-9_.-]{1,64}:[a-z0-9_./-]{1,128}$/u

/** One effect from the player's data; undefined when it cannot be parsed. */
function effectIn(entry: Snbt): JsonObject | undefined {
  const { id, Id, amplifier, Amplifier, duration, Duration } = membersIn(entry)
  const name = numbered[Number(Id) - 1]
  const effect = typeof id === 'string' && idForm.test(id) ? id : name === undefined ? undefined : `minecraft:${name}`
  const [strength, ticks] = [amplifier ?? Amplifier ?? 0, duration ?? Duration ?? 0]
  if (effect === undefined || typeof strength !== 'number' || typeof ticks !== 'number') return undefined
  // -1 means infinite.
  const seconds = ticks < 0 ? maxSeconds : Math.max(1, Math.ceil(ticks / ticksASecond))
  return { effect, seconds: Math.min(maxSeconds, seconds), amplifier: strength & 255 }
}

async function effectsOf(name: string, abilities: JavaAbilities, signal: AbortSignal): Promise<readonly JsonObject[]> {
  const isLater = isInRange(abilities.dialect.traits.version, { since: '1.20.2' })
  const value = await dataIfThere(name, isLater ? 'active_effects' : 'ActiveEffects', abilities, signal)
  if (value === undefined) return []
  const effects = Array.isArray(value) ? (value as readonly Snbt[]).map(effectIn) : [undefined]
  // A part of the effects would be taken for all of them, also by an undo.
  if (!effects.every((one) => one !== undefined)) throw unknownReply(JSON.stringify(value))
  return effects
}

export const effectCapabilities: readonly JavaCapability[] = [
  capability('ext.java.effect.list', ['entityData'], async ({ given, signal }, abilities) => ({
    effects: await effectsOf(playerName(given.playerName), abilities, signal),
  })),

  capability('ext.java.effect.give', ['giveEffect', 'clearEffect'], async ({ given, signal }, { dialect }) => {
    const player = playerArgument(given.playerName)
    const effect = resourceId(given.effect)
    const seconds = integer(given.seconds ?? 30, 1, maxSeconds)
    const amplifier = integer(given.amplifier ?? 0, 0, 255)
    // The game rejects an effect weaker than the active one.
    if (given.replace === true) await dialect.run('clearEffect', { player, effect }, { signal })
    await dialect.run('giveEffect', { player, effect, seconds, amplifier }, { signal })
    return { changed: true }
  }),

  capability('ext.java.effect.clear', ['clearEffects', 'clearEffect'], async ({ given, signal }, { dialect }) => {
    const player = playerArgument(given.playerName)
    const { outcome } =
      given.effect === undefined
        ? await dialect.run('clearEffects', { player }, { signal })
        : await dialect.run('clearEffect', { player, effect: resourceId(given.effect) }, { signal })
    return { changed: outcome === 'done' }
  }),
]

export const itemCapabilities: readonly JavaCapability[] = [
  capability('ext.java.item.give', ['give'], async ({ given, signal }, { dialect }) => {
    const count = integer(given.count ?? 1, 1, 6_400)
    const item = resourceId(given.item)
    const { fields } = await dialect.run('give', { player: playerArgument(given.playerName), item, count }, { signal })
    return { given: Number(fields.count) }
  }),

  capability('ext.java.item.count', ['countItems'], async ({ given, signal }, { dialect }) => {
    const wanted = { player: playerArgument(given.playerName), item: resourceId(given.item) }
    const { fields } = await dialect.run('countItems', wanted, { signal })
    return { count: Number(fields.count ?? 0) }
  }),

  capability('ext.java.item.take', ['takeItems'], async ({ given, signal }, { dialect }) => {
    const wanted = { player: playerArgument(given.playerName), item: resourceId(given.item) }
    const count = integer(given.count ?? 1, 1, 6_400)
    const { fields } = await dialect.run('takeItems', { ...wanted, count }, { signal })
    return { taken: Number(fields.count ?? 0) }
  }),
]
