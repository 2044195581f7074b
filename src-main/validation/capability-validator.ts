/**
 * Capability validator: arguments and results against the schemas of a manifest.
 *
 * Guards invariant 7: a manifest's schema is hostile too. It is bounded before it is compiled, refers to nothing, and one
 * that does not compile refuses its capability alone.
 */
import Ajv, { type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { JsonObject } from '../contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '../contract/generated/capability-manifest.js'
import type { Checked, Validator } from '../gateway/ports.js'
import { inlineReferences } from './json-references.js'
import { problemsOf } from './problems.js'
import { schemaProblem } from './schema-bounds.js'

interface Compiled {
  readonly parameters: ValidateFunction
  readonly returns: ValidateFunction
}

export class CapabilityValidator implements Validator {
  /** Knows what a JSON Schema may look like; a stranger's schema is never added to it. */
  readonly #meta = new Ajv({ strict: false, logger: false })
  readonly #compiled = new WeakMap<CapabilityManifest, Compiled>()

  checkArguments(manifest: CapabilityManifest, given: unknown): Checked {
    return check(this.#validators(manifest).parameters, structuredClone(given), given)
  }

  checkReturns(manifest: CapabilityManifest, data: unknown): Checked {
    return check(this.#validators(manifest).returns, data, data)
  }

  /** Why the schemas of a manifest cannot be used, in words; undefined when they can. */
  problemOf(manifest: CapabilityManifest): string | undefined {
    for (const schema of [manifest.parameters, manifest.returns]) {
      const problem = schema && schemaProblem(schema)
      if (problem) return problem
    }
    try {
      this.#validators(manifest)
      return undefined
    } catch (error) {
      return `its schema does not compile: ${error instanceof Error ? error.message : error}`
    }
  }

  #validators(manifest: CapabilityManifest): Compiled {
    const known = this.#compiled.get(manifest)
    if (known) return known
    const fresh = {
      parameters: this.#compile(manifest.parameters, true),
      returns: this.#compile(manifest.returns, false),
    }
    this.#compiled.set(manifest, fresh)
    return fresh
  }

  /** An Ajv for each schema: nothing that one provider sends can touch another's. */
  #compile(schema: ObjectSchema = { type: 'object' }, fillDefaults: boolean): ValidateFunction {
    const inlined = inlineReferences(schema)
    if (!inlined.ok) throw new Error(inlined.problem)
    const { $id, $schema, ...anonymous } = inlined.schema as Record<string, unknown>
    if (this.#meta.validateSchema(anonymous) !== true) throw new Error(this.#meta.errorsText(this.#meta.errors))
    const ajv = new Ajv({
      strict: false,
      allErrors: true,
      useDefaults: fillDefaults,
      ownProperties: true,
      meta: false,
      validateSchema: false,
      logger: false,
      // Tidying the code takes longer than everything else, and V8 does it again.
      code: { optimize: false },
    })
    addFormats(ajv)
    return ajv.compile(anonymous)
  }
}

function check(validate: ValidateFunction, value: unknown, given: unknown): Checked {
  return (validate(value) as unknown) === true
    ? { ok: true, value: value as JsonObject }
    : { ok: false, problems: problemsOf(validate.errors, given) }
}
