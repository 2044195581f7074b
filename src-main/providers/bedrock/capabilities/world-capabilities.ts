/** World capabilities of a Bedrock game. See docs/protocol.md#bedrock-commands, and `ext.bedrock.*`. */
import type { JsonObject } from '@contract/call.js'
import { isNeeded, unavailableCapability } from '../../minecraft/capability.js'
import { dayLength, farthest, phaseOf, weathers } from '../../minecraft/world-values.js'
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
  type BedrockAbilities,
  type BedrockCapability,
  capability,
  failureOf,
  reading,
  runOrThrow,
  unreadableReply,
} from './bedrock-capability.js'

export interface BedrockBlockPosition {
  readonly world?: string
  readonly x: number
  readonly y: number
  readonly z: number
}

export const blockText = ({ x, y, z }: BedrockBlockPosition): string =>
  [integer(x, -farthest, farthest), integer(y, -512, 512), integer(z, -farthest, farthest)].join(' ')

/** The number in the reply to `time query`: a member of the body, or in the message. */
async function timeOf(query: 'daytime' | 'day', abilities: BedrockAbilities, signal: AbortSignal): Promise<number> {
  const { body, statusMessage } = await runOrThrow(abilities, `time query ${query}`, signal)
  const value = typeof body.data === 'number' ? body.data : integerIn(statusMessage)
  if (value === undefined || value < 0) throw unreadableReply('the time')
  return value
}

const integerIn = (text: string): number | undefined => {
  const found = /-?\d{1,15}/u.exec(text.slice(0, 512))?.[0]
  return found === undefined ? undefined : Number(found)
}

/** Keywords of the game's message, in English and Chinese; other languages are not supported. */
const weatherKeywords: readonly (readonly [(typeof weathers)[number], readonly string[]])[] = [
  ['thunder', ['thunder', '雷']],
  ['rain', ['rain', 'snow', '雨', '雪']],
  ['clear', ['clear', '晴']],
]

async function weatherNow(abilities: BedrockAbilities, signal: AbortSignal) {
  const { statusMessage } = await runOrThrow(abilities, 'weather query', signal)
  const text = statusMessage.slice(0, 256).toLowerCase()
  const found = weatherKeywords.find(([, words]) => words.some((word) => text.includes(word)))?.[0]
  if (!found) throw unreadableReply('the weather')
  return found
}

/** The value in a reply such as `pvp = true`: a member of the body, or in the message. */
async function ruleOf(rule: unknown, abilities: BedrockAbilities, signal: AbortSignal): Promise<boolean | number> {
  const { body, statusMessage } = await runOrThrow(abilities, `gamerule ${ruleName(rule)}`, signal)
  const details = typeof body.details === 'string' ? body.details : statusMessage
  const value = details.slice(0, 256).split('=').at(-1)?.trim().toLowerCase() ?? ''
  if (value === 'true' || value === 'false') return value === 'true'
  if (/^-?\d{1,10}$/u.test(value)) return Number(value)
  throw unreadableReply('the game rule')
}

const typedRuleValue = (value: unknown): boolean | number => {
  const text = ruleValue(value)
  return text === literal('true') || text === literal('false') ? text === literal('true') : Number(text)
}

async function matches(
  { world, ...place }: BedrockBlockPosition,
  type: unknown,
  abilities: BedrockAbilities,
  signal: AbortSignal,
) {
  const test = `${inWorld(world)}testforblock ${blockText(place)} ${resourceId(type)}`
  const { statusCode, body } = await abilities.link.run(test, { signal })
  return statusCode >= 0 && body.matches !== false
}

