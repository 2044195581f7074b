/** Agent scene: a gateway that dials contract agents, two people who approve everything, and a fake clock. */

import type { Server } from '@shared/servers/server.js'
import type { GameEntry } from '@shared/trail/live.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import type { CallReport } from '../../src-main/gateway/ports/calls.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../src-main/validation/frame-reader.js'
import { acceptEverything } from './accepting-owner.js'
import { admissionWith, sharedThread } from './admission.js'
import { FakeClock } from './fake-clock.js'
import { caller } from './gateway-under-test.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { RecordingLog } from './recording-log.js'

const ajv = createContractAjv()
const validator = new CapabilityValidator()
const readFrame = createFrameReader(ajv)

const people = ['ada', 'grace']

export class AgentScene {
  readonly clock = new FakeClock()
  readonly log = new RecordingLog()
  readonly gateway: Gateway
  readonly agents: AgentProvider

  constructor() {
    const { clock, log } = this
    this.gateway = new Gateway({
      clock,
      log,
      audit: new MemoryAuditLog(),
      validator,
      stores: memoryStores(),
    })
    acceptEverything(this.gateway)
    this.agents = new AgentProvider({
      clock,
      log,
      readFrame,
      admit: admissionWith(sharedThread()),
    })
    this.gateway.provide(this.agents)
    const { approvals } = this.gateway
    for (const _person of people) approvals.attach()
    approvals.onDidOpen(({ id }) => {
      queueMicrotask(() => {
        for (const person of people) approvals.decide(id, 'approve', person)
      })
    })
  }

  /** Dials an agent and waits until it has registered. */
  async dial(address: string, token: string, id = 'agent'): Promise<Server> {
    this.agents.add({ id, address }, { token })
    return this.serverIs(({ state }) => state === 'online', id)
  }

  /** Resolves as soon as a server is as described. */
  serverIs(condition: (server: Server) => boolean, id = 'agent'): Promise<Server> {
    return new Promise((resolve) => {
      const look = () => {
        const server = this.gateway.registry.servers().find((known) => known.id === id)
        if (!server || !condition(server)) return
        end()
        resolve(server)
      }
      const end = this.gateway.registry.onDidChangeServer(() => queueMicrotask(look))
      look()
    })
  }

  call(capabilityId: string, given: object = {}): Promise<CallReport> {
    return this.gateway.invoke({ capabilityId, arguments: given, caller, signal: new AbortController().signal })
  }

  /** The next game event of this kind. */
  next(eventId: string): Promise<GameEntry> {
    return new Promise((resolve) => {
      const end = this.gateway.feed.onDidArrive((entry) => {
        if (entry.kind !== 'game' || entry.eventId !== eventId) return
        end()
        resolve(entry)
      })
    })
  }

  async stop(): Promise<void> {
    await this.gateway.stop()
  }
}
