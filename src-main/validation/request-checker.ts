/**
 * Request checker: what a script sends against schemas of ours, which may refer to the contract's by `$id`.
 *
 * Guards invariant 7. Schemas here are the program's own; a manifest's belong to `CapabilityValidator`.
 */

import type { JsonObject } from '@contract/call.js'
import type { Ajv, ValidateFunction } from 'ajv'
import type { Checked } from '../gateway/ports/provider.js'
import { createContractAjv } from './ajv.js'
import { problemsOf } from './problems.js'

export interface RequestChecker {
  /** A query, whose values are texts: `"2"` is taken for a number where one is expected, one text for a list of one. Defaults are filled, but for those behind a reference. */
  checkQuery(schema: object, given: Readonly<Record<string, unknown>>): Checked
  /** A JSON body. Defaults are filled; nothing is taken for what it is not. */
  checkBody(schema: object, given: unknown): Checked
}

/** Compiles each schema once, when it is first needed. */
export function createRequestChecker(): RequestChecker {
  const check = (coerceTypes: false | 'array') => {
    let ajv: Ajv | undefined
    const compiled = new Map<object, ValidateFunction>()
    return (schema: object, given: unknown): Checked => {
      ajv ??= createContractAjv({ allErrors: true, useDefaults: true, coerceTypes })
      const validate = compiled.get(schema) ?? ajv.compile(schema)
      compiled.set(schema, validate)
      const value = copyOf(given)
      return (validate(value) as unknown) === true
        ? { ok: true, value: value as JsonObject }
        : { ok: false, problems: problemsOf(validate.errors, given) }
    }
  }
  return { checkQuery: check('array'), checkBody: check(false) }
}

/** Of a JSON value. Several times faster than `structuredClone` where an object has thousands of members. */
const copyOf = (given: unknown): unknown => (given === undefined ? undefined : JSON.parse(JSON.stringify(given)))
