/**
 * Event filter: which events a subscriber wants. See docs/protocol.md#events-filter (`parameters.properties.filter`).
 *
 * Every member of the filter must fit the event's data, and each says by its name which member it is about:
 * - the one of the same name; or, where it is a list, the one of which it is the plural (`playerNames`: `playerName`);
 * - a list fits what it holds, and an empty one everything;
 * - an object fits an object in whose members it fits;
 * - anything else fits what equals it, in capitals as it stands, and a list that holds it;
 * - what the data does not have fits nothing.
 */
import type { JsonObject } from '@contract/call.js'

export const passes = (filter: JsonObject, data: JsonObject): boolean =>
  Object.entries(filter).every(([name, wanted]) => {
    if (isList(wanted) && wanted.length === 0) return true
    const member = namesFor(name, wanted).find((candidate) => Object.hasOwn(data, candidate))
    return member !== undefined && fits(wanted, data[member])
  })

function fits(wanted: unknown, reported: unknown): boolean {
  if (isList(wanted)) return wanted.some((one) => fits(one, reported))
  if (isList(reported)) return reported.some((one) => fits(wanted, one))
  if (isObject(wanted)) return isObject(reported) && passes(wanted, reported)
  return wanted === reported
}

const namesFor = (name: string, wanted: unknown): readonly string[] =>
  isList(wanted) && name.endsWith('s') ? [name, name.slice(0, -1)] : [name]

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !isList(value)
