/** Mock agent: manifests of anybody, served as a contract agent whose answers and events are made up. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { product } from '@contract/product.js'
import { serveAgent } from '../agent-sdk/index.js'
import { realClock } from './clock.js'
import { FaultInjector, type MisbehavingAgent } from './fault-injector.js'
import { eventData, mockOf } from './mock.js'
import { pace } from './scenario.js'
import type { SimulatorOptions } from './simulator.js'

export interface MockAgentOptions extends SimulatorOptions {
  readonly manifests: readonly CapabilityManifest[]
}

/** @throws Error when the port cannot be had, or a manifest is none that an agent may offer */
export async function serveMockAgent({
  manifests,
  port,
  token,
  host,
  name = 'Mock agent',
  seed = 1,
  clock = realClock,
  misbehaviour,
}: MockAgentOptions): Promise<MisbehavingAgent> {
  const misbehaving = new FaultInjector(clock, misbehaviour)
  const agent = await serveAgent({
    info: { id: 'mock', name, version: product.version, serverInfo: { name, type: 'Mock', version: '1.0.0' } },
    token,
    port,
    ...(host && { host }),
    capabilities: mockOf(manifests, seed),
    health: () => misbehaving.health({ healthy: true, tps: 20 }),
    transmit: misbehaving.transmit,
  })
  const events = manifests.filter(({ type }) => type === 'event')
  let reported = 0
  let stop = clock.after(pace, emitNext)

  /** One event at a time, in turn. */
  function emitNext(): void {
    const event = events[reported % Math.max(1, events.length)]
    const data = event && eventData(event, seed, Math.floor(reported / events.length))
    if (event && data) agent.emit(event.id, data)
    reported += 1
    stop = clock.after(pace, emitNext)
  }

  return {
    ...agent,
    misbehave: (change) => misbehaving.change(change),
    close() {
      stop()
      return agent.close()
    },
  }
}
