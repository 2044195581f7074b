/**
 * Preview: shortens long arguments for a person and for the audit trail.
 *
 * Long texts are cut in the middle, with their length; long lists only where that is not enough, at their end, with the
 * number of items that are missing. The full arguments are bound by the fingerprint and sent.
 */
import type { JsonObject } from '@contract/call.js'
import { isSmall } from '../limits/size.js'
import { cleanText } from './untrusted-text.js'

/** Characters of a text that are shown from its beginning and from its end. */
const beginning = 1_200
const ending = 400
const deepest = 32
/** Items of a list that are shown. */
const shownItems = 32

/** Returns small arguments unchanged. */
export function previewOf(shown: JsonObject): Record<string, unknown> {
  if (isSmall(shown)) return { ...shown }
  const cut = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, shortened(value, 0)]))
  if (isSmall(cut)) return cut
  const listed = Object.fromEntries(Object.entries(cut).map(([name, value]) => [name, withShortLists(value, 0)]))
  return isSmall(listed) ? listed : { omitted: `${JSON.stringify(shown).length} characters, too many to be shown` }
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    if (value.length <= beginning + ending) return value
    const left = value.length - beginning - ending
    return `${value.slice(0, beginning)}… (${left} more characters) …${value.slice(-ending)}`
  }
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) return value.map((item) => shortened(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, depth + 1)]))
}

function withShortLists(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) {
    const shown = value.slice(0, shownItems).map((item) => withShortLists(item, depth + 1))
    return value.length > shownItems ? [...shown, `… (${value.length - shownItems} more)`] : shown
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withShortLists(member, depth + 1)]))
}

const most = { members: 16, name: 64 } as const

/**
 * The structure of the arguments of a rejected call.
 *
 * Guards the audit trail: a rejected caller must not fill it, nor leave a secret there that no schema could redact.
 *
 * Names and types of the members, never their values.
 */
export function outlineOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { outline: typeOf(value) }
  const members = Object.entries(value)
  const named = members.slice(0, most.members).map(([name, member]) => [cleanText(name, most.name), typeOf(member)])
  return {
    outline: Object.fromEntries(named),
    ...(members.length > most.members && { more: members.length - most.members }),
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `array (${value.length})`
  if (typeof value === 'string') return `string (${value.length})`
  return value === null ? 'null' : typeof value
}
