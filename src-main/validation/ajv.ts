/**
 * Ajv: the one validator of the program, with the contract's schemas in it, offline.
 *
 * Compiles lazily, so that unused schemas cost no start time.
 */
import Ajv, { type Options, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import auditEvent from '../../schemas/audit-event-v1.json' with { type: 'json' }
import capabilityManifest from '../../schemas/capability-manifest-v1.json' with { type: 'json' }
import commonTypes from '../../schemas/common-types-v1.json' with { type: 'json' }
import config from '../../schemas/config-v1.json' with { type: 'json' }
import error from '../../schemas/error-v1.json' with { type: 'json' }
import messageFrame from '../../schemas/message-frame-v1.json' with { type: 'json' }
import services from '../../schemas/services-v1.json' with { type: 'json' }

export const contractSchemas = [
  commonTypes,
  error,
  capabilityManifest,
  messageFrame,
  auditEvent,
  config,
  services,
] as const

/** The prefix of the `$id` of every schema of the contract. */
export const schemaBase = 'https://mcp.minecraft.io/schemas/'

/**
 * An Ajv that knows the contract's schemas by `$id` and fetches nothing.
 *
 * @param options `allErrors` reports all errors to people; the check of an untrusted message stops at its first error
 */
export function createContractAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    strict: false,
    allErrors: false,
    validateFormats: true,
    ownProperties: true,
    // All schemas here are built-in. Tests validate them against the meta-schema, which takes longer to compile.
    validateSchema: false,
    // Optimizing the generated code takes as long as everything else, and V8 optimizes it anyway.
    code: { optimize: false },
    ...options,
  })
  addFormats(ajv)
  for (const schema of contractSchemas) ajv.addSchema(schema)
  return ajv
}

/**
 * The validator of one definition, for example `message-frame-v1.json#/definitions/RegisterAckFrame`, compiled at its first use.
 *
 * Throws an Error when there is no such schema, which is a bug.
 */
export const compiled = <T>(ajv: Ajv, reference: string): ValidateFunction<T> =>
  whenUsed(() => {
    const validate = ajv.getSchema<T>(schemaBase + reference)
    if (!validate) throw new Error(`No schema ${reference}`)
    return validate
  })

function whenUsed<T>(compile: () => ValidateFunction<T>): ValidateFunction<T> {
  let validate: ValidateFunction<T> | undefined
  const deferred = (value: unknown) => {
    validate ??= compile()
    return validate(value)
  }
  return Object.defineProperty(deferred, 'errors', { get: () => validate?.errors }) as ValidateFunction<T>
}
