/** Connection scene: a gateway that dials one raw agent, with a fake clock and fixed random numbers. */

import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import type { GameEntry } from '@shared/trail/live.js'
import { expect } from 'vitest'
import { Gateway } from '../../src-main/gateway/gateway.js'
import type { CallReport } from '../../src-main/gateway/ports/calls.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import type { AgentServerOptions } from '../../src-main/providers/agent/agent-server.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../src-main/validation/frame-reader.js'
import { acceptEverything } from './accepting-owner.js'
import { admissionWith, sharedThread } from './admission.js'
import { FakeClock, settled } from './fake-clock.js'
import { caller } from './gateway-under-test.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { RawAgent, type RawAgentOptions } from './raw-agent.js'
import { RecordingLog } from './recording-log.js'

const ajv = createContractAjv()
const validator = new CapabilityValidator()
const readFrame = createFrameReader(ajv, { completes: true })

export class ConnectionScene {
  readonly clock = new FakeClock()
  readonly log = new RecordingLog()
  readonly gateway: Gateway
  readonly agents: AgentProvider
  agent: RawAgent

  private constructor(agent: RawAgent, options: Partial<AgentServerOptions>) {
    const { clock, log } = this
    this.agent = agent
    this.gateway = new Gateway({
      clock,
      log,
      audit: new MemoryAuditLog(),
      validator,
      stores: memoryStores(),
    })
    acceptEverything(this.gateway)
    const admit = admissionWith(sharedThread())
    this.agents = new AgentProvider({ clock, log, readFrame, admit, chance: () => 1, ...options })
    this.gateway.provide(this.agents)
  }

  static async open(options: Partial<AgentServerOptions> = {}, agent: RawAgentOptions = {}): Promise<ConnectionScene> {
    return new ConnectionScene(await RawAgent.listen(agent), options)
  }

  /** Proves on the way that every connection is closed. */
  async end(): Promise<void> {
    await this.gateway.stop()
    await this.agent.close()
    expect(this.agent.open).toBe(0)
  }

  add({ token = 'right', ...change }: Partial<AddedServer> & ServerSecrets = {}): void {
    this.agents.add({ id: 'raw', address: this.agent.address, ...change }, { token })
  }

  server(id = 'raw'): Server | undefined {
    return this.gateway.registry.link(id)?.server
  }

  /** Resolves when a server is as described. */
  serverIs(condition: (server: Server) => boolean, id = 'raw'): Promise<Server> {
    return new Promise((resolve) => {
      const look = () => {
        const now = this.server(id)
        if (!now || !condition(now)) return
        end()
        resolve(now)
      }
      const end = this.gateway.registry.onDidChangeServer(() => queueMicrotask(look))
      look()
    })
  }

  /** Resolves the next time a server is reported offline. */
  nextLoss(): Promise<void> {
    return new Promise((resolve) => {
      const end = this.gateway.registry.onDidChangeServer(({ server }) => {
        if (server.state !== 'offline') return
        end()
        resolve()
      })
    })
  }

  async online(): Promise<void> {
    this.add()
    await this.serverIs(isState('online'))
  }

  call(capabilityId = 'player.list', given: object = {}, server = 'raw'): Promise<CallReport> {
    const { signal } = new AbortController()
    return this.gateway.invoke({ capabilityId, server, arguments: given, caller, signal })
  }

  /** Game events received so far. */
  received(): GameEntry[] {
    return this.gateway.feed.recent().filter((entry): entry is GameEntry => entry.kind === 'game')
  }

  /** Lets time pass, a little after every few turns of the sockets, until the condition holds. */
  async passUntil(condition: () => boolean): Promise<void> {
    while (!condition()) {
      for (let turn = 0; turn < 10; turn++) await settled()
      await this.clock.advance(10)
    }
  }
}

export const isState =
  (...states: Server['state'][]) =>
  ({ state }: Server) =>
    states.includes(state)
