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
 * @param options `allErrors` for people, who want to mend everything at once; a stranger's message ends at its first error
 */
export function createContractAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: true, ownProperties: true, ...options })
  addFormats(ajv)
  for (const schema of contractSchemas) ajv.addSchema(schema)
  return ajv
}

/**
 * The validator of one definition, for example `message-frame-v1.json#/definitions/RegisterAckFrame`.
 *
 * @throws Error when there is no such schema: a bug
 */
export function compiled<T>(ajv: Ajv, reference: string): ValidateFunction<T> {
  const validate = ajv.getSchema<T>(schemaBase + reference)
  if (!validate) throw new Error(`No schema ${reference}`)
  return validate
}
