/**
 * World drift: the differences between the state after an action and the current state.
 *
 * Guards that undoing one action does not silently undo later changes. Time and players may change by themselves;
 * everything else must be equal.
 */
import type { JsonObject } from '@contract/call.js'
import { canonical } from '@contract/json/canonical-json.js'
import type { StateDifference } from '@shared/trail/undo.js'

/** @param milliseconds time since the action @param given its arguments */
type IsSameState = (expected: unknown, now: unknown, milliseconds: number, given: JsonObject) => boolean

const same: IsSameState = (expected, now) => canonical(expected ?? null) === canonical(now ?? null)

const ticksADay = 24_000
const msATick = 50
/** Tolerance for a busy server, in ticks. */
const tolerance = 200

/** Time advances by at most twenty ticks per second, or stands still. */
const advances: IsSameState = (expected, now, milliseconds) => {
  if (typeof expected !== 'number' || typeof now !== 'number') return same(expected, now, milliseconds, {})
  const passed = (((now - expected) % ticksADay) + ticksADay) % ticksADay
  return passed <= milliseconds / msATick + tolerance
}

/** Maximum number of blocks that a player may have moved. */
const maxMovedBlocks = 8

const nearby: IsSameState = (expected, now, milliseconds) => {
  if (!isLocation(expected) || !isLocation(now)) return same(expected, now, milliseconds, {})
  const far = (axis: 'x' | 'y' | 'z') => Math.abs(expected[axis] - now[axis])
  return expected.world === now.world && Math.max(far('x'), far('y'), far('z')) <= maxMovedBlocks
}

/** A larger number is no difference. */
const notDecreased: IsSameState = (expected, now, milliseconds) =>
  typeof expected === 'number' && typeof now === 'number' ? now >= expected : same(expected, now, milliseconds, {})

/** Tolerance for the end of an effect, in seconds. */
const toleranceSeconds = 10

/** Effects may end, but there must be no new, stronger or longer one. */
const effectsExpired: IsSameState = (expected, now, milliseconds) => {
  if (!Array.isArray(expected) || !Array.isArray(now)) return same(expected, now, milliseconds, {})
  const passed = milliseconds / 1_000
  const isExpected = ({ effect, amplifier, seconds }: EffectEntry) =>
    expected.some((one: EffectEntry) => one.effect === effect && one.amplifier === amplifier && seconds <= one.seconds)
  const isOver = ({ effect, seconds }: EffectEntry) =>
    seconds <= passed + toleranceSeconds || now.some((one: EffectEntry) => one.effect === effect)
  return now.every(isExpected) && expected.every(isOver)
}

/** An entry in a list of effects. */
interface EffectEntry {
  readonly effect: string
  readonly amplifier: number
  readonly seconds: number
}

/** The entry of the player in a list of names or entries: an undo changes no other one. */
const samePlayer: IsSameState = (expected, now, milliseconds, { playerName }) => {
  const name = String(playerName).toLowerCase()
  const entryIn = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.find(
          (one) => String(typeof one === 'object' && one !== null ? one.playerName : one).toLowerCase() === name,
        )
      : list
  return same(entryIn(expected), entryIn(now), milliseconds, {})
}

/** Action → the members of its paired context that it changes, with the comparison for each. */
const changed: Readonly<Record<string, Readonly<Record<string, IsSameState>>>> = {
  'world.time.set': { time: advances },
  'world.weather.set': { weather: same },
  'world.rule.set': { value: same },
  'world.block.set': { type: same, states: same },
  'player.teleport': { location: nearby },
  'player.economy.balance.adjust': { balance: same },
  'ext.java.gamemode.set': { gameMode: same },
  'ext.bedrock.score.set': { score: same },
  'player.ban': { bans: samePlayer },
  'ext.java.ban.remove': { bans: samePlayer },
  'ext.java.operator.grant': { operators: samePlayer },
  'ext.java.operator.revoke': { operators: samePlayer },
  'ext.java.allowlist.add': { players: samePlayer },
  'ext.java.allowlist.remove': { players: samePlayer },
  'ext.java.allowlist.enable': { enabled: same },
  'ext.java.allowlist.disable': { enabled: same },
  'ext.java.item.give': { count: notDecreased },
  'ext.java.effect.give': { effects: effectsExpired },
  'ext.java.effect.clear': { effects: effectsExpired },
}

/** The differences from the state after the action. @param milliseconds time since the action @param given its arguments */
export function differencesOf(
  capabilityId: string,
  expected: JsonObject,
  now: JsonObject,
  milliseconds: number,
  given: JsonObject = {},
): StateDifference[] {
  const members = Object.hasOwn(changed, capabilityId) ? changed[capabilityId] : undefined
  const compared =
    members ?? Object.fromEntries([...Object.keys(expected), ...Object.keys(now)].map((name) => [name, same]))
  return Object.entries(compared)
    .filter(([name, fits]) => !fits(expected[name], now[name], milliseconds, given))
    .map(([path]) => ({ path, expected: expected[path] ?? null, now: now[path] ?? null }))
}

interface Location {
  readonly world: string
  readonly x: number
  readonly y: number
  readonly z: number
}

function isLocation(value: unknown): value is Location {
  if (typeof value !== 'object' || value === null) return false
  const { world, x, y, z } = value as Record<string, unknown>
  return typeof world === 'string' && [x, y, z].every((axis) => typeof axis === 'number')
}
