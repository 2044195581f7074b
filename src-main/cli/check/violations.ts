/**
 * Violations: fair arguments with one value that one keyword of the schema forbids. See
 * docs/protocol.md#manifest-schemas.
 *
 * They are only guesses: whoever uses them holds them against the schema, which may allow them for another reason.
 */
import type { JsonObject } from '../../contract/call.js'

export interface Violation {
  /** JSON pointer into the arguments. */
  readonly path: string
  readonly keyword: string
  readonly given: JsonObject
}

type Schema = Readonly<Record<string, unknown>>

/** Objects in objects that are looked into. */
const deepest = 4

/** @param schema of an object; what its references mean is not looked up */
export function violationsOf(schema: Schema, fair: JsonObject): Violation[] {
  return inObject(schema, fair, '', deepest)
}

function inObject(schema: Schema, fair: JsonObject, at: string, depth: number): Violation[] {
  const { properties, additionalProperties } = schema
  const surplus = { path: `${at}/${surplusName}`, keyword: 'additionalProperties' }
  const found: Violation[] =
    additionalProperties === false ? [{ ...surplus, given: { ...fair, [surplusName]: true } }] : []
  for (const [name, inside] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(inside)) continue
    const path = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    for (const [keyword, make] of Object.entries(breaking)) {
      const limit = inside[keyword]
      if (limit === undefined) continue
      const wrong = make(limit, inside)
      if (wrong !== undefined) found.push({ path, keyword, given: { ...fair, [name]: wrong } })
    }
    const value = fair[name]
    if (depth === 0 || !isObject(value)) continue
    for (const { given, ...where } of inObject(inside, value, path, depth - 1)) {
      found.push({ ...where, given: { ...fair, [name]: given } })
    }
  }
  return found
}

const surplusName = 'gatehouseCheckSurplus'

/** Texts longer than that are not made. */
const longest = 10_000

/** Keyword → a value that breaks it; undefined where none is at hand. */
const breaking: Readonly<Record<string, (limit: unknown, schema: Schema) => unknown>> = {
  minimum: (limit) => beyond(limit, -1),
  maximum: (limit) => beyond(limit, 1),
  exclusiveMinimum: (limit) => beyond(limit, 0),
  exclusiveMaximum: (limit) => beyond(limit, 0),
  minLength: (limit) => (isNumber(limit) && limit > 0 ? 'x'.repeat(Math.min(limit - 1, longest)) : undefined),
  maxLength: (limit) => (isNumber(limit) && limit < longest ? 'x'.repeat(limit + 1) : undefined),
  pattern: (_limit, { minLength }) => '\u00a7'.repeat(isNumber(minLength) && minLength > 0 ? minLength : 1),
  enum: (_limit, { type }) => (type === 'integer' || type === 'number' ? 987_654_321 : 'no such choice'),
  format: () => 'no such format',
}

const beyond = (limit: unknown, by: number): number | undefined => (isNumber(limit) ? limit + by : undefined)

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isObject = (value: unknown): value is Schema & JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
