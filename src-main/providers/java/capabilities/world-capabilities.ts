/** World capabilities of a Java server. See docs/protocol.md#core-capabilities, and `ext.java.*`. */
import { GatewayError } from '@contract/gateway-error.js'
import { isNeeded } from '../../minecraft/capability.js'
import { dayLength, farthest, phaseOf, weathers } from '../../minecraft/world-values.js'
import { blockState, decimal, integer, oneOf, resourceId, ruleName, ruleValue } from '../dialects/command-arguments.js'
import { unknownReply } from '../dialects/dialect.js'
import { gameRuleOf } from '../dialects/game-rules.js'
import { isInRange } from '../dialects/game-version.js'
import { dimensionOf } from '../worlds.js'
import { difficulties, ruleValueOf } from './caller-values.js'
import {
  capability,
  hasNoConsole,
  type JavaAbilities,
  type JavaCapability,
  missingCommand,
  missingFiles,
  reading,
} from './java-capability.js'
import type { PlayerLocation } from './player-states.js'
import { changeState, hasChanged } from './read-back.js'

const blockPlace = ({ x, y, z }: PlayerLocation) => ({
  x: integer(x, -farthest, farthest),
  y: integer(y, -2_048, 4_096),
  z: integer(z, -farthest, farthest),
})

async function timeOfDay({ dialect }: JavaAbilities, signal: AbortSignal, worldName: unknown) {
  const { fields } = await dialect.run('timeOfDay', {}, { signal, dimension: dimensionOf(worldName) })
  const total = fields.total === undefined ? undefined : Number(fields.total)
  return { time: total === undefined ? Number(fields.time) : total % dayLength, total }
}

async function ruleOf(rule: unknown, { dialect }: JavaAbilities, signal: AbortSignal) {
  const meant = gameRuleOf(String(rule), dialect.traits.version)
  const { fields, text } = await dialect.run('gameRule', { rule: ruleName(meant.name) }, { signal })
  // Vanilla shares one reply buffer: the reply to another client may arrive here.
  if ((fields.rule ?? '').replace(/^minecraft:/u, '').trim() !== meant.name) throw unknownReply(text)
  return ruleValueOf(meant.decode(fields.value ?? ''))
}

/** @throws GatewayError when the reply names no difficulty of the game */
async function difficultyOf({ dialect }: JavaAbilities, signal: AbortSignal): Promise<string> {
  const { fields, text } = await dialect.run('difficulty', {}, { signal })
  const difficulty = String(fields.difficulty).trim().toLowerCase()
  if (!(difficulties as readonly string[]).includes(difficulty)) throw unknownReply(text)
  return difficulty
}

async function borderOf({ dialect }: JavaAbilities, signal: AbortSignal): Promise<number> {
  const { fields } = await dialect.run('worldBorder', {}, { signal })
  return Number(fields.width)
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Ticks that may pass until the time is read back. */
const timePassed = 600

async function weatherOf({ dialect }: JavaAbilities, signal: AbortSignal) {
  const { outcome: thunder } = await dialect.run('isThundering', {}, { signal })
  if (thunder === 'done') return 'thunder'
  const { outcome: rain } = await dialect.run('isRaining', {}, { signal })
  return rain === 'done' ? 'rain' : 'clear'
}

/** Before 1.13 commands take block states as numbers, which is not supported. */
function blockGiven(type: unknown, states: unknown, { dialect }: JavaAbilities) {
  const hasStates = typeof states === 'object' && states !== null && Object.keys(states).length > 0
  if (hasStates && !isInRange(dialect.traits.version, { since: '1.13' })) {
    throw new GatewayError('BUSINESS.OPERATION_FAILED', {
      message: 'Block states cannot be set before version 1.13.',
      suggestion: 'Leave states out.',
    })
  }
  return blockState(type, states)
}

/**
 * The server rejects placing a block that is already there with the same message as a failure, so the block is checked
 * first.
 */
async function requireBlock(
  place: ReturnType<typeof blockPlace>,
  block: ReturnType<typeof blockState>,
  world: unknown,
  { dialect }: JavaAbilities,
  signal: AbortSignal,
) {
  if (!dialect.has('isBlock')) return
  const { outcome } = await dialect.run('isBlock', { ...place, block }, { signal, dimension: dimensionOf(world) })
  if (outcome === 'done') return
  throw new GatewayError('BUSINESS.OPERATION_FAILED', { message: 'The server did not place the block.' })
}

/** `{facing: 'north'}` of `minecraft:oak_stairs[facing=north]`. */
function statesIn(state: string): Readonly<Record<string, string>> {
  const [, inside = ''] = state.split('[', 2)
  const pairs = inside
    .replace(/\]$/u, '')
    .split(',')
    .filter((pair) => pair.includes('='))
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]))
}

