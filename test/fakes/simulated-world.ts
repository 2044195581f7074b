/** Simulated world: a world of the simulator with a fake clock, called through its capabilities. */
import { AgentOffer } from '../../agents/kit/sdk/offer.js'
import { capabilitiesOf } from '../../agents/kit/simulator/capabilities.js'
import { World } from '../../agents/kit/simulator/world/world.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { FakeClock } from './fake-clock.js'

const ajv = createContractAjv()

export class SimulatedWorld {
  readonly clock = new FakeClock()
  readonly world: World
  /** The events that the world reported. */
  readonly reported: [string, Readonly<Record<string, unknown>>][] = []
  readonly offer = new AgentOffer(ajv)

  constructor(seed = 1) {
    this.world = new World({
      clock: this.clock,
      seed,
      onWorldEvent: (id, data) => {
        this.offer.checkEvent(id, { ...data })
        this.reported.push([id, { ...data }])
      },
    })
    this.offer.set(capabilitiesOf(this.world))
  }

  /** What a capability answers. @throws Error that begins with the code of the contract's error */
  async ask(capabilityId: string, parameters: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { data, error } = await this.offer.respond({ capabilityId, parameters })
    if (error) throw new Error(`${error.code}: ${error.message} ${JSON.stringify(error.details ?? {})}`)
    return data ?? {}
  }

  /** The code of the error a capability fails with; `done` when it does not. */
  async codeOf(capabilityId: string, parameters: Record<string, unknown> = {}): Promise<string> {
    const { error } = await this.offer.respond({ capabilityId, parameters })
    return error?.code ?? 'done'
  }

  /** Ids of what was reported since the last look. */
  news(): string[] {
    return this.reported.splice(0).map(([id]) => id)
  }
}
