/** Demo world: the simulated server, in this process. */
import { randomBytes } from 'node:crypto'
import { demoWorldId } from '@shared/servers/server.js'
import type { Agent } from '../../agents/kit/sdk/agent.js'
import { serveSimulator } from '../../agents/kit/simulator/simulator.js'
import type { AgentProvider } from '../providers/agent/agent-provider.js'

export class DemoWorld {
  readonly #agents: AgentProvider
  #running: Promise<Agent> | undefined

  constructor(agents: AgentProvider) {
    this.#agents = agents
  }

  /** Does nothing when it exists. */
  async add(): Promise<void> {
    this.#running ??= this.#start()
    await this.#running
  }

  async remove(): Promise<void> {
    const ending = this.#running
    this.#running = undefined
    const agent = await ending
    this.#agents.remove(demoWorldId)
    await agent?.close()
  }

  async #start(): Promise<Agent> {
    const token = randomBytes(32).toString('base64url')
    const agent = await serveSimulator({ port: 0, token })
    this.#agents.add({ id: demoWorldId, address: agent.address }, { token }, 'simulator')
    return agent
  }
}
