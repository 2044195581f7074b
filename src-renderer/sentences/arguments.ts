/**
 * Arguments: read by name, remembering which of them a sentence has told.
 *
 * Guards invariant 3: an argument counts as told only when nothing of it is left out, whatever its name.
 */
import type { JsonObject } from '../../src-main/contract/call.js'
import { isObject, isText, type Place, placeOf } from './place.js'

export interface Reading {
  /** The first of the named arguments that is there. */
  value(...names: readonly string[]): unknown
  text(...names: readonly string[]): string | undefined
  /** A player by name or UUID, as text or as a `PlayerRef`. */
  player(): string | undefined
  /** The argument without counting it as told. */
  peek(name: string): unknown
  place(): Place | undefined
  /** True when the arguments hold nothing but these. */
  only(...names: readonly string[]): boolean
  /** True when every argument was read. */
  complete(): boolean
}

const playerNames = ['playerName', 'player', 'name', 'uuid'] as const

/** Whether a `Place` says all there is to a location; a way to look of 0 is the default. */
const isToldBy = (place: Place, location: JsonObject): boolean =>
  place.exact &&
  Object.entries(location).every(([key, value]) => {
    if (key === 'yaw' || key === 'pitch') return value === 0
    return ['world', 'x', 'y', 'z'].includes(key)
  })

/** @param quotedReason what stands beside the sentence as the reason; an argument with the same text is covered by it. */
export const readArguments = (given: JsonObject, quotedReason?: string): Reading => {
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

  const place = (): Place | undefined => {
    const found = value('location')
    const read = placeOf(found)
    if (read !== undefined && isObject(found) && !isToldBy(read, found)) left.add('location')
    return read
  }

  const peek = (name: string): unknown => (has(name) ? given[name] : undefined)
  const only = (...names: readonly string[]): boolean => Object.keys(given).every((key) => names.includes(key))

  return { value, text, player, peek, place, only, complete: () => left.size === 0 }
}
