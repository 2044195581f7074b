/** World capabilities of a Bedrock game. See docs/protocol.md#bedrock-commands, and `ext.bedrock.*`. */
import type { JsonObject } from '@contract/call.js'
import {
  blockStates,
  decimal,
  integer,
  literal,
  oneOf,
  playerName,
  resourceId,
  ruleName,
  ruleValue,
} from '../command-text.js'
import { dimensionOf, inWorld } from '../worlds.js'
import {
  type Abilities,
  type BedrockCapability,
  capability,
  done,
  failed,
  reading,
  unavailableCapability,
  unreadableReply,
} from './bedrock-capability.js'

const dayLength = 24_000
const farthest = 30_000_000
const weathers = ['clear', 'rain', 'thunder'] as const

const phaseOf = (time: number): string =>
  time >= 23_000 ? 'dawn' : time < 12_000 ? 'day' : time < 13_000 ? 'dusk' : 'night'

export interface BlockPlace {
  readonly world?: string
  readonly x: number
  readonly y: number
  readonly z: number
}

export const blockText = ({ x, y, z }: BlockPlace): string =>
  [integer(x, -farthest, farthest), integer(y, -512, 512), integer(z, -farthest, farthest)].join(' ')

/** The number that a `time query` gives, as a member or in its message. */
async function timeOf(query: 'daytime' | 'day', abilities: Abilities, signal: AbortSignal): Promise<number> {
  const { body, statusMessage } = await done(abilities, `time query ${query}`, signal)
  const value = typeof body.data === 'number' ? body.data : integerIn(statusMessage)
  if (value === undefined || value < 0) throw unreadableReply('what time it is')
  return value
}

/** The first whole number in a text of the game. */
const integerIn = (text: string): number | undefined => {
  const found = /-?\d{1,15}/u.exec(text.slice(0, 512))?.[0]
  return found === undefined ? undefined : Number(found)
}

/** By the words of the game in English and Chinese; others are not understood. */
const weatherWords: readonly (readonly [(typeof weathers)[number], readonly string[]])[] = [
  ['thunder', ['thunder', '雷']],
  ['rain', ['rain', 'snow', '雨', '雪']],
  ['clear', ['clear', '晴']],
]

async function weatherNow(abilities: Abilities, signal: AbortSignal) {
  const { statusMessage } = await done(abilities, 'weather query', signal)
  const said = statusMessage.slice(0, 256).toLowerCase()
  const found = weatherWords.find(([, words]) => words.some((word) => said.includes(word)))?.[0]
  if (!found) throw unreadableReply('the weather')
  return found
}

/** `pvp = true`, as a member or in its message. */
async function ruleOf(rule: unknown, abilities: Abilities, signal: AbortSignal): Promise<boolean | number> {
  const { body, statusMessage } = await done(abilities, `gamerule ${ruleName(rule)}`, signal)
  const details = typeof body.details === 'string' ? body.details : statusMessage
  const value = details.slice(0, 256).split('=').at(-1)?.trim().toLowerCase() ?? ''
  if (value === 'true' || value === 'false') return value === 'true'
  if (/^-?\d{1,10}$/u.test(value)) return Number(value)
  throw unreadableReply('the game rule')
}

const ruleGiven = (value: unknown): boolean | number => {
  const text = ruleValue(value)
  return text === literal('true') || text === literal('false') ? text === literal('true') : Number(text)
}

async function matches({ world, ...place }: BlockPlace, type: unknown, abilities: Abilities, signal: AbortSignal) {
  const test = `${inWorld(world)}testforblock ${blockText(place)} ${resourceId(type)}`
  const { statusCode, body } = await abilities.link.run(test, { signal })
  return statusCode >= 0 && body.matches !== false
}

async function scoreOf({ playerName: name, objective }: JsonObject, abilities: Abilities, signal: AbortSignal) {
  const command = `scoreboard players test ${playerName(name)} "${objectiveName(objective)}" * *`
  const { statusMessage } = await done(abilities, command, signal)
  const score = integerIn(statusMessage)
  if (score === undefined) throw unreadableReply('the score')
  return score
}

const objectiveName = (value: unknown) => {
  const name = resourceOrWord.test(String(value)) ? String(value) : undefined
  if (name === undefined) throw unreadableReply('the objective')
  return literal(name)
}
const resourceOrWord = /^[A-Za-z0-9_.-]{1,64}$/u