async function scoreOf({ playerName: name, objective }: JsonObject, abilities: BedrockAbilities, signal: AbortSignal) {
  const command = `scoreboard players test ${playerName(name)} "${objectiveName(objective)}" * *`
  const { statusMessage } = await runOrThrow(abilities, command, signal)
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
  reading('world.time.get', async (call, abilities) => {
    const { given, signal } = call
    dimensionOf(given.worldName)
    const time = (await timeOf('daytime', abilities, signal)) % dayLength
    const day = isNeeded(call, 'day') ? await timeOf('day', abilities, signal) : undefined
    return { worldName: given.worldName, time, ...(day !== undefined && { day }), phase: phaseOf(time) }
  }),

  capability('world.time.set', ['time'], async ({ given, signal, before }, abilities) => {
    dimensionOf(given.worldName)
    const canRead = abilities.reads.has('world.time.get')
    const readTime = async () => (canRead ? (await timeOf('daytime', abilities, signal)) % dayLength : undefined)
    const previousTime = typeof before?.time === 'number' ? before.time : await readTime()
    const time = integer(given.time, 0, dayLength)
    await runOrThrow(abilities, `time set ${time}`, signal)
    return { worldName: given.worldName, ...(previousTime !== undefined && { previousTime }), time: Number(time) }
  }),

  reading('world.weather.get', async ({ given, signal }, abilities) => {
    dimensionOf(given.worldName)
    return { worldName: given.worldName, weather: await weatherNow(abilities, signal) }
  }),

  capability('world.weather.set', ['weather'], async ({ given, signal, before }, abilities) => {
    dimensionOf(given.worldName)
    const canRead = abilities.reads.has('world.weather.get')
    const previousWeather =
      weathers.find((one) => one === before?.weather) ?? (canRead ? await weatherNow(abilities, signal) : undefined)
    const weather = oneOf(given.weather, weathers)
    const { durationSeconds: seconds } = given
    const ticks = seconds === undefined ? '' : ` ${20 * Number(integer(seconds, 1, 1_000_000))}`
    await runOrThrow(abilities, `weather ${weather}${ticks}`, signal)
    return { worldName: given.worldName, ...(previousWeather && { previousWeather }), weather }
  }),

  reading('world.rule.get', async ({ given, signal }, abilities) => {
    dimensionOf(given.worldName)
    return { worldName: given.worldName, rule: given.rule, value: await ruleOf(given.rule, abilities, signal) }
  }),

  {
    id: 'world.rule.set',
    missingFeature: ({ reads }) => (reads.has('world.rule.get') ? undefined : { kind: 'unknown-reply' }),
    async run({ given, signal, before }, abilities) {
      dimensionOf(given.worldName)
      const previousValue = before?.value ?? (await ruleOf(given.rule, abilities, signal))
      await runOrThrow(abilities, `gamerule ${ruleName(given.rule)} ${ruleValue(given.value)}`, signal)
      return { worldName: given.worldName, rule: given.rule, previousValue, value: typedRuleValue(given.value) }
    },
  },

  unavailableCapability('world.tps.get', 'no-command'),

  capability('world.block.set', ['setblock'], async ({ given, signal }, abilities) => {
    const location = given.location as BedrockBlockPosition
    const block = `${resourceId(given.type)} ${blockStates(given.states)}`.trimEnd()
    const line = `${inWorld(location.world)}setblock ${blockText(location)} ${block} replace`
    const reply = await abilities.link.run(line, { signal })
    // The game reports a failure when the block is already there.
    if (reply.statusCode < 0 && !(await matches(location, given.type, abilities, signal)))
      throw failureOf(reply, 'BUSINESS.OPERATION_FAILED')
    return { location, type: given.type }
  }),

  capability('ext.bedrock.block.test', ['testforblock'], async ({ given, signal }, abilities) => ({
    matches: await matches(given.location as BedrockBlockPosition, given.type, abilities, signal),
  })),

  capability('ext.bedrock.blocks.fill', ['fill'], async ({ given, signal }, abilities) => {
    const [from, to] = [given.from as BedrockBlockPosition, given.to as BedrockBlockPosition]
    const block = `${resourceId(given.type)} ${blockStates(given.states)}`.trimEnd()
    const line = `${inWorld(from.world)}fill ${blockText(from)} ${blockText(to)} ${block}`
    const { body } = await runOrThrow(abilities, line, signal)
    const blocks = Number(body.fillCount)
    return { blocks: Number.isSafeInteger(blocks) && blocks >= 0 ? blocks : 0 }
  }),

  capability('ext.bedrock.entity.summon', ['summon'], async ({ given, signal }, abilities) => {
    const { world, x, y, z } = given.location as BedrockBlockPosition
    const place = [x, y, z].map(decimal).join(' ')
    await runOrThrow(abilities, `${inWorld(world)}summon ${resourceId(given.type)} ${place}`, signal)
    return { summoned: true }
  }),

  capability('ext.bedrock.score.get', ['scoreboard'], async ({ given, signal }, abilities) => ({
    score: await scoreOf(given, abilities, signal),
  })),

  capability('ext.bedrock.score.set', ['scoreboard'], async ({ given, signal }, abilities) => {
    const score = integer(given.score, -2_147_483_648, 2_147_483_647)
    const line = `scoreboard players set ${playerName(given.playerName)} "${objectiveName(given.objective)}" ${score}`
    await runOrThrow(abilities, line, signal)
    return { changed: true }
  }),
]
