/**
 * JSON bounds: measures a JSON text without parsing it.
 *
 * Enforces invariant 7: a text of allowed length may still have so many levels or values that parsing it blocks the
 * program. Every external message is checked here before `JSON.parse`.
 */
import { maxMessageDepth } from './json-depth.js'
import { hasTooManyShapes } from './json-shapes.js'
import { endOfString } from './json-string.js'

export interface JsonBounds {
  /** Nesting of lists and objects. */
  readonly depth: number
  /** Total number of values. */
  readonly values: number
  /** Members of one list or object. */
  readonly members: number
  /** Characters of one number. */
  readonly digits: number
  /** Number of different sequences of member names at the start of objects. */
  readonly shapes: number
}

export type JsonExcess = 'too-deep' | 'too-many' | 'too-many-members' | 'too-many-digits' | 'too-many-shapes'

/** Bounds of a request body: arguments have at most 16 KiB of JSON. */
export const bodyBounds: JsonBounds = {
  depth: maxMessageDepth,
  values: 20_000,
  members: 10_000,
  digits: 64,
  shapes: 4_000,
}

/**
 * Bounds of a frame: the largest legitimate one is an offer of 512 manifests; a response with blocks has the longest
 * list.
 */
export const frameBounds: JsonBounds = {
  depth: maxMessageDepth,
  values: 100_000,
  members: 50_000,
  digits: 64,
  shapes: 10_000,
}

const quote = 0x22
const comma = 0x2c

/** The first bound that a text exceeds. Linear in its length; invalid JSON may pass. */
export function jsonExcess(text: string, bounds: JsonBounds): JsonExcess | undefined {
  /** Number of members of each open list or object, the outermost first. */
  const members: number[] = [0]
  let depth = 0
  let values = 1
  let numberStart = -1
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isOfNumber(code)) {
      if (numberStart < 0) numberStart = index
      else if (index - numberStart >= bounds.digits) return 'too-many-digits'
      continue
    }
    numberStart = -1
    if (code === quote) index = endOfString(text, index)
    else if (code === comma) {
      if (++values > bounds.values) return 'too-many'
      const count = (members[depth] ?? 0) + 1
      if (count >= bounds.members) return 'too-many-members'
      members[depth] = count
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > bounds.depth) return 'too-deep'
      if (++values > bounds.values) return 'too-many'
      members[depth] = 0
    } else if ((code === 0x7d || code === 0x5d) && depth > 0) depth--
  }
  return hasTooManyShapes(text, bounds.shapes) ? 'too-many-shapes' : undefined
}

/** A digit, a sign or a point. Letters do not count: they also occur in `true`. */
const isOfNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e || code === 0x65 || code === 0x45
