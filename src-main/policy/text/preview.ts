/**
 * Preview: shortens long arguments for a person and for the audit trail.
 *
 * Only long texts are cut, in the middle, with their length. The full arguments are bound by the fingerprint and sent.
 */
import type { JsonObject } from '@contract/call.js'
import { isSmall } from '../limits/size.js'

/** Characters of a text that are shown from its beginning and from its end. */
const beginning = 1_200
const ending = 400
const deepest = 32

/** Returns small arguments unchanged. */
export function previewOf(shown: JsonObject): Record<string, unknown> {
  if (isSmall(shown)) return { ...shown }
  const cut = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, shortened(value, 0)]))
  return isSmall(cut) ? cut : { omitted: `${JSON.stringify(shown).length} characters, too many to be shown` }
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
