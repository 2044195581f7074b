/** Same: whether two JSON values are equal, ignoring the order of members. */

import { canonical } from '../json/canonical-json.js'

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own member of the object, never an inherited one. */
export const ownMember = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

export const isSameJson = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one) === canonical(other)

/** A list as a set of canonical texts; empty when the value is not a list. */
export const setOf = (list: unknown): ReadonlySet<string> => new Set(Array.isArray(list) ? list.map(canonical) : [])

export const sameSet = (one: unknown, other: unknown): boolean => {
  const [ours, theirs] = [setOf(one), setOf(other)]
  return ours.size === theirs.size && [...ours].every((text) => theirs.has(text))
}

/** Appends a part to a JSON pointer. */
export const childPointer = (path: string, part: string | number): string =>
  `${path}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The names of both objects, in order. */
export const namesOf = (one: Members, other: Members): readonly string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
]
