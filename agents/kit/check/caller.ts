/** Caller: sends requests to an agent, and reconnects when the agent disconnects. */
import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { type AgentUnderCheck, Unreachable } from './agent-under-check.js'
import type { AgentResponse } from './responses.js'
import type { FrameConnection } from './wire.js'

export type Call = (capability: Pick<CapabilityManifest, 'id' | 'version'>, given: JsonObject) => Promise<AgentResponse>

/** Consecutive requests without a response after which none is expected any more. */
const maxSilences = 3

export class CheckCaller {
  readonly #agent: AgentUnderCheck
  #wire: FrameConnection
  #silences = 0

  constructor(agent: AgentUnderCheck, wire: FrameConnection) {
    this.#agent = agent
    this.#wire = wire
  }

  /** A registered connection. @throws Unreachable */
  async wire(): Promise<FrameConnection> {
    if (!this.#wire.isOpen) this.#wire = await this.#agent.connect()
    return this.#wire
  }

  /** @throws Unreachable */
  readonly call: Call = async (capability, given) => {
    if (this.#silences >= maxSilences) throw new Unreachable(`${maxSilences} requests in a row got no response`)
    const answer = await callOn(await this.wire(), capability, given)
    this.#silences = answer.kind === 'silence' ? this.#silences + 1 : 0
    return answer
  }
}

export const callOn = (
  wire: FrameConnection,
  { id, version }: Pick<CapabilityManifest, 'id' | 'version'>,
  given: JsonObject,
): Promise<AgentResponse> =>
  wire.request({ capabilityId: id, version, parameters: { ...given }, context: { caller: 'gatehouse check' } })
