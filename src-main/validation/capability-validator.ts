/**
 * Capability validator: validates arguments and results against the schemas of a manifest.
 *
 * Guards invariant 7: a manifest's schema is untrusted too. It is bounded before it is compiled and has no references.
 * If it does not compile, only its capability is refused. The cost of each check is bounded again with its value.
 */

import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import Ajv, { type ValidateFunction } from 'ajv'
import type { ValidationResult, Validator } from '../gateway/ports/provider.js'
import { redactBySchema } from '../policy/redaction/schema-redaction.js'
import { type BuildFact, isBuildWithin } from '../policy/rules/coverage-build.js'
import { isAffordable, type SchemaWork, schemaWork } from './check-bounds.js'
import { addKnownFormats } from './formats.js'
import { inlineReferences } from './json-references.js'
import { PatternEngine, TooMuchWork } from './pattern-engine.js'
import { problemsOf } from './problems.js'
import { schemaProblem } from './schema-bounds.js'

/** The validated schemas of a manifest. */
export type Schemas = Pick<CapabilityManifest, 'parameters' | 'returns'>

interface Compiled {
  readonly schema: ObjectSchema
  readonly validate: ValidateFunction
  readonly use: Use
  /** Computed for the first check. */
  readonly work: () => SchemaWork
  readonly patterns: PatternEngine
}

/** `arguments` reports all errors, for people and models; `returns` stops at the first error. */
type Use = 'arguments' | 'returns'

/** One Ajv for each schema: a shared one would store every schema that it ever compiled. */
const untouched = { strict: false, ownProperties: true, meta: false, validateSchema: false, logger: false } as const

/** Copies a JSON value. Several times faster than `structuredClone` for objects with thousands of members. */
export const jsonCopy = (given: unknown): unknown =>
  given === undefined ? undefined : JSON.parse(JSON.stringify(given))

const anything: ObjectSchema = { type: 'object' }

export class CapabilityValidator implements Validator {
  /** Validates against the meta-schema; an untrusted schema is never added to it. */
  readonly #meta = new Ajv({ strict: false, logger: false })
  /** Compiled schemas by schema object, which servers share for capabilities of the catalogue. */
  readonly #compiled = {
    arguments: new WeakMap<ObjectSchema, Compiled>(),
    returns: new WeakMap<ObjectSchema, Compiled>(),
  }
  /** Validators of rules by schema, for the lifetime of the rule. */
  readonly #rules = new WeakMap<JsonObject, ValidateFunction>()

  checkArguments({ parameters = anything }: Schemas, given: unknown): ValidationResult {
    return check(this.#compile(parameters, 'arguments'), jsonCopy(given), given)
  }

  checkUnchanged(manifest: Schemas, given: unknown): ValidationResult {
    const checked = this.checkArguments(manifest, given)
    return checked.ok ? { ok: true, value: jsonCopy(given) as JsonObject } : checked
  }

  checkReturns({ returns = anything }: Schemas, data: unknown): ValidationResult {
    return check(this.#compile(returns, 'returns'), data, data)
  }

  /**
   * The schema was generated from the facts of a rule (`policy/rules/coverage-schema.ts`), so it is trusted and has no
   * patterns. @throws Error when it does not compile
   */
  isValidFor(schema: JsonObject, given: JsonObject): boolean {
    const validate = this.#rules.get(schema) ?? ruleAjv().compile(schema)
    this.#rules.set(schema, validate)
    return validate(given) === true
  }

  /** The reason why the schemas of a manifest cannot be used; undefined when they can. */
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

  /** One Ajv for each schema, so that providers cannot affect each other. */
  #compile(schema: ObjectSchema, use: Use): Compiled {
    const known = this.#compiled[use].get(schema)
    if (known) return known
    const inlined = inlineReferences(schema)
    if (!inlined.ok) throw new Error(inlined.problem)
    if (this.#meta.validateSchema(inlined.schema) !== true) throw new Error(this.#meta.errorsText(this.#meta.errors))
    const patterns = new PatternEngine(use)
    const ajv = new Ajv({
      ...untouched,
      allErrors: use === 'arguments',
      useDefaults: use === 'arguments',
      // Optimizing the generated code takes longer than everything else, and V8 optimizes it anyway.
      code: { regExp: patterns.regExp, optimize: false },
    })
    addKnownFormats(ajv)
    const fresh: Compiled = {
      schema,
      validate: ajv.compile(inlined.schema),
      use,
      work: onceComputed(() => schemaWork(inlined.schema)),
      patterns,
    }
    this.#compiled[use].set(schema, fresh)
    return fresh
  }
}

/** With the keyword that only schemas of rules have. */
const ruleAjv = (): Ajv =>
  new Ajv({ ...untouched, code: { optimize: false } }).addKeyword({
    keyword: 'buildWithin',
    validate: (limits: Omit<BuildFact, 'kind' | 'at' | 'name'>, given: unknown) => isBuildWithin(given, limits),
  })

function check({ schema, validate, use, work, patterns }: Compiled, value: unknown, given: unknown): ValidationResult {
  if (!isAffordable(value, work(), use === 'arguments' ? 'allErrors' : 'untilFirstError')) return tooMuch
  patterns.renew()
  try {
    return (validate(value) as unknown) === true
      ? { ok: true, value: value as JsonObject }
      : { ok: false, problems: problemsOf(validate.errors, redactBySchema(schema, given)) }
  } catch (error) {
    if (error instanceof TooMuchWork) return tooMuch
    throw error
  }
}

function onceComputed<T>(compute: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= compute()
    return value
  }
}

const tooMuch: ValidationResult = {
  ok: false,
  problems: [{ path: '', expected: 'something shorter: it would take too long to check', given: 'a large value' }],
}
