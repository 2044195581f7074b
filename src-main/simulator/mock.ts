/**
 * Mock: capabilities that answer by their manifests alone, for trying an agent before there is one. See
 * docs/protocol.md#agents-tools.
 *
 * An example with the same parameters gives its response; else the first response of the examples counts; else one is
 * made up from `returns`. The same seed and parameters get the same answer.
 */
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { type Capability, ContractError } from '../agent-sdk/index.js'
import { CapabilityValidator } from '../validation/capability-validator.js'
import { instanceOf } from '../validation/instance.js'

export const mockOf = (manifests: readonly CapabilityManifest[], seed: number): Capability[] =>
  manifests.map((manifest) => {
    const answer = answerOf(manifest, seed)
    return manifest.type === 'event' ? { manifest } : { manifest, run: (given) => answer(given) }
  })

/** The data of the `count`th `event` of a mock; undefined when no valid data can be generated. */
export function eventData(event: CapabilityManifest, seed: number, count: number): JsonObject | undefined {
  const responses = (event.examples ?? []).flatMap(({ response }): JsonObject[] => (response ? [{ ...response }] : []))
  return responses[count % Math.max(1, responses.length)] ?? madeUp(event, seed + count)
}

/** Capabilities that no answer can be made up for, whatever they are asked. */
export const withoutMockData = (manifests: readonly CapabilityManifest[], seed: number): CapabilityManifest[] =>
  manifests.filter(
    (manifest) => !manifest.examples?.some(({ response }) => response) && madeUp(manifest, seed) === undefined,
  )

function answerOf(manifest: CapabilityManifest, seed: number): (given: JsonObject) => JsonObject {
  const validator = new CapabilityValidator()
  const examples = (manifest.examples ?? []).flatMap(({ parameters, response }) => {
    const filled = validator.checkArguments(manifest, parameters)
    return response && filled.ok ? [{ parameters: filled.value, response }] : []
  })
  return (given) => {
    const same = examples.find(({ parameters }) => isDeepStrictEqual(parameters, given))
    const answer = (same ?? examples[0])?.response ?? madeUp(manifest, seed + hashOf(JSON.stringify(given)))
    if (answer) return answer
    throw new ContractError('BUSINESS.OPERATION_FAILED', {
      message: 'This is a mock, and it cannot make up an answer that the manifest allows.',
      suggestion: 'Give the manifest an example with a response.',
      details: { capabilityId: manifest.id },
    })
  }
}

function madeUp({ returns = { type: 'object' } }: CapabilityManifest, seed: number): JsonObject | undefined {
  return instanceOf(returns, seed) as JsonObject | undefined
}

/** A number for a text (FNV-1a); the same one for the same text. */
function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}