/** Uses the console from 1.20.5 on; before, the last saved world. */
async function weatherNow(abilities: JavaAbilities, signal: AbortSignal): Promise<string | undefined> {
  if (abilities.reads.has('isThundering')) return weatherOf(abilities, signal)
  if (!abilities.files) return undefined
  await abilities.files.flush(signal)
  return (await abilities.files.folder.levelData()).weather
}

/** Needed only to undo the change, so a world that cannot be read does not prevent it. */
const weatherBefore = (abilities: JavaAbilities, signal: AbortSignal): Promise<string | undefined> =>
  weatherNow(abilities, signal).catch((thrown) => {
    if (signal.aborted || !(thrown instanceof GatewayError) || thrown.code.startsWith('SYSTEM.')) throw thrown
    return undefined
  })

export const worldCapabilities: readonly JavaCapability[] = [
  reading('world.time.get', ['timeOfDay', 'gameTime'], async (call, abilities) => {
    const { given, signal } = call
    const { time, total } = await timeOfDay(abilities, signal, given.worldName)
    const game = isNeeded(call, 'fullTime') ? await abilities.dialect.run('gameTime', {}, { signal }) : undefined
    return {
      worldName: given.worldName,
      time,
      ...(game && { fullTime: Number(game.fields.total) }),
      ...(total !== undefined && { day: Math.floor(total / dayLength) }),
      phase: phaseOf(time),
    }
  }),

  capability('world.time.set', ['setTime'], async ({ given, signal, before: known }, abilities) => {
    const time = integer(given.time, 0, dayLength)
    const state = abilities.reads.has('timeOfDay')
      ? {
          before: numberOf(known?.time),
          read: async () => (await timeOfDay(abilities, signal, given.worldName)).time,
          isWanted: (now: number) => (now - Number(time) + dayLength) % dayLength <= timePassed,
        }
      : undefined
    const { before } = await changeState(state, () =>
      abilities.dialect.run('setTime', { time }, { signal, dimension: dimensionOf(given.worldName) }),
    )
    return { worldName: given.worldName, ...(before !== undefined && { previousTime: before }), time: Number(time) }
  }),

  {
    id: 'world.weather.get',
    missingFeature(abilities) {
      const { dialect, reads, files } = abilities
      if (files || reads.has('isThundering')) return undefined
      return dialect.has('isThundering') ? { kind: 'unknown-reply' } : missingFiles(abilities)
    },
    async run({ given, signal }, abilities) {
      dimensionOf(given.worldName)
      const weather = await weatherNow(abilities, signal)
      if (weather === undefined)
        throw new GatewayError('BUSINESS.OPERATION_FAILED', {
          message: 'The saved world does not contain the weather.',
        })
      return { worldName: given.worldName, weather }
    },
  },

  capability('world.weather.set', ['setWeather', 'setWeatherFor'], async ({ given, signal, before }, abilities) => {
    dimensionOf(given.worldName)
    const previousWeather = weathers.find((one) => one === before?.weather) ?? (await weatherBefore(abilities, signal))
    const weather = oneOf(given.weather, weathers)
    const seconds = given.durationSeconds
    const state = abilities.reads.has('isThundering')
      ? { read: () => weatherOf(abilities, signal), isWanted: (now: string) => now === weather }
      : undefined
    const { dialect } = abilities
    const change =
      seconds === undefined
        ? () => dialect.run('setWeather', { weather }, { signal })
        : () => dialect.run('setWeatherFor', { weather, seconds: integer(seconds, 1, 1_000_000) }, { signal })
    await changeState(state, change, 'after')
    return { worldName: given.worldName, ...(previousWeather && { previousWeather }), weather }
  }),

  reading('world.rule.get', ['gameRule'], async ({ given, signal }, abilities) => {
    dimensionOf(given.worldName)
    return { worldName: given.worldName, rule: given.rule, value: await ruleOf(given.rule, abilities, signal) }
  }),

  reading('world.rule.set', ['gameRule'], async ({ given, signal, before }, abilities) => {
    dimensionOf(given.worldName)
    const previousValue = before?.value ?? (await ruleOf(given.rule, abilities, signal))
    const meant = gameRuleOf(String(given.rule), abilities.dialect.traits.version)
    const value = ruleValue(meant.encode(String(ruleValue(given.value))))
    const wanted = ruleValueOf(meant.decode(value))
    const state = {
      read: () => ruleOf(given.rule, abilities, signal),
      isWanted: (now: boolean | number | string) => now === wanted,
    }
    const change = () => abilities.dialect.run('setGameRule', { rule: ruleName(meant.name), value }, { signal })
    await changeState(state, change, 'after')
    return { worldName: given.worldName, rule: given.rule, previousValue, value: wanted }
  }),

  {
    id: 'world.tps.get',
    missingFeature({ dialect, reads }) {
      if (reads.has('tickQuery') || reads.has('bukkitTps')) return undefined
      if (hasNoConsole(dialect)) return missingCommand(dialect)
      return dialect.has('tickQuery') ? { kind: 'unknown-reply' } : { kind: 'version' }
    },
    async run({ signal }, { dialect, reads }) {
      if (!reads.has('tickQuery')) {
        const { fields, text } = await dialect.run('bukkitTps', {}, { signal })
        const recent = Number((fields.recent ?? '').replace('*', ''))
        if (!Number.isFinite(recent)) throw unknownReply(text)
        return { tps: Math.min(20, recent) }
      }
      const { fields } = await dialect.run('tickQuery', {}, { signal })
      const tickMilliseconds = Number(fields.average)
      const target = Math.min(20, Number(fields.rate))
      return { tps: Math.min(target, tickMilliseconds > 0 ? 1_000 / tickMilliseconds : target), tickMilliseconds }
    },
  },

  {
    id: 'world.block.get',
    missingFeature(abilities) {
      const { dialect, files } = abilities
      if (!files) return missingFiles(abilities)
      return isInRange(dialect.traits.version, { since: '1.13' }) ? undefined : { kind: 'version' }
    },
    async run({ given, signal }, { files }) {
      if (!files) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
      const location = given.location as PlayerLocation
      const { x, y, z } = blockPlace(location)
      await files.flush(signal)
      const at = { x: Number(x), y: Number(y), z: Number(z) }
      const { id, state } = await files.folder.block(dimensionOf(location.world), at)
      return { location, type: id, states: statesIn(state) }
    },
  },

  capability('world.block.set', ['setBlock'], async ({ given, signal }, abilities) => {
    const location = given.location as PlayerLocation
    const place = blockPlace(location)
    const block = blockGiven(given.type, given.states, abilities)
    const options = { signal, dimension: dimensionOf(location.world) }
    const { dialect } = abilities
    const state = dialect.has('isBlock')
      ? {
          read: async () => (await dialect.run('isBlock', { ...place, block }, options)).outcome,
          isWanted: (outcome: string) => outcome === 'done',
        }
      : undefined
    const { reply } = await changeState(state, () => dialect.run('setBlock', { ...place, block }, options), 'after')
    if (reply?.outcome === 'unchanged') await requireBlock(place, block, location.world, abilities, signal)
    return { location, type: resourceId(given.type) }
  }),

  capability('ext.java.blocks.fill', ['fill'], async ({ given, signal }, abilities) => {
    const from = given.from as PlayerLocation
    const to = blockPlace({ ...(given.to as PlayerLocation), world: from.world })
    const block = blockGiven(given.type, given.states, abilities)
    const dimension = dimensionOf(from.world)
    const corner = { toX: to.x, toY: to.y, toZ: to.z }
    const { fields, outcome } = await abilities.dialect.run(
      'fill',
      { ...blockPlace(from), ...corner, block },
      { signal, dimension },
    )
    return { blocks: outcome === 'done' ? Number(fields.blocks) : 0 }
  }),

  reading('ext.java.difficulty.get', ['difficulty'], async ({ signal }, abilities) => ({
    difficulty: await difficultyOf(abilities, signal),
  })),

  capability('ext.java.difficulty.set', ['setDifficulty'], async ({ given, signal, before }, abilities) => {
    const difficulty = oneOf(given.difficulty, difficulties)
    const state = abilities.reads.has('difficulty')
      ? {
          before: difficulties.find((one) => one === before?.difficulty),
          read: () => difficultyOf(abilities, signal),
          isWanted: (now: string) => now === difficulty,
        }
      : undefined
    const changed = await hasChanged(state, () => abilities.dialect.run('setDifficulty', { difficulty }, { signal }))
    return { changed }
  }),

  reading('ext.java.worldborder.get', ['worldBorder'], async ({ signal }, abilities) => ({
    width: await borderOf(abilities, signal),
  })),

  capability('ext.java.worldborder.set', ['setWorldBorder'], async ({ given, signal, before }, abilities) => {
    const width = borderWidth(given.width)
    const state = abilities.reads.has('worldBorder')
      ? {
          before: numberOf(before?.width),
          read: () => borderOf(abilities, signal),
          isWanted: (now: number) => Math.abs(now - Number(width)) <= 1,
        }
      : undefined
    const changed = await hasChanged(state, () => abilities.dialect.run('setWorldBorder', { width }, { signal }))
    return { changed }
  }),
]

/** The maximum border is larger than any position. */
const borderWidth = (width: unknown) =>
  typeof width === 'number' && Number.isInteger(width) ? integer(width, 1, 59_999_968) : decimal(width)
