/**
 * Capability validator: arguments and results against the schemas of a manifest.
 *
 * Guards invariant 7: a manifest's schema is hostile too. It is bounded before it is compiled, refers to nothing, and one
 * that does not compile refuses its capability alone. What a value may cost is bounded again when it is there.
 */

import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import Ajv, { type ValidateFunction } from 'ajv'
import type { Checked, Validator } from '../gateway/ports/provider.js'
import { redactBySchema } from '../policy/schema-redaction.js'
import { type CostOfSchema, costOf } from './check-cost.js'
import { cloneJson } from './clone-json.js'
import { addKnownFormats } from './formats.js'
import { inlineReferences } from './json-references.js'
import { problemsOf } from './problems.js'
import { RuleSchemas } from './rule-schemas.js'
import { schemaProblem } from './schema-bounds.js'
import { isAffordable, PatternBudget, TooMuchWork } from './work-bounds.js'

/** What is checked of a manifest. */
export type Schemas = Pick<CapabilityManifest, 'parameters' | 'returns'>

interface Compiled {
  readonly schema: ObjectSchema
  readonly validate: ValidateFunction
  readonly use: Use
  readonly cost: CostOfSchema
  readonly budget: PatternBudget
}

/** `arguments` come from people and models, who want to fix everything at once; `returns` end at their first error. */
type Use = 'arguments' | 'returns'

const anything: ObjectSchema = { type: 'object' }

export class CapabilityValidator implements Validator {
  /** Knows what a JSON Schema may look like; an untrusted schema is never added to it. */
  readonly #meta = new Ajv({ strict: false, logger: false })
  /** By schema: servers that offer the catalogue's capabilities share what is compiled. */
  readonly #compiled = {
    arguments: new WeakMap<ObjectSchema, Compiled>(),
    returns: new WeakMap<ObjectSchema, Compiled>(),
  }
  readonly #rules = new RuleSchemas()

  checkArguments({ parameters = anything }: Schemas, given: unknown): Checked {
    return check(this.#compile(parameters, 'arguments'), cloneJson(given), given)
  }

  checkUnchanged(manifest: Schemas, given: unknown): Checked {
    const checked = this.checkArguments(manifest, given)
    return checked.ok ? { ok: true, value: cloneJson(given) as JsonObject } : checked
  }

  checkReturns({ returns = anything }: Schemas, data: unknown): Checked {
    return check(this.#compile(returns, 'returns'), data, data)
  }

  isValidFor(schema: JsonObject, given: JsonObject): boolean {
    return this.#rules.isValidFor(schema, given)
  }

  /** Why the schemas of a manifest cannot be used, in words; undefined when they can. */
  problemOf({ parameters, returns }: Schemas): string | undefined {
    for (const schema of [parameters, returns]) {
      const problem = schema && schemaProblem(schema)
      if (problem) return problem
    }
    try {
      if (parameters) this.#compile(parameters, 'arguments')
      if (returns) this.#compile(returns, 'returns')
      return undefined
    } catch (error) {
      return `its schema does not compile: ${error instanceof Error ? error.message : error}`
    }
  }

  /** An Ajv for each schema: nothing that one provider sends can touch another's. */
  #compile(schema: ObjectSchema, use: Use): Compiled {
    const known = this.#compiled[use].get(schema)
    if (known) return known
    const inlined = inlineReferences(schema)
    if (!inlined.ok) throw new Error(inlined.problem)
    if (this.#meta.validateSchema(inlined.schema) !== true) throw new Error(this.#meta.errorsText(this.#meta.errors))
    const budget = new PatternBudget()
    const ajv = new Ajv({
      strict: false,
      allErrors: use === 'arguments',
      useDefaults: use === 'arguments',
      ownProperties: true,
      meta: false,
      validateSchema: false,
      logger: false,
      // Tidying the code takes longer than everything else, and V8 does it again.
      code: { regExp: budget.regExp, optimize: false },
    })
    addKnownFormats(ajv)
    const fresh = { schema, validate: ajv.compile(inlined.schema), use, cost: costOf(inlined.schema), budget }
    this.#compiled[use].set(schema, fresh)
    return fresh
  }
}

function check({ schema, validate, use, cost, budget }: Compiled, value: unknown, given: unknown): Checked {
  if (!isAffordable(value, cost, use === 'arguments' ? 'allErrors' : 'untilFirstError')) return tooMuch
  budget.renew()
  try {
    return (validate(value) as unknown) === true
      ? { ok: true, value: value as JsonObject }
      : { ok: false, problems: problemsOf(validate.errors, redactBySchema(schema, given)) }
  } catch (error) {
    if (error instanceof TooMuchWork) return tooMuch
    throw error
  }
}

const tooMuch: Checked = {
  ok: false,
  problems: [{ path: '', expected: 'something shorter: it would take too long to check', given: 'a large value' }],
}
