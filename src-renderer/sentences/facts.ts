/**
 * Facts: the arguments that no sentence shows, formatted for people: a block by its name, two corners as a size, items
 * as a list.
 *
 * Guards invariant 3: facts are shown beside the data, never instead of it. A value counts as a game item only by its
 * namespace, or when the argument's name says so.
 */

import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import { type PlainAddress, plainAddress } from '@shared/text/plain-address.js'
import { type PlainPath, plainPath } from '@shared/text/plain-path.js'
import { type GameLocation, isKnown, isText, locationOf } from './location.js'
import type { GameKind } from './names/game-kind.js'
import { isNamespaced, vanillaIdOf } from './names/game-name.js'

export interface Stack {
  readonly id: string
  readonly count: number | undefined
  /** It has more data than its kind and count. */
  readonly more: boolean
}

export type FactValue =
  | { readonly kind: 'game'; readonly of: GameKind; readonly id: string }
  | { readonly kind: 'items'; readonly items: readonly Stack[] }
  | { readonly kind: 'place'; readonly place: GameLocation }
  /** Both corners are part of it. */
  | {
      readonly kind: 'volume'
      readonly from: GameLocation
      readonly to: GameLocation
      readonly size: readonly [x: number, y: number, z: number]
    }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'path'; readonly path: PlainPath; readonly given: string }
  | { readonly kind: 'address'; readonly address: PlainAddress }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly value: unknown }

export interface Fact {
  /** The argument, or `outer.inner`. */
  readonly name: string
  readonly value: FactValue
}

/** Its data besides kind and count. */
const stackIds = ['id', 'item', 'itemId', 'type', 'material', 'block'] as const
const stackCounts = ['count', 'amount', 'quantity'] as const
const corners: readonly (readonly [first: string, second: string])[] = [
  ['from', 'to'],
  ['start', 'end'],
  ['min', 'max'],
  ['pos1', 'pos2'],
  ['corner1', 'corner2'],
  ['position1', 'position2'],
]
const deepest = 2

const kindNamed = (name: string): GameKind | undefined => {
  if (/effect/i.test(name)) return 'effect'
  if (/enchant/i.test(name)) return 'enchantment'
  if (/entity|mob/i.test(name)) return 'entity'
  if (/biome/i.test(name)) return 'biome'
  if (/^(?:game_?)?rule(?:_?name)?$/i.test(name)) return 'rule'
  return /block|item|material|^type$/i.test(name) ? 'thing' : undefined
}

const gameFact = (name: string, text: string): FactValue | undefined => {
  const named = kindNamed(name)
  if (named !== undefined && vanillaIdOf(named, text) !== undefined) return { kind: 'game', of: named, id: text }
  const found = isNamespaced(text)
    ? (['thing', 'entity', 'effect', 'enchantment', 'biome', 'rule'] as const).find(
        (kind) => vanillaIdOf(kind, text) !== undefined,
      )
    : undefined
  return found && { kind: 'game', of: found, id: text }
}

const stackOf = (value: unknown): Stack | undefined => {
  if (!isObject(value)) return undefined
  const idKey = stackIds.find((key) => isText(value[key]))
  const id = idKey === undefined ? undefined : value[idKey]
  if (!isText(id) || vanillaIdOf('thing', id) === undefined) return undefined
  const countKey = stackCounts.find((key) => Object.hasOwn(value, key))
  const count = countKey === undefined ? undefined : value[countKey]
  if (count !== undefined && !(typeof count === 'number' && Number.isFinite(count))) return undefined
  return { id, count, more: Object.keys(value).some((key) => key !== idKey && key !== countKey) }
}

const itemsOf = (value: unknown): FactValue | undefined => {
  const list = Array.isArray(value) ? value : [value]
  const items = list.map(stackOf).filter((stack) => stack !== undefined)
  return items.length > 0 && items.length === list.length ? { kind: 'items', items } : undefined
}

const span = (one: number, other: number): number => Math.abs(Math.floor(one) - Math.floor(other)) + 1

/** Undefined for corners in two worlds. */
export const volumeBetween = (from: GameLocation, to: GameLocation): FactValue | undefined =>
  isKnown(from) && isKnown(to) && (from.world === to.world || from.world === undefined || to.world === undefined)
    ? {
        kind: 'volume',
        from,
        to,
        size: [span(from.point[0], to.point[0]), span(from.point[1], to.point[1]), span(from.point[2], to.point[2])],
      }
    : undefined

