/**
 * Mock: capabilities that respond from their manifests alone, for testing before an agent exists. See
 * docs/protocol.md#agents-tools.
 *
 * The response is that of the example with the same parameters, else of the first example with a response, else
 * the simplest value of `returns`.
 */
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { type Capability, ContractError } from '../sdk/index.js'
import { instanceOf } from './instance.js'

export const mockOf = (manifests: readonly CapabilityManifest[]): Capability[] =>
  manifests.map((manifest) => {
    const respond = responderFor(manifest)
    return manifest.type === 'event' ? { manifest } : { manifest, run: (given) => respond(given) }
  })

/** The data of the `count`th `event` of a mock; undefined when no valid data can be generated. */
export function eventData(event: CapabilityManifest, count: number): JsonObject | undefined {
  const responses = (event.examples ?? []).flatMap(({ response }): JsonObject[] => (response ? [{ ...response }] : []))
  return responses[count % Math.max(1, responses.length)] ?? generatedData(event)
}

/** Capabilities without an example for which no response can be generated. */
export const withoutMockData = (manifests: readonly CapabilityManifest[]): CapabilityManifest[] =>
  manifests.filter(
    (manifest) => !manifest.examples?.some(({ response }) => response) && generatedData(manifest) === undefined,
  )

function responderFor(manifest: CapabilityManifest): (given: JsonObject) => JsonObject {
  const validator = new CapabilityValidator()
  const examples = (manifest.examples ?? []).flatMap(({ parameters, response }) => {
    const filled = validator.checkArguments(manifest, parameters)
    return response && filled.ok ? [{ parameters: filled.value, response }] : []
  })
  return (given) => {
    const same = examples.find(({ parameters }) => isDeepStrictEqual(parameters, given))
    const response = (same ?? examples[0])?.response ?? generatedData(manifest)
    if (response) return response
    throw new ContractError('BUSINESS.OPERATION_FAILED', {
      message: 'The mock cannot generate a response that the manifest allows.',
      suggestion: 'Add an example with a response to the manifest.',
      details: { capabilityId: manifest.id },
    })
  }
}

function generatedData({ returns = { type: 'object' } }: CapabilityManifest): JsonObject | undefined {
  return instanceOf(returns) as JsonObject | undefined
}
