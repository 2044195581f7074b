/**
 * Event filter: which events a subscriber wants. See docs/protocol.md#events-filter (`parameters.properties.filter`).
 *
 * Every member of the filter must match the member of the event's data with the same name. A list also matches the
 * member whose name is the singular (`playerNames`: `playerName`). Rules:
 * - A list matches when one of its items does; an empty list matches everything.
 * - An object matches an object when all its members match.
 * - Any other value matches an equal value (case-sensitive), or a list that contains it.
 * - A member that the data does not have never matches.
 */
import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'

export const matchesFilter = (filter: JsonObject, data: JsonObject): boolean =>
  Object.entries(filter).every(([name, wanted]) => {
    if (isList(wanted) && wanted.length === 0) return true
    const member = namesFor(name, wanted).find((candidate) => Object.hasOwn(data, candidate))
    return member !== undefined && matches(wanted, data[member])
  })

function matches(wanted: unknown, reported: unknown): boolean {
  if (isList(wanted)) return wanted.some((one) => matches(one, reported))
  if (isList(reported)) return reported.some((one) => matches(wanted, one))
  if (isObject(wanted)) return isObject(reported) && matchesFilter(wanted, reported)
  return wanted === reported
}

const namesFor = (name: string, wanted: unknown): readonly string[] =>
  isList(wanted) && name.endsWith('s') ? [name, name.slice(0, -1)] : [name]

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
