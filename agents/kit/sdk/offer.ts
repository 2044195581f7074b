/**
 * Offer: the agent's current capabilities, and its responses to requests. See docs/protocol.md#frames-request and
 * docs/protocol.md#frames-response.
 *
 * Both directions are validated: a handler gets only arguments that match its schema, and a result or event that does
 * not match the author's own schema is never sent.
 */
import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { RequestFrame, ResponseFrame } from '@contract/generated/message-frame.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'
import { compiled, type createContractAjv } from '../../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { invalidExamplesOf } from '../../../src-main/validation/schema-check.js'
import type { Capability } from './capability.js'

type ContractAjv = ReturnType<typeof createContractAjv>

/** Called with errors of the agent itself: an exception of a handler, or a result that violates its manifest. */
export type OnError = (error: unknown, capabilityId: string) => void

export class AgentOffer {
  readonly #validator = new CapabilityValidator()
  readonly #ajv: ContractAjv
  readonly #onError: OnError
  readonly #capabilities = new Map<string, Capability>()

  constructor(ajv: ContractAjv, onError: OnError = () => {}) {
    this.#ajv = ajv
    this.#onError = onError
  }

  get manifests(): CapabilityManifest[] {
    return [...this.#capabilities.values()].map(({ manifest }) => manifest)
  }

  has(id: string): boolean {
    return this.#capabilities.has(id)
  }

  /** Adds all or, when one is wrong, none. @throws Error that names the capability and the problem */
  set(capabilities: readonly Capability[]): void {
    for (const capability of capabilities) this.#check(capability)
    for (const capability of capabilities) this.#capabilities.set(capability.manifest.id, capability)
  }

  /** @returns the manifest of the removed capability. @throws Error when it does not exist */
  delete(id: string): CapabilityManifest {
    const { manifest } = this.#named(id)
    this.#capabilities.delete(id)
    return manifest
  }

  /** @throws Error when the event was not declared, or its data does not match */
  checkEvent(id: string, data: JsonObject): void {
    const { manifest } = this.#named(id)
    if (manifest.type !== 'event') throw new Error(`${id} is not an event`)
    const checked = this.#validator.checkReturns(manifest, data)
    if (checked.ok) return
    const [problem] = checked.problems
    throw new Error(`${id} has ${problem?.given} at "${problem?.path}"; its manifest requires: ${problem?.expected}`)
  }

  /** The payload of the response; never throws. */
  async respond({
    capabilityId,
    version,
    parameters,
    context = {},
  }: RequestFrame['payload']): Promise<ResponsePayload> {
    try {
      const capability = this.#capabilities.get(capabilityId)
      if (!capability) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { capabilityId } })
      const { manifest, run } = capability
      if (!run) throw new GatewayError('PROTOCOL.UNSUPPORTED_TYPE', { details: { type: manifest.type } })
      if (version !== undefined && !satisfiesVersion(manifest.version, version)) {
        throw new GatewayError('PROTOCOL.VERSION_MISMATCH', { details: { asked: version, offered: manifest.version } })
      }
      const checked = this.#validator.checkArguments(manifest, parameters)
      if (!checked.ok) {
        throw new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', { details: { errors: checked.problems } })
      }
      return { success: true, data: this.#checkedResult(manifest, await run(checked.value, context)) }
    } catch (thrown) {
      return { success: false, error: this.#refusal(thrown, capabilityId).toContract() }
    }
  }

  /** The error the caller reads. Details of a bug are only for the agent's author. */
  #refusal(thrown: unknown, capabilityId: string): GatewayError {
    if (thrown instanceof GatewayError) return thrown
    this.#reportError(thrown, capabilityId)
    return new GatewayError('SYSTEM.INTERNAL_ERROR', {
      message: 'The agent failed. A part of the action may have been done.',
      suggestion: "Check the agent's log. Read the state before you try again.",
    })
  }

  /** An `onError` that throws must not lose the response. */
  #reportError(error: unknown, capabilityId: string): void {
    try {
      this.#onError(error, capabilityId)
    } catch {}
  }

  #checkedResult(manifest: CapabilityManifest, returned: JsonObject): Record<string, unknown> {
    const checked = this.#validator.checkReturns(manifest, returned)
    if (checked.ok) return { ...returned }
    const wrong = checked.problems.map(({ path, expected, given }) => `${given} at "${path}" instead of ${expected}`)
    this.#reportError(new Error(`${manifest.id} returned ${wrong.join(', and ')}: see its returns`), manifest.id)
    throw new GatewayError('SYSTEM.INTERNAL_ERROR', {
      message: 'The agent returned a result that does not match its manifest. The action may have been done.',
      suggestion: 'Read the state before you try again. Report this to the author of the agent.',
      details: { errors: checked.problems },
    })
  }

  /** The catalogue's manifests are known to be valid: compiling them all would slow every start. */
  #check({ manifest, run }: Capability): void {
    const { id, type } = manifest
    if ((type === 'event') !== (run === undefined)) {
      throw new Error(type === 'event' ? `${id} is an event, and events cannot be called` : `${id} has no handler`)
    }
    const core = coreCatalogue.get(id) ?? snapshotCatalogue.get(id)
    if (core && core.parameters === manifest.parameters && core.returns === manifest.returns) return
    const isManifest = compiled<CapabilityManifest>(this.#ajv, 'capability-manifest-v1.json')
    if (!isManifest(manifest)) {
      const [problem] = isManifest.errors ?? []
      throw new Error(`${id} has no valid manifest: ${problem?.instancePath} ${problem?.message}`)
    }
    if (!core && !id.startsWith('ext.')) throw new Error(`${id} is not in the core catalogue: name it ext.{provider}.*`)
    const problem = this.#validator.problemOf(manifest)
    if (problem) throw new Error(`${id}: ${problem}`)
    const [mismatch] = invalidExamplesOf(this.#validator, manifest)
    if (mismatch) throw new Error(`${id}: ${mismatch.path}: ${mismatch.problem}`)
  }

  #named(id: string): Capability {
    const capability = this.#capabilities.get(id)
    if (!capability) throw new Error(`This agent does not declare ${id}`)
    return capability
  }
}

export type ResponsePayload = Pick<ResponseFrame['payload'], 'success' | 'data' | 'error'>

/** Whether the offered version satisfies the requested one. See docs/protocol.md#versions. */
export function satisfiesVersion(offered: string, requested: string): boolean {
  const [offeredMajor = 0, offeredMinor = 0] = offered.split('.').map(Number)
  const [requestedMajor = 0, requestedMinor = 0] = requested.split('.').map(Number)
  return offeredMajor === requestedMajor && offeredMinor >= requestedMinor
}
