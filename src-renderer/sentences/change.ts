/**
 * Change: the values before and after a call, where both are known.
 *
 * Guards "the difference before the decision": shown only when the value before was read, never guessed.
 */
import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import { ticksOf, ticksPerDay } from '@shared/words/time-of-day.js'
import { isWeather, type WeatherName } from '@shared/words/weather.js'
import { readArguments } from './arguments.js'
import { booleanOf } from './boolean-value.js'
import { isDifficulty, isGameMode } from './game-settings.js'
import { type GameLocation, isText, locationOf } from './location.js'
import { specificSentenceOf } from './sentence-templates.js'

/** `value` is an external text or a number of a rule; `balance` a trusted number. */
export type ValueChange =
  | { readonly kind: 'time'; readonly now: number; readonly next: number }
  | { readonly kind: 'place'; readonly now: GameLocation; readonly next: GameLocation }
  | { readonly kind: 'weather'; readonly now: WeatherName; readonly next: WeatherName }
  | {
      readonly kind: 'setting'
      readonly of: 'gameMode' | 'difficulty'
      readonly now: string
      readonly next: string
    }
  /** Whether a player is on the whitelist, an operator or banned. */
  | { readonly kind: 'standing'; readonly of: Standing; readonly now: boolean; readonly next: boolean }
  /** Objects of the game, or of a mod, by their ids. */
  | { readonly kind: 'thing'; readonly now: string; readonly next: string }
  | { readonly kind: 'truth'; readonly now: boolean; readonly next: boolean }
  | { readonly kind: 'value'; readonly now: string | number; readonly next: string | number }
  | { readonly kind: 'balance'; readonly now: number; readonly next: number }

export type Standing = 'whitelist' | 'operator' | 'ban'

export interface Changing {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly before?: JsonObject
}

type Difference = (given: JsonObject, before: JsonObject) => ValueChange | undefined

const timeChange: Difference = (given, { time }) => {
  const now = ticksOf(typeof time === 'number' && time > ticksPerDay ? time % ticksPerDay : time)
  const next = ticksOf(given.time)
  return now === undefined || next === undefined ? undefined : { kind: 'time', now, next }
}

const locationChange: Difference = (given, before) => {
  const now = locationOf(locationIn(before))
  const next = locationOf(given.location)
  return now === undefined || next === undefined ? undefined : { kind: 'place', now, next }
}

const locationIn = (before: JsonObject): unknown =>
  before.location ?? (isObject(before.player) ? before.player.location : before)

const weatherChange: Difference = (given, before) =>
  isWeather(before.weather) && isWeather(given.weather)
    ? { kind: 'weather', now: before.weather, next: given.weather }
    : undefined

const ruleChange: Difference = ({ value }, before) => {
  const [now, next] = [booleanOf(before.value), booleanOf(value)]
  return now === undefined || next === undefined ? valueChange(before.value, value) : { kind: 'truth', now, next }
}

const thingChange = (now: unknown, next: unknown): ValueChange | undefined =>
  isText(now) && isText(next) ? { kind: 'thing', now, next } : undefined

const valueChange = (now: unknown, next: unknown): ValueChange | undefined =>
  isPlain(now) && isPlain(next) ? { kind: 'value', now: reported(now), next: reported(next) } : undefined

const reported = (value: string | number | boolean): string | number =>
  typeof value === 'number' ? value : String(value)

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

/** The expected sum of balance and amount. The server may calculate another one. */
const balanceChange: Difference = ({ amount }, { balance }) =>
  typeof amount === 'number' && typeof balance === 'number' && Number.isFinite(balance + amount)
    ? { kind: 'balance', now: balance, next: cents(balance + amount) }
    : undefined

/** Without binary rounding errors. */
const cents = (sum: number): number => Number(sum.toFixed(6))

const gameModeChange: Difference = ({ gameMode: next }, { gameMode: now }) =>
  isGameMode(now) && isGameMode(next) ? { kind: 'setting', of: 'gameMode', now, next } : undefined

const difficultyChange: Difference = ({ difficulty: next }, { difficulty: now }) =>
  isDifficulty(now) && isDifficulty(next) ? { kind: 'setting', of: 'difficulty', now, next } : undefined

/** @param list the member of the state before that lists players, by name or as entries */
const standingChange =
  (of: Standing, list: string, next: boolean): Difference =>
  ({ playerName }, before) => {
    const listed = before[list]
    if (!isText(playerName) || !Array.isArray(listed)) return undefined
    const names = listed.map((one: unknown) => (isObject(one) ? one.playerName : one))
    const now = names.some((one) => isText(one) && one.toLowerCase() === playerName.toLowerCase())
    return { kind: 'standing', of, now, next }
  }

const enabledChange =
  (next: boolean): Difference =>
  (_given, { enabled }) =>
    typeof enabled === 'boolean' ? { kind: 'truth', now: enabled, next } : undefined

const itemChange: Difference = ({ count: given = 1 }, { count }) =>
  typeof given === 'number' && typeof count === 'number'
    ? { kind: 'balance', now: count, next: count + given }
    : undefined

const differences: ReadonlyMap<string, Difference> = new Map<string, Difference>([
  ['world.time.set', timeChange],
  ['player.teleport', locationChange],
  ['world.weather.set', weatherChange],
  ['world.rule.set', ruleChange],
  ['world.block.set', (given, before) => thingChange(before.type, given.type)],
  ['player.economy.balance.adjust', balanceChange],
  ['ext.java.gamemode.set', gameModeChange],
  ['ext.java.difficulty.set', difficultyChange],
  ['ext.java.worldborder.set', (given, before) => valueChange(before.width, given.width)],
  ['ext.java.spawnpoint.set', locationChange],
  ['ext.java.allowlist.add', standingChange('whitelist', 'players', true)],
  ['ext.java.allowlist.remove', standingChange('whitelist', 'players', false)],
  ['ext.java.allowlist.enable', enabledChange(true)],
  ['ext.java.allowlist.disable', enabledChange(false)],
  ['ext.java.operator.grant', standingChange('operator', 'operators', true)],
  ['ext.java.operator.revoke', standingChange('operator', 'operators', false)],
  ['player.ban', standingChange('ban', 'bans', true)],
  ['ext.java.ban.remove', standingChange('ban', 'bans', false)],
  ['ext.java.item.give', itemChange],
  ['ext.bedrock.score.set', (given, before) => valueChange(before.score, given.score)],
])

/** Only of a call whose arguments fit its sentence. */
export const changeOf = ({ capabilityId, arguments: given, before }: Changing): ValueChange | undefined => {
  const difference = differences.get(capabilityId)
  if (before === undefined || difference === undefined) return undefined
  return specificSentenceOf(capabilityId, readArguments(given)) && difference(given, before)
}
