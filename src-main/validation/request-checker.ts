/**
 * Request checker: validates requests of scripts against built-in schemas, which may refer to the contract's by `$id`.
 *
 * Guards invariant 7. `CapabilityValidator` handles the schemas of manifests.
 */

import type { JsonObject } from '@contract/call.js'
import type { Ajv, ValidateFunction } from 'ajv'
import type { ValidationResult } from '../gateway/ports/provider.js'
import { createContractAjv } from './ajv.js'
import { jsonCopy } from './capability-validator.js'
import { problemsOf } from './problems.js'

export interface RequestChecker {
  /**
   * Validates a query: converts `"2"` to a number and one text to a list where the schema expects it. Fills defaults,
   * except those behind a reference.
   */
  checkQuery(schema: object, given: Readonly<Record<string, unknown>>): ValidationResult
  /** Validates a JSON body. Fills defaults, converts nothing. */
  checkBody(schema: object, given: unknown): ValidationResult
}

/** Compiles each schema at its first use. */
export function createRequestChecker(): RequestChecker {
  const check = (coerceTypes: false | 'array') => {
    let ajv: Ajv | undefined
    const compiled = new Map<object, ValidateFunction>()
    return (schema: object, given: unknown): ValidationResult => {
      ajv ??= createContractAjv({ allErrors: true, useDefaults: true, coerceTypes })
      const validate = compiled.get(schema) ?? ajv.compile(schema)
      compiled.set(schema, validate)
      const value = jsonCopy(given)
      return (validate(value) as unknown) === true
        ? { ok: true, value: value as JsonObject }
        : { ok: false, problems: problemsOf(validate.errors, given) }
    }
  }
  return { checkQuery: check('array'), checkBody: check(false) }
}
