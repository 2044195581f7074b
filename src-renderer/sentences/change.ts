/**
 * Change: how it is now and how it would be then, where both are known.
 *
 * Guards "the difference before the decision": shown only when the value before was read, never guessed.
 */
import type { JsonObject } from '../../src-main/contract/call.js'
import { isObject, type Place, placeOf } from './place.js'
import { ticksOf, ticksPerDay } from './time-of-day.js'

export type Change =
  | { readonly kind: 'time'; readonly now: number; readonly next: number }
  | { readonly kind: 'place'; readonly now: Place; readonly next: Place }

export const changeOf = (question: {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly before?: JsonObject
}): Change | undefined => {
  const { capabilityId, before } = question
  if (before === undefined) return undefined
  if (capabilityId === 'world.time.set') {
    const read = before.time
    const now = ticksOf(typeof read === 'number' && read > ticksPerDay ? read % ticksPerDay : read)
    const next = ticksOf(question.arguments.time)
    return now === undefined || next === undefined ? undefined : { kind: 'time', now, next }
  }
  if (capabilityId === 'player.teleport') {
    const now = placeOf(locationIn(before))
    const next = placeOf(question.arguments.location)
    return now === undefined || next === undefined ? undefined : { kind: 'place', now, next }
  }
  return undefined
}

const locationIn = (before: JsonObject): unknown =>
  before.location ?? (isObject(before.player) ? before.player.location : before)