const addressFact = (text: string): FactValue | undefined => {
  const address = plainAddress(text)
  return address && { kind: 'address', address }
}

/** Arguments that contain a path, whatever its form. A game command begins with a slash too. */
const pathNames = /path|file|folder|dir|source|destination|root|cwd/i

const pathFact = (name: string, text: string): FactValue | undefined => {
  const path = plainPath(text)
  if (!path) return undefined
  const looksLikePath = path.system === 'windows' || (text.lastIndexOf('/') > 0 && !text.includes(' '))
  return pathNames.test(name) || looksLikePath ? { kind: 'path', path, given: text } : undefined
}

/** The kind of a value, by its content and its name. */
export const valueFact = (name: string, value: unknown): FactValue => {
  switch (typeof value) {
    case 'boolean':
      return { kind: 'truth', value }
    case 'number':
      return { kind: 'number', value }
    case 'string':
      return gameFact(name, value) ?? addressFact(value) ?? pathFact(name, value) ?? { kind: 'text', text: value }
    default:
      return itemsOf(value) ?? locationFact(value) ?? { kind: 'data', value }
  }
}

const onlyLocation = (value: unknown): GameLocation | undefined =>
  isObject(value) && Object.keys(value).every((key) => ['world', 'x', 'y', 'z'].includes(key))
    ? locationOf(value)
    : undefined

/** A place with the way to look there. */
const placeWithView = (value: JsonObject) => {
  const { yaw, pitch, ...rest } = value
  const view = Object.entries({ yaw, pitch }).filter(([, degrees]) => degrees !== undefined)
  const place = view.length > 0 ? onlyLocation(rest) : undefined
  return place && { place, view }
}

const locationFact = (value: unknown): FactValue | undefined => {
  const place = onlyLocation(value)
  return place && { kind: 'place', place }
}

/** `x1 y1 z1 x2 y2 z2` as two corners. */
const flatCorners = (given: JsonObject): readonly [GameLocation, GameLocation] | undefined => {
  const corner = (n: 1 | 2) => locationOf({ x: given[`x${n}`], y: given[`y${n}`], z: given[`z${n}`] })
  const [first, second] = [corner(1), corner(2)]
  return first && second && [first, second]
}

const factsWithin = (given: JsonObject, path: string, depth: number): readonly Fact[] => {
  const taken = new Set<string>()
  const facts: Fact[] = []
  const flat = flatCorners(given)
  const flatVolume = flat && volumeBetween(...flat)
  if (flatVolume) {
    for (const key of ['x1', 'y1', 'z1', 'x2', 'y2', 'z2']) taken.add(key)
    facts.push({ name: path, value: flatVolume })
  }
  for (const [first, second] of corners) {
    const [from, to] = [onlyLocation(given[first]), onlyLocation(given[second])]
    const volume = from && to && volumeBetween(from, to)
    if (volume === undefined) continue
    taken.add(first).add(second)
    facts.push({ name: `${path}${first} … ${second}`, value: volume })
  }
  for (const [key, value] of Object.entries(given)) {
    if (taken.has(key)) continue
    const name = `${path}${key}`
    const seen = isObject(value) ? placeWithView(value) : undefined
    if (seen) {
      facts.push({ name, value: { kind: 'place', place: seen.place } })
      for (const [way, degrees] of seen.view) facts.push({ name: `${name}.${way}`, value: valueFact(way, degrees) })
      continue
    }
    const fact = valueFact(key, value)
    if (fact.kind === 'data' && isObject(value) && depth < deepest && Object.keys(value).length > 0) {
      facts.push(...factsWithin(value, `${name}.`, depth + 1))
    } else facts.push({ name, value: fact })
  }
  return facts
}

/** @param quotedReason the reason shown beside them; an argument with the same text is not repeated. */
export const factsOf = (given: JsonObject, quotedReason?: string): readonly Fact[] =>
  factsWithin(given, '', 0).filter(
    ({ name, value }) => !(name === 'reason' && value.kind === 'text' && value.text === quotedReason),
  )
