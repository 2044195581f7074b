/** Arguments: read by name, remembering which of them a sentence has told. */
import type { JsonObject } from '../../src-main/contract/call.js'
import { isObject, type Place, placeOf } from './place.js'

/** Told elsewhere on every screen: the server in the header, the reason as a quote. */
const toldElsewhere = ['server', 'reason']
const placeKeys = ['world', 'x', 'y', 'z', 'yaw', 'pitch']

export interface Reading {
  /** The first of the named arguments that is there. */
  value(...names: readonly string[]): unknown
  text(...names: readonly string[]): string | undefined
  /** A player by name or UUID, as text or as a `PlayerRef`. */
  player(): string | undefined
  place(): Place | undefined
  /** True when every argument was read. */
  complete(): boolean
}

export const readArguments = (given: JsonObject): Reading => {
  const left = new Set(Object.keys(given).filter((key) => !toldElsewhere.includes(key)))

  const value = (...names: readonly string[]): unknown => {
    const key = names.find((candidate) => Object.hasOwn(given, candidate))
    if (key === undefined) return undefined
    left.delete(key)
    return given[key]
  }

  const text = (...names: readonly string[]): string | undefined => {
    const found = value(...names)
    return typeof found === 'string' && found.trim() !== '' ? found : undefined
  }

  const player = (): string | undefined => {
    const found = value('playerName', 'player', 'name', 'uuid')
    const told = isObject(found) ? (found.name ?? found.uuid) : found
    return typeof told === 'string' && told.trim() !== '' ? told : undefined
  }

  const place = (): Place | undefined => {
    const found = value('location')
    if (isObject(found) && Object.keys(found).some((key) => !placeKeys.includes(key))) left.add('location')
    return placeOf(found)
  }

  return { value, text, player, place, complete: () => left.size === 0 }
}
