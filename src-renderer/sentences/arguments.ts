/**
 * Arguments: reads arguments by name, and tracks which of them a sentence shows.
 *
 * Guards invariant 3: an argument counts as shown only when all of it is, whatever its name.
 */
import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import { type GameLocation, isText, locationOf } from './location.js'

export interface ArgumentReading {
  /** The first of the named arguments that is there. */
  value(...names: readonly string[]): unknown
  text(...names: readonly string[]): string | undefined
  /** A player by name or UUID, as text or as a `PlayerRef`. */
  player(): string | undefined
  /** The argument, without counting it as shown. */
  peek(name: string): unknown
  place(): GameLocation | undefined
  /** True when the arguments hold nothing but these. */
  only(...names: readonly string[]): boolean
  /** True when every argument was read. */
  complete(): boolean
}

const playerNames = ['playerName', 'player', 'name', 'uuid'] as const

/** Whether a `GameLocation` describes the whole location; a way to look of 0 is the default. */
const isCompleteIn = (place: GameLocation, location: JsonObject): boolean =>
  place.exact &&
  Object.entries(location).every(([key, value]) => {
    if (key === 'yaw' || key === 'pitch') return value === 0
    return ['world', 'x', 'y', 'z'].includes(key)
  })

/** @param quotedReason the reason shown beside the sentence; an argument with the same text is not repeated. */
export const readArguments = (given: JsonObject, quotedReason?: string): ArgumentReading => {
  const left = new Set(Object.keys(given))
  if (isText(given.reason) && given.reason === quotedReason) left.delete('reason')

  const has = (name: string): boolean => Object.hasOwn(given, name)

  const value = (...names: readonly string[]): unknown => {
    const key = names.find(has)
    if (key === undefined) return undefined
    left.delete(key)
    return given[key]
  }

  const text = (...names: readonly string[]): string | undefined => {
    const found = value(...names)
    return isText(found) ? found : undefined
  }

  const player = (): string | undefined => {
    const key = playerNames.find(has)
    const found = value(...playerNames)
    if (!isObject(found)) return isText(found) ? found : undefined
    if (key !== undefined && Object.keys(found).length > 1) left.add(key)
    return [found.name, found.uuid].find(isText)
  }

  const place = (): GameLocation | undefined => {
    const found = value('location')
    const read = locationOf(found)
    if (read !== undefined && isObject(found) && !isCompleteIn(read, found)) left.add('location')
    return read
  }

  const peek = (name: string): unknown => (has(name) ? given[name] : undefined)
  const only = (...names: readonly string[]): boolean => Object.keys(given).every((key) => names.includes(key))

  return { value, text, player, peek, place, only, complete: () => left.size === 0 }
}
