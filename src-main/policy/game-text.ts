/**
 * Game text: whether data from a server may hold words that somebody in the game wrote.
 *
 * Guards invariant 5: what nobody knows to be harmless counts as text. Of the core catalogue it is found out by what the
 * data looks like: numbers, times, ids and names of players as the game makes them hold no sentence. What a third party
 * tells is text, whatever it looks like.
 */
import { coreCatalogue } from '../contract/core-catalogue.js'

/** Core capabilities whose data is text always: people write it. */
const written: ReadonlySet<string> = new Set(['player.chat'])

/**
 * Texts in which nothing can be said: 16 characters without a space, which is what the game allows for a name; ids of the
 * game; UUIDs; times.
 */
const plain =
  /^(?:[A-Za-z0-9_.:+-]{0,16}|minecraft:[a-z0-9_/.-]{1,48}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[0-9:.]{5,15}(?:Z|[+-]\d\d:\d\d))$/iu

const deepest = 32

export const holdsGameText = (capabilityId: string, data: unknown): boolean =>
  !coreCatalogue.has(capabilityId) || written.has(capabilityId) || holdsWords(data, 0)

/** Whether it must stand between marks where a model reads it: what a third party tells in numbers alone need not. */
export const needsMarks = (capabilityId: string, data: unknown): boolean =>
  coreCatalogue.has(capabilityId) ? holdsGameText(capabilityId, data) : holdsWords(data, 0, nothing)

const nothing = /^$/u

function holdsWords(value: unknown, depth: number, harmless = plain): boolean {
  if (typeof value === 'string') return !harmless.test(value)
  if (typeof value !== 'object' || value === null) return false
  if (depth > deepest) return true
  return Object.entries(value).some(
    ([name, member]) => (!Array.isArray(value) && !isName(name)) || holdsWords(member, depth + 1, harmless),
  )
}

/** Names of members are the catalogue's, or as short as them. */
const isName = (name: string): boolean => /^[A-Za-z0-9_:.-]{1,32}$/u.test(name)
