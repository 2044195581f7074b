/**
 * Rule schemas: validates arguments against the JSON Schema of a rule.
 *
 * The schema was generated from the facts of the rule (`policy/rules/coverage-schema.ts`), so it is trusted and has no
 * patterns.
 */

import type { JsonObject } from '@contract/call.js'
import Ajv, { type ValidateFunction } from 'ajv'

export class RuleSchemas {
  /** Validators by schema, for the lifetime of the rule. */
  readonly #compiled = new WeakMap<JsonObject, ValidateFunction>()

  /** @throws Error when the schema does not compile */
  isValidFor(schema: JsonObject, given: JsonObject): boolean {
    const known = this.#compiled.get(schema)
    if (known) return known(given) === true
    // A separate Ajv: a shared one would store every schema that it ever compiled.
    const ajv = new Ajv({
      strict: false,
      ownProperties: true,
      meta: false,
      validateSchema: false,
      logger: false,
      code: { optimize: false },
    })
    const validate = ajv.compile(schema)
    this.#compiled.set(schema, validate)
    return validate(given) === true
  }
}