export const worldCapabilities: readonly BedrockCapability[] = [
  reading('world.time.get', async ({ given, signal }, abilities) => {
    dimensionOf(given.worldName)
    const [time, day] = [await timeOf('daytime', abilities, signal), await timeOf('day', abilities, signal)]
    return { worldName: given.worldName, time: time % dayLength, day, phase: phaseOf(time % dayLength) }
  }),

  capability('world.time.set', ['time'], async ({ given, signal }, abilities) => {
    dimensionOf(given.worldName)
    const canRead = abilities.reads.has('world.time.get')
    const previousTime = canRead ? (await timeOf('daytime', abilities, signal)) % dayLength : undefined
    const time = integer(given.time, 0, dayLength)
    await done(abilities, `time set ${time}`, signal)
    return { worldName: given.worldName, ...(previousTime !== undefined && { previousTime }), time: Number(time) }
  }),

  reading('world.weather.get', async ({ given, signal }, abilities) => {
    dimensionOf(given.worldName)
    return { worldName: given.worldName, weather: await weatherNow(abilities, signal) }
  }),

  capability('world.weather.set', ['weather'], async ({ given, signal }, abilities) => {
    dimensionOf(given.worldName)
    const previousWeather = abilities.reads.has('world.weather.get') ? await weatherNow(abilities, signal) : undefined
    const weather = oneOf(given.weather, weathers)
    const { durationSeconds: seconds } = given
    const ticks = seconds === undefined ? '' : ` ${20 * Number(integer(seconds, 1, 1_000_000))}`
    await done(abilities, `weather ${weather}${ticks}`, signal)
    return { worldName: given.worldName, ...(previousWeather && { previousWeather }), weather }
  }),

  reading('world.rule.get', async ({ given, signal }, abilities) => {
    dimensionOf(given.worldName)
    return { worldName: given.worldName, rule: given.rule, value: await ruleOf(given.rule, abilities, signal) }
  }),

  {
    id: 'world.rule.set',
    lack: ({ reads }) => (reads.has('world.rule.get') ? undefined : { kind: 'unknown-reply' }),
    async run({ given, signal }, abilities) {
      dimensionOf(given.worldName)
      const previousValue = await ruleOf(given.rule, abilities, signal)
      await done(abilities, `gamerule ${ruleName(given.rule)} ${ruleValue(given.value)}`, signal)
      return { worldName: given.worldName, rule: given.rule, previousValue, value: ruleGiven(given.value) }
    },
  },

  unavailableCapability('world.tps.get', 'no-command'),

  capability('world.block.set', ['setblock'], async ({ given, signal }, abilities) => {
    const location = given.location as BlockPlace
    const block = `${resourceId(given.type)} ${blockStates(given.states)}`.trimEnd()
    const line = `${inWorld(location.world)}setblock ${blockText(location)} ${block} replace`
    const reply = await abilities.link.run(line, { signal })
    // The game refuses to place what is already there.
    if (reply.statusCode < 0 && !(await matches(location, given.type, abilities, signal)))
      throw failed(reply, 'BUSINESS.OPERATION_FAILED')
    return { location, type: given.type }
  }),

  capability('ext.bedrock.block.test', ['testforblock'], async ({ given, signal }, abilities) => ({
    matches: await matches(given.location as BlockPlace, given.type, abilities, signal),
  })),

  capability('ext.bedrock.blocks.fill', ['fill'], async ({ given, signal }, abilities) => {
    const [from, to] = [given.from as BlockPlace, given.to as BlockPlace]
    const block = `${resourceId(given.type)} ${blockStates(given.states)}`.trimEnd()
    const line = `${inWorld(from.world)}fill ${blockText(from)} ${blockText(to)} ${block}`
    const { body } = await done(abilities, line, signal)
    const blocks = Number(body.fillCount)
    return { blocks: Number.isSafeInteger(blocks) && blocks >= 0 ? blocks : 0 }
  }),

  capability('ext.bedrock.entity.summon', ['summon'], async ({ given, signal }, abilities) => {
    const { world, x, y, z } = given.location as BlockPlace
    const place = [x, y, z].map(decimal).join(' ')
    await done(abilities, `${inWorld(world)}summon ${resourceId(given.type)} ${place}`, signal)
    return { summoned: true }
  }),

  capability('ext.bedrock.score.get', ['scoreboard'], async ({ given, signal }, abilities) => ({
    score: await scoreOf(given, abilities, signal),
  })),

  capability('ext.bedrock.score.set', ['scoreboard'], async ({ given, signal }, abilities) => {
    const score = integer(given.score, -2_147_483_648, 2_147_483_647)
    const line = `scoreboard players set ${playerName(given.playerName)} "${objectiveName(given.objective)}" ${score}`
    await done(abilities, line, signal)
    return { changed: true }
  }),
]
