/** Simulator: the demo world as a contract agent, written with the agent SDK like anybody's would be. */
import { type Agent, type Capability, serveAgent } from '../agent-sdk/agent.js'
import type { JsonObject } from '../contract/call.js'
import { coreCatalogue } from '../contract/core-catalogue.js'
import { product } from '../contract/product.js'
import { DemoWorld, maxPlayers, type Place } from './demo-world.js'
import { tellStory } from './story.js'

export interface SimulatorOptions {
  readonly port: number
  readonly token: string
  readonly name?: string
}

/** Reads cost nothing in memory: the demo world takes more of them than a real server should. */
const demoRateLimit = { requests: 100_000, period: 'minute' } as const

export async function serveSimulator({ port, token, name = 'Demo world' }: SimulatorOptions): Promise<Agent> {
  const began = performance.now()
  const world = new DemoWorld(() => performance.now() - began)
  const onlinePlayers = () => world.players().length
  const agent = await serveAgent({
    info: {
      id: 'simulator',
      name,
      version: product.version,
      serverInfo: { name, type: 'Simulator', version: '1.20.4', maxPlayers, onlinePlayers: onlinePlayers() },
    },
    token,
    port,
    capabilities: capabilitiesOf(world, (message) => agent.emit('player.chat', { playerName: 'Server', message })),
    health: () => ({ healthy: true, tps: 20, onlinePlayers: onlinePlayers(), memoryUsage: 0.1 }),
  })
  const endStory = tellStory(world, agent)
  return {
    ...agent,
    close() {
      endStory()
      return agent.close()
    },
  }
}

function capabilitiesOf(world: DemoWorld, say: (message: string) => void): Capability[] {
  return [
    core('world.time.get', ({ worldName }) => world.time(`${worldName}`)),
    core('world.time.set', ({ worldName, time }) => world.setTime(`${worldName}`, Number(time))),
    core('player.list', () => ({
      players: world.players().map((player) => ({ ...player, ping: 12 })),
      online: world.players().length,
      max: maxPlayers,
    })),
    core('player.info.get', ({ playerName }) => world.info(`${playerName}`)),
    core('player.teleport', ({ playerName, location }) => world.teleport(`${playerName}`, location as Place)),
    core('chat.broadcast', ({ message }) => {
      say(`${message}`)
      return { recipients: world.players().length }
    }),
    core('player.join'),
    core('player.leave'),
    core('player.chat'),
  ]
}

function core(id: string, run?: (given: JsonObject) => JsonObject): Capability {
  const manifest = coreCatalogue.get(id)
  if (!manifest) throw new Error(`${id} is not in the core catalogue`)
  const read = manifest.type === 'context'
  return { manifest: read ? { ...manifest, rateLimit: demoRateLimit } : manifest, ...(run && { run }) }
}
