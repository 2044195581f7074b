/** Mock agent: serves any manifests as a contract agent, with generated responses and events. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { product } from '@contract/product.js'
import { serveAgent } from '../sdk/index.js'
import { realClock } from './clock.js'
import { FaultInjector, type FaultyAgent } from './fault-injector.js'
import { eventData, mockOf } from './mock.js'
import { stepIntervalMs } from './scenario.js'
import type { SimulatorOptions } from './simulator.js'

export interface MockAgentOptions extends SimulatorOptions {
  readonly manifests: readonly CapabilityManifest[]
}

/** @throws Error when the port is not available, or an agent may not offer one of the manifests */
export async function serveMockAgent({
  manifests,
  port,
  token,
  host,
  name = 'Mock agent',
  clock = realClock,
  misbehaviour,
}: MockAgentOptions): Promise<FaultyAgent> {
  const faultInjector = new FaultInjector(clock, misbehaviour)
  const agent = await serveAgent({
    info: { id: 'mock', name, version: product.version, serverInfo: { name, type: 'Mock', version: '1.0.0' } },
    token,
    port,
    ...(host && { host }),
    capabilities: mockOf(manifests),
    health: () => faultInjector.health({ healthy: true, tps: 20 }),
    transmit: faultInjector.transmit,
  })
  const events = manifests.filter(({ type }) => type === 'event')
  let emitted = 0
  let stop = clock.after(stepIntervalMs, emitNext)

  function emitNext(): void {
    const event = events[emitted % Math.max(1, events.length)]
    const data = event && eventData(event, Math.floor(emitted / events.length))
    if (event && data) agent.emit(event.id, data)
    emitted += 1
    stop = clock.after(stepIntervalMs, emitNext)
  }

  return {
    ...agent,
    misbehave: (change) => faultInjector.change(change),
    close() {
      stop()
      return agent.close()
    },
  }
}
