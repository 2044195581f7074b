/**
 * Result sentences: the result of a core capability in one sentence, where possible.
 *
 * Enforces invariants 5 and 7: names of the game are quoted and short, and data that does not match the catalogue gets
 * no sentence.
 */
import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import {
  joinedText,
  jsonData,
  literalText,
  type ModelText,
  modelText,
  ownSentence,
  quoted,
} from '../../policy/text/model-text.js'

/** Undefined when the data lacks a required member. */
type Sentence = (data: JsonObject) => ModelText | undefined

/** A sentence from members of the data, all required. */
const from =
  (names: readonly string[], say: (...values: ModelText[]) => ModelText): Sentence =>
  (data) => {
    const values = names.map((name) => shown(data[name]))
    return values.includes(undefined) ? undefined : say(...(values as ModelText[]))
  }

const sentences: Readonly<Record<string, Sentence>> = {
  'world.time.get': from(
    ['worldName', 'time', 'phase'],
    (world, time, phase) => modelText`In ${world} it is ${phase}, tick ${time} of 24000.`,
  ),
  'world.time.set': from(
    ['worldName', 'time', 'previousTime'],
    (world, time, before) => modelText`The time in ${world} is now ${time}; it was ${before}.`,
  ),
  'world.weather.get': from(
    ['worldName', 'weather'],
    (world, weather) => modelText`The weather in ${world} is ${weather}.`,
  ),
  'world.weather.set': from(
    ['worldName', 'weather'],
    (world, weather) => modelText`The weather in ${world} is now ${weather}.`,
  ),
  'world.rule.get': from(['rule', 'value'], (rule, value) => modelText`The game rule ${rule} is ${value}.`),
  'world.rule.set': from(['rule', 'value'], (rule, value) => modelText`The game rule ${rule} is now ${value}.`),
  'world.tps.get': from(['tps'], (tps) => modelText`The server runs at ${tps} of 20 ticks a second.`),
  'world.block.get': from(['type'], (type) => modelText`The block is ${type}.`),
  'world.block.set': from(
    ['type', 'previousType'],
    (type, before) => modelText`The block is now ${type}; it was ${before}.`,
  ),
  'player.list': ({ players, online, max }) => {
    if (!Array.isArray(players)) return undefined
    const places = typeof max === 'number' ? modelText` of ${max}` : literalText('')
    return modelText`${typeof online === 'number' ? online : players.length}${places} players are online${named(players)}.`
  },
  'player.info.get': from(
    ['name', 'health', 'gameMode'],
    (name, health, mode) => modelText`${name} has ${health} of 20 health and plays in the mode ${mode}.`,
  ),
  'player.economy.balance.get': from(['balance'], (balance) => modelText`The balance is ${balance}.`),
  'player.economy.balance.adjust': from(
    ['balance', 'previousBalance'],
    (balance, before) => modelText`The balance is now ${balance}; it was ${before}.`,
  ),
  'entity.list': from(['total'], (total) => modelText`Found ${total} entities.`),
  'entity.remove': from(['removed'], (removed) => modelText`Removed ${removed} entities.`),
  'chat.broadcast': from(['recipients'], (recipients) => modelText`Sent to ${recipients} players.`),
  'system.backup': ({ backupId, worlds, leftOut, leftOutCount }) => {
    const id = shown(backupId)
    if (id === undefined) return undefined
    const holds = Array.isArray(worlds) ? modelText` It holds the worlds ${listed(worlds)}.` : literalText('')
    const parts = Array.isArray(leftOut) ? leftOut.map((one) => (one as { path?: unknown } | null)?.path) : []
    if (parts.length === 0) return modelText`Created the backup ${id}.${holds}`
    const count = typeof leftOutCount === 'number' ? leftOutCount : parts.length
    return modelText`Created the backup ${id}.${holds} Left out: ${count}, with reasons in leftOut: ${listed(parts)}.`
  },
}

/** One sentence; the capability's title when there is none for the data. */
export const sentenceOf = ({ id, name }: Pick<CapabilityManifest, 'id' | 'name'>, data: JsonObject): ModelText =>
  (Object.hasOwn(sentences, id) && sentences[id]?.(data)) ||
  modelText`${coreCatalogue.has(id) ? ownSentence(name) : quoted(name)}: done.`

/** Maximum players named in a sentence. */
const maxNames = 10

/** The first names of a list, and how many more there are. */
function listed(names: readonly unknown[]): ModelText {
  const first = names.slice(0, maxNames).map((name) => quoted(String(name)))
  const more = names.length - first.length
  return modelText`${joinedText(first, ', ')}${more > 0 ? modelText` and ${more} more` : literalText('')}`
}

function named(players: readonly unknown[]): ModelText {
  const names = players.map((player) => shown((player as { name?: unknown } | null)?.name))
  if (names.length === 0 || names.length > maxNames || names.includes(undefined)) return literalText('')
  return modelText`: ${joinedText(names as ModelText[], ', ')}`
}

function shown(value: unknown): ModelText | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return jsonData(value)
  return typeof value === 'string' ? quoted(value) : undefined
}
