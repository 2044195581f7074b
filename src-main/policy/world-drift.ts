/**
 * World drift: whether the state is still as an action left it, and the differences.
 *
 * Guards that undoing one action does not silently undo later changes. Time and players may change by themselves;
 * everything else must be equal.
 */
import type { JsonObject } from '@contract/call.js'
import { canonical } from '@contract/json/canonical-json.js'
import type { StateDifference } from '@shared/trail/undo.js'

/** @param milliseconds since the state was as left */
type Fits = (left: unknown, now: unknown, milliseconds: number) => boolean

const same: Fits = (left, now) => canonical(left ?? null) === canonical(now ?? null)

const ticksADay = 24_000
const msATick = 50
/** Ticks by which a busy server may be off. */
const tolerance = 200

/** Time advances, at twenty ticks a second at most, or stands still. */
const advances: Fits = (left, now, milliseconds) => {
  if (typeof left !== 'number' || typeof now !== 'number') return same(left, now, milliseconds)
  const passed = (((now - left) % ticksADay) + ticksADay) % ticksADay
  return passed <= milliseconds / msATick + tolerance
}

/** Blocks that a player may have walked, fallen or swum. */
const fewSteps = 8

const nearby: Fits = (left, now, milliseconds) => {
  if (!isPlace(left) || !isPlace(now)) return same(left, now, milliseconds)
  const far = (axis: 'x' | 'y' | 'z') => Math.abs(left[axis] - now[axis])
  return left.world === now.world && Math.max(far('x'), far('y'), far('z')) <= fewSteps
}

/** What was added meanwhile stays. */
const stillThere: Fits = (left, now, milliseconds) =>
  typeof left === 'number' && typeof now === 'number' ? now >= left : same(left, now, milliseconds)

/** Seconds by which the end of an effect may be off. */
const secondsOff = 10

/** Effects end by themselves; none came, and none is stronger or lasts longer. */
const wearOff: Fits = (left, now, milliseconds) => {
  if (!Array.isArray(left) || !Array.isArray(now)) return same(left, now, milliseconds)
  const passed = milliseconds / 1_000
  const isLeft = ({ effect, amplifier, seconds }: Lasting) =>
    left.some((one: Lasting) => one.effect === effect && one.amplifier === amplifier && seconds <= one.seconds)
  const isOver = ({ effect, seconds }: Lasting) =>
    seconds <= passed + secondsOff || now.some((one: Lasting) => one.effect === effect)
  return now.every(isLeft) && left.every(isOver)
}

/** An entry of a list of effects. */
interface Lasting {
  readonly effect: string
  readonly amplifier: number
  readonly seconds: number
}

/** Action → the members of its paired context that it changes, and when each still counts as the same. */
const changed: Readonly<Record<string, Readonly<Record<string, Fits>>>> = {
  'world.time.set': { time: advances },
  'world.weather.set': { weather: same },
  'world.rule.set': { value: same },
  'world.block.set': { type: same, states: same },
  'player.teleport': { location: nearby },
  'player.economy.balance.adjust': { balance: same },
  'ext.java.gamemode.set': { gameMode: same },
  'ext.bedrock.score.set': { score: same },
  'ext.java.allowlist.enable': { enabled: same },
  'ext.java.allowlist.disable': { enabled: same },
  'ext.java.item.give': { count: stillThere },
  'ext.java.effect.give': { effects: wearOff },
  'ext.java.effect.clear': { effects: wearOff },
}

/** What differs from how the action left it. @param milliseconds since then */
export function differencesOf(
  capabilityId: string,
  left: JsonObject,
  now: JsonObject,
  milliseconds: number,
): StateDifference[] {
  const members = Object.hasOwn(changed, capabilityId) ? changed[capabilityId] : undefined
  const compared =
    members ?? Object.fromEntries([...Object.keys(left), ...Object.keys(now)].map((name) => [name, same]))
  return Object.entries(compared)
    .filter(([name, fits]) => !fits(left[name], now[name], milliseconds))
    .map(([path]) => ({ path, expected: left[path] ?? null, now: now[path] ?? null }))
}

interface Place {
  readonly world: string
  readonly x: number
  readonly y: number
  readonly z: number
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const { world, x, y, z } = value as Record<string, unknown>
  return typeof world === 'string' && [x, y, z].every((axis) => typeof axis === 'number')
}
