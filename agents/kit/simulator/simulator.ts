/** Simulator: the demo world as a contract agent, written with the public agent SDK. */

import { product } from '@contract/product.js'
import { demoWorldName } from '@shared/servers/server.js'
import { serveAgent } from '../sdk/index.js'
import { capabilitiesOf } from './capabilities.js'
import { realClock, type WorldClock } from './clock.js'
import { FaultInjector, type FaultState, type FaultyAgent } from './fault-injector.js'
import { runScenario } from './scenario.js'
import { maxPlayers } from './world/players.js'
import { World } from './world/world.js'

export interface SimulatorOptions {
  readonly port: number
  readonly token: string
  /** Default: loopback. */
  readonly host?: string
  readonly name?: string
  /** The same seed gives the same world and the same events. */
  readonly seed?: number
  readonly clock?: WorldClock
  /** Default: no faults. */
  readonly misbehaviour?: Partial<FaultState>
}

export interface Simulator extends FaultyAgent {
  readonly world: World
}

export async function serveSimulator({
  port,
  token,
  host,
  name = demoWorldName,
  seed = 1,
  clock = realClock,
  misbehaviour,
}: SimulatorOptions): Promise<Simulator> {
  const world = new World({ clock, seed, onWorldEvent: (id, data) => agent.emit(id, data) })
  const faultInjector = new FaultInjector(clock, misbehaviour)
  const onlinePlayers = () => world.players.online().length
  const agent = await serveAgent({
    info: () => ({
      id: 'simulator',
      name,
      version: product.version,
      serverInfo: { name, type: 'Simulator', version: '1.20.4', maxPlayers, onlinePlayers: onlinePlayers() },
    }),
    token,
    port,
    ...(host && { host }),
    capabilities: capabilitiesOf(world),
    health: () =>
      faultInjector.health({
        healthy: true,
        tps: world.tickHealth.read().tps,
        onlinePlayers: onlinePlayers(),
        memoryUsage: world.tickHealth.memoryUsage,
      }),
    transmit: faultInjector.transmit,
  })
  const endScenario = runScenario(world, clock, seed)
  return {
    ...agent,
    world,
    misbehave: (change) => faultInjector.change(change),
    close() {
      endScenario()
      return agent.close()
    },
  }
}
