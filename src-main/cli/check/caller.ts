/** Caller: requests to an agent that may hang up meanwhile; then it is dialled again. */
import type { JsonObject } from '../../contract/call.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import { type AgentUnderCheck, Unreachable } from './agent-under-check.js'
import type { Answer } from './answers.js'
import type { Wire } from './wire.js'

export type Call = (capability: Pick<CapabilityManifest, 'id' | 'version'>, given: JsonObject) => Promise<Answer>

/** Requests without an answer, one after the other, after which none is expected any more. */
const mostSilences = 3

export class Caller {
  readonly #agent: AgentUnderCheck
  #wire: Wire
  #silences = 0

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
  readonly call: Call = async (capability, given) => {
    if (this.#silences >= mostSilences) throw new Unreachable(`${mostSilences} requests in a row got no response`)
    const answer = await callOn(await this.wire(), capability, given)
    this.#silences = answer.kind === 'silence' ? this.#silences + 1 : 0
    return answer
  }
}

export const callOn = (
  wire: Wire,
  { id, version }: Pick<CapabilityManifest, 'id' | 'version'>,
  given: JsonObject,
): Promise<Answer> =>
  wire.request({ capabilityId: id, version, parameters: { ...given }, context: { caller: 'gatehouse check' } })
