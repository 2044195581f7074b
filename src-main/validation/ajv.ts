/**
 * Ajv: the one validator of the program, with the contract's schemas in it, offline.
 *
 * Compiles lazily: a program that only starts pays for nothing it does not use.
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

/** What the `$id` of every schema of the contract begins with. */
export const schemaBase = 'https://mcp.minecraft.io/schemas/'

/**
 * An Ajv that knows the contract's schemas by `$id` and fetches nothing.
 *
 * @param options `allErrors` for people, who want to fix everything at once; an untrusted message ends at its first error
 */
export function createContractAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    strict: false,
    allErrors: false,
    validateFormats: true,
    ownProperties: true,
    // All schemas here are ours. Tests hold them against the meta-schema, which takes longer to compile than they do.
    validateSchema: false,
    ...options,
  })
  addFormats(ajv)
  for (const schema of contractSchemas) ajv.addSchema(schema)
  return ajv
}

/**
 * The validator of one definition, for example `message-frame-v1.json#/definitions/RegisterAckFrame`, compiled at its first use.
 *
 * It throws an Error when there is no such schema: a bug.
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
