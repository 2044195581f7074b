/** Same: whether two JSON values are equal, ignoring the order of members. */

import { canonical } from '../json/canonical-json.js'

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of the object itself, never one that every object has. */
export const ownMember = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

export const isSameJson = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one) === canonical(other)

/** A list as a set of canonical texts; of no list, an empty one. */
export const setOf = (list: unknown): ReadonlySet<string> => new Set(Array.isArray(list) ? list.map(canonical) : [])

export const sameSet = (one: unknown, other: unknown): boolean => {
  const [ours, theirs] = [setOf(one), setOf(other)]
  return ours.size === theirs.size && [...ours].every((text) => theirs.has(text))
}

/** One more part of a JSON pointer. */
export const childPointer = (path: string, part: string | number): string =>
  `${path}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Every name that either has, in the order they stand. */
export const namesOf = (one: Members, other: Members): readonly string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
]
