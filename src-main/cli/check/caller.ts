/** Caller: requests to an agent that may hang up meanwhile; then it is dialled again. */
import type { JsonObject } from '../../contract/call.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import type { AgentUnderCheck } from './agent-under-check.js'
import type { Answer } from './answers.js'
import type { Wire } from './wire.js'

export type Call = (capability: Pick<CapabilityManifest, 'id' | 'version'>, given: JsonObject) => Promise<Answer>

export class Caller {
  readonly #agent: AgentUnderCheck
  #wire: Wire

  constructor(agent: AgentUnderCheck, wire: Wire) {
    this.#agent = agent
    this.#wire = wire
  }

  /** A connection that is registered. @throws Unreachable */
  async wire(): Promise<Wire> {
    if (!this.#wire.isOpen) this.#wire = await this.#agent.connect()
    return this.#wire
  }

  /** @throws Unreachable */
  readonly call: Call = async (capability, given) => callOn(await this.wire(), capability, given)
}

export const callOn = (
  wire: Wire,
  { id, version }: Pick<CapabilityManifest, 'id' | 'version'>,
  given: JsonObject,
): Promise<Answer> =>
  wire.request({ capabilityId: id, version, parameters: { ...given }, context: { caller: 'gatehouse check' } })
