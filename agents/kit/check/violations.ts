/**
 * Violations: valid arguments with one value that violates one keyword of the schema. See
 * docs/protocol.md#manifest-schemas.
 *
 * Candidates only: the caller validates them, because another part of the schema may allow them.
 */

import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'

export interface Violation {
  /** JSON pointer into the arguments. */
  readonly path: string
  readonly keyword: string
  readonly given: JsonObject
}

type Schema = Readonly<Record<string, unknown>>

/** Depth of nested objects that are considered. */
const deepest = 4

/** @param schema of an object; references are not resolved */
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

/** Maximum length of generated texts. */
const longest = 10_000

/** Keyword → a value that violates it; undefined where there is none. */
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
