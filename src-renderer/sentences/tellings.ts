/**
 * Tellings: which capabilities have sentences of their own, and which arguments fill them.
 *
 * A telling gives no words when the arguments are not those it knows; the call gets the general sentence then.
 */
import type { Reading } from './arguments.js'
import { game, name, number, own, position, quote, signedNumber, type Word } from './sentence.js'
import { ticksOf, timeOfDay } from './time-of-day.js'
import { isWeather } from './weather.js'

type Words = Readonly<Record<string, Word>>

export interface Telling {
  /** The group of the catalogue with a sentence a tense. */
  readonly key: string
  readonly words: Words
}

type Tell = (given: Reading) => Telling | undefined

const timeWord = (ticks: number): Word => ({ kind: 'time', key: `time.${timeOfDay(ticks)}`, ticks })

const worldOf = (given: Reading): string | undefined => given.text('worldName', 'world')

/** A sentence about something with a name: a player, a world. */
const about =
  (key: string, slot: string, read: (given: Reading) => string | undefined): Tell =>
  (given) => {
    const found = read(given)
    return found === undefined ? undefined : { key, words: { [slot]: name(found) } }
  }

const aboutPlayer = (key: string): Tell => about(key, 'player', (given) => given.player())
const aboutWorld = (key: string): Tell => about(key, 'world', worldOf)

const atPlace = (given: Reading): Words | undefined => {
  const place = given.place()
  return place?.world === undefined ? undefined : { position: position(place), world: name(place.world) }
}

const setTime: Tell = (given) => {
  const world = worldOf(given)
  const ticks = ticksOf(given.value('time'))
  if (world === undefined || ticks === undefined) return undefined
  return { key: 'worldTimeSet', words: { world: name(world), time: timeWord(ticks) } }
}

const setWeather: Tell = (given) => {
  const world = worldOf(given)
  const weather = given.value('weather')
  if (world === undefined || !isWeather(weather)) return undefined
  return { key: 'worldWeatherSet', words: { world: name(world), weather: own(`weather.${weather}`) } }
}

const readRule: Tell = (given) => {
  const world = worldOf(given)
  const rule = given.text('rule')
  if (world === undefined || rule === undefined) return undefined
  return { key: 'worldRuleGet', words: { world: name(world), rule: name(rule) } }
}

const setRule: Tell = (given) => {
  const world = worldOf(given)
  const rule = given.text('rule')
  const value = given.value('value')
  if (world === undefined || rule === undefined || !['boolean', 'number', 'string'].includes(typeof value)) {
    return undefined
  }
  const told = typeof value === 'number' ? number(value) : name(String(value))
  return { key: 'worldRuleSet', words: { world: name(world), rule: name(rule), value: told } }
}

const readBlock: Tell = (given) => {
  const words = atPlace(given)
  return words && { key: 'worldBlockGet', words }
}

const setBlock: Tell = (given) => {
  const words = atPlace(given)
  const block = given.text('type')
  return words && block !== undefined
    ? { key: 'worldBlockSet', words: { ...words, block: game('thing', block) } }
    : undefined
}

const teleport: Tell = (given) => {
  const player = given.player()
  const words = atPlace(given)
  return player === undefined || words === undefined
    ? undefined
    : { key: 'playerTeleport', words: { ...words, player: name(player) } }
}

/** For some minutes where the call says so. */
const shutOut =
  (key: string): Tell =>
  (given) => {
    const player = given.player()
    if (player === undefined) return undefined
    const minutes = given.peek('durationMinutes')
    if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 1) {
      return { key, words: { player: name(player) } }
    }
    given.value('durationMinutes')
    return { key: `${key}For`, words: { player: name(player), minutes: number(minutes) } }
  }

/** Only where the amount is what is added: any other argument could give it another meaning. */
const adjustBalance: Tell = (given) => {
  const player = given.text('playerName')
  const amount = given.value('amount')
  if (player === undefined || typeof amount !== 'number' || !Number.isFinite(amount)) return undefined
  if (!given.only('playerName', 'amount', 'reason')) return undefined
  return { key: 'balanceAdjust', words: { player: name(player), amount: signedNumber(amount) } }
}

/** Counts several; which they are is left to the details. */
const removeEntities: Tell = (given) => {
  const world = worldOf(given)
  const ids = given.peek('entityIds')
  if (world === undefined || !Array.isArray(ids) || ids.length === 0) return undefined
  const [only] = ids
  if (ids.length > 1 || typeof only !== 'string') {
    return { key: 'entitiesRemove', words: { world: name(world), count: number(ids.length) } }
  }
  given.value('entityIds')
  return { key: 'entityRemove', words: { world: name(world), entity: name(only) } }
}

/** One sentence with the name of the thing and one without. */
const namedOrNot =
  (argument: string, named: string, slot: string, unnamed: string): Tell =>
  (given) => {
    const found = given.text(argument)
    if (found !== undefined) return { key: named, words: { [slot]: name(found) } }
    return given.peek(argument) === undefined ? { key: unnamed, words: {} } : undefined
  }

const broadcast: Tell = (given) => {
  const message = given.text('message')
  return message === undefined ? undefined : { key: 'chatBroadcast', words: { message: quote(message) } }
}

const tellings: ReadonlyMap<string, Tell> = new Map<string, Tell>([
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
  ['chat.broadcast', broadcast],
])

export const tellingOf = (capabilityId: string, given: Reading): Telling | undefined =>
  tellings.get(capabilityId)?.(given)
