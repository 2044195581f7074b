/**
 * Sentence templates: the specific sentences of capabilities, and their arguments.
 *
 * A template that cannot use the arguments returns nothing, and the call gets the general sentence.
 */

import { ticksOf, timeOfDay } from '@shared/words/time-of-day.js'
import { isWeather } from '@shared/words/weather.js'
import type { ArgumentReading } from './arguments.js'
import { booleanOf } from './boolean-value.js'
import { bedrockSentenceTemplates, javaSentenceTemplates } from './java-sentence-templates.js'
import {
  game,
  name,
  number,
  own,
  position,
  quote,
  type SentenceValue,
  signedNumber,
  span,
  worldValue,
} from './sentence.js'
import type { SpecificSentence } from './specific-sentence.js'

type Words = Readonly<Record<string, SentenceValue>>

type FillTemplate = (given: ArgumentReading) => SpecificSentence | undefined

const timeValue = (ticks: number): SentenceValue => ({ kind: 'time', key: `time.${timeOfDay(ticks)}`, ticks })

const worldOf = (given: ArgumentReading): string | undefined => given.text('worldName', 'world')

/** A sentence about something with a name: a player, a world. */
const about =
  (
    key: string,
    slot: string,
    read: (given: ArgumentReading) => string | undefined,
    wordOf: (text: string) => SentenceValue = name,
  ): FillTemplate =>
  (given) => {
    const found = read(given)
    return found === undefined ? undefined : { key, words: { [slot]: wordOf(found) } }
  }

const aboutPlayer = (key: string): FillTemplate => about(key, 'player', (given) => given.player())
const aboutWorld = (key: string): FillTemplate => about(key, 'world', worldOf, worldValue)

const atLocation = (given: ArgumentReading): Words | undefined => {
  const place = given.place()
  return place?.world === undefined ? undefined : { position: position(place), world: worldValue(place.world) }
}

const setTime: FillTemplate = (given) => {
  const world = worldOf(given)
  const ticks = ticksOf(given.value('time'))
  if (world === undefined || ticks === undefined) return undefined
  return { key: 'worldTimeSet', words: { world: worldValue(world), time: timeValue(ticks) } }
}

const setWeather: FillTemplate = (given) => {
  const world = worldOf(given)
  const weather = given.value('weather')
  if (world === undefined || !isWeather(weather)) return undefined
  const words = { world: worldValue(world), weather: own(`weather.${weather}`) }
  const seconds = given.peek('durationSeconds')
  if (!isCount(seconds)) return { key: 'worldWeatherSet', words }
  given.value('durationSeconds')
  return { key: 'worldWeatherSetFor', words: { ...words, span: span(seconds) } }
}

const readRule: FillTemplate = (given) => {
  const world = worldOf(given)
  const rule = given.text('rule')
  if (world === undefined || rule === undefined) return undefined
  return { key: 'worldRuleGet', words: { world: worldValue(world), rule: game('rule', rule) } }
}

const setRule: FillTemplate = (given) => {
  const world = worldOf(given)
  const rule = given.text('rule')
  const value = given.value('value')
  if (world === undefined || rule === undefined) return undefined
  const words = { world: worldValue(world), rule: game('rule', rule) }
  const isOn = booleanOf(value)
  if (isOn !== undefined) return { key: isOn ? 'worldRuleOn' : 'worldRuleOff', words }
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  return {
    key: 'worldRuleSet',
    words: { ...words, value: typeof value === 'number' ? number(value) : name(value) },
  }
}

const readBlock: FillTemplate = (given) => {
  const words = atLocation(given)
  return words && { key: 'worldBlockGet', words }
}

const setBlock: FillTemplate = (given) => {
  const words = atLocation(given)
  const block = given.text('type')
  return words && block !== undefined
    ? { key: 'worldBlockSet', words: { ...words, block: game('thing', block) } }
    : undefined
}

const teleport: FillTemplate = (given) => {
  const player = given.player()
  const words = atLocation(given)
  return player === undefined || words === undefined
    ? undefined
    : { key: 'playerTeleport', words: { ...words, player: name(player) } }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0

/**
 * For some minutes where the call says so, else for ever: that is the meaning of a missing duration, and a person must
 * read it. Any other argument could set an end of its own.
 */
const shutOut =
  (key: string): FillTemplate =>
  (given) => {
    const player = given.player()
    const minutes = given.value('durationMinutes')
    if (player === undefined) return undefined
    const words = { player: name(player) }
    if (isCount(minutes)) return { key: `${key}For`, words: { ...words, span: span(minutes * 60) } }
    return minutes === undefined && given.only('playerName', 'player', 'name', 'uuid', 'reason')
      ? { key, words }
      : undefined
  }

/** Only when the amount is the only argument: another one could change its meaning. */
const adjustBalance: FillTemplate = (given) => {
  const player = given.text('playerName')
  const amount = given.value('amount')
  if (player === undefined || typeof amount !== 'number' || !Number.isFinite(amount)) return undefined
  if (!given.only('playerName', 'amount', 'reason')) return undefined
  return { key: 'balanceAdjust', words: { player: name(player), amount: signedNumber(amount) } }
}

/** Counts them; their ids are listed below. */
const removeEntities: FillTemplate = (given) => {
  const world = worldOf(given)
  const ids = given.peek('entityIds')
  if (world === undefined || !Array.isArray(ids) || ids.length === 0) return undefined
  if (ids.length === 1) return { key: 'entityRemove', words: { world: worldValue(world) } }
  return { key: 'entitiesRemove', words: { world: worldValue(world), count: number(ids.length) } }
}

/** One sentence with the name of the thing and one without. */
const namedOrNot =
  (argument: string, named: string, slot: string, unnamed: string): FillTemplate =>
  (given) => {
    const found = given.text(argument)
    if (found !== undefined) return { key: named, words: { [slot]: name(found) } }
    return given.peek(argument) === undefined ? { key: unnamed, words: {} } : undefined
  }

const broadcast: FillTemplate = (given) => {
  const message = given.text('message')
  return message === undefined ? undefined : { key: 'chatBroadcast', words: { message: quote(message) } }
}

const sentenceTemplates: ReadonlyMap<string, FillTemplate> = new Map<string, FillTemplate>([
  ['world.time.get', aboutWorld('worldTimeGet')],
  ['world.time.set', setTime],
  ['world.weather.get', aboutWorld('worldWeatherGet')],
  ['world.weather.set', setWeather],
  ['world.rule.get', readRule],
  ['world.rule.set', setRule],
  ['world.tps.get', () => ({ key: 'worldTpsGet', words: {} })],
  ['world.block.get', readBlock],
  ['world.block.set', setBlock],
  ['player.list', () => ({ key: 'playerList', words: {} })],
  ['player.info.get', aboutPlayer('playerInfoGet')],
  ['player.teleport', teleport],
  ['player.kick', aboutPlayer('playerKick')],
  ['player.ban', shutOut('playerBan')],
  ['player.mute', shutOut('playerMute')],
  ['player.economy.balance.get', aboutPlayer('balanceGet')],
  ['player.economy.balance.adjust', adjustBalance],
  ['entity.list', aboutWorld('entityList')],
  ['entity.remove', removeEntities],
  ['system.backup', namedOrNot('name', 'systemBackupNamed', 'backup', 'systemBackup')],
  ['system.restore', about('systemRestore', 'backup', (given) => given.text('backupId'))],
  ['system.reload', namedOrNot('pluginName', 'systemReloadOne', 'plugin', 'systemReload')],
  ['system.host-backup.make', () => ({ key: 'hostBackup', words: {} })],
  ['system.host-backup.restore', () => ({ key: 'hostRestore', words: {} })],
  ['system.set-up.change', () => ({ key: 'setUpChange', words: {} })],
  ['system.set-up.revert', () => ({ key: 'setUpRevert', words: {} })],
  ['system.power.start', () => ({ key: 'powerStart', words: {} })],
  ['system.power.stop', () => ({ key: 'powerStop', words: {} })],
  ['system.power.restart', () => ({ key: 'powerRestart', words: {} })],
  ['chat.broadcast', broadcast],
  ...javaSentenceTemplates,
  ...bedrockSentenceTemplates,
])

export const specificSentenceOf = (capabilityId: string, given: ArgumentReading): SpecificSentence | undefined =>
  sentenceTemplates.get(capabilityId)?.(given)
