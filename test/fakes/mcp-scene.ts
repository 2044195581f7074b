/** The real door with MCP and REST behind it, and the real simulator, on loopback, around a gateway whose clock belongs to the test. */
import { mcpConsumer } from '../../src-main/consumers/mcp/mcp-consumer.js'
import { mcpLegacyConsumer } from '../../src-main/consumers/mcp-legacy/mcp-legacy-consumer.js'
import { restConsumer } from '../../src-main/consumers/rest/rest-consumer.js'
import type { OpenApproval } from '../../src-main/contract/approval.js'
import type { Answer } from '../../src-main/gateway/approvals.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import { type HttpDoor, openHttpDoor } from '../../src-main/http/door.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import { type Simulator, serveSimulator } from '../../src-main/simulator/simulator.js'
import { MemoryManifestStore } from '../../src-main/storage/memory-manifest-store.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../src-main/validation/frame-reader.js'
import { acceptEverything } from './accepting-owner.js'
import { admissionWith, workerThread } from './admission.js'
import { FakeClock } from './fake-clock.js'
import { FakeProvider } from './fake-provider.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { RecordingLog } from './recording-log.js'

export const doorToken = 'door-token'

export class McpScene {
  readonly clock = new FakeClock()
  readonly audit = new MemoryAuditLog()
  readonly log = new RecordingLog()
  /** For servers whose answers a test writes itself. */
  readonly fakes = new FakeProvider()
  readonly gateway: Gateway
  readonly #agents: AgentProvider
  readonly #schemas = workerThread()
  #door!: HttpDoor
  #world!: Simulator

  private constructor() {
    const { clock, log, audit } = this
    const ajv = createContractAjv()
    const validator = new CapabilityValidator()
    this.gateway = new Gateway({ clock, log, audit, validator, manifests: new MemoryManifestStore() })
    acceptEverything(this.gateway)
    const readFrame = createFrameReader(ajv)
    this.#agents = new AgentProvider({ clock, log, readFrame, admit: admissionWith(this.#schemas) })
    this.gateway.provide(this.#agents)
    this.gateway.provide(this.fakes)
  }

  static async open(): Promise<McpScene> {
    const scene = new McpScene()
    const { gateway, clock, log } = scene
    scene.#world = await serveSimulator({ port: 0, token: 'demo' })
    const online = new Promise<void>((resolve) => {
      gateway.registry.onDidChangeServer(({ server }) => server.state === 'online' && resolve())
    })
    scene.#agents.add({ id: 'demo', kind: 'simulator', address: scene.#world.address, token: 'demo' })
    await online
    const parts = { gateway, clock, log }
    const routes = [mcpConsumer(parts), mcpLegacyConsumer(parts), restConsumer(parts)]
    scene.#door = await openHttpDoor({ port: 0, token: doorToken, routes, log })
    return scene
  }

  get endpoint(): string {
    return this.#door.endpoint
  }

  /** What the demo world is made of, to let something happen in it. */
  get world(): Simulator['world'] {
    return this.#world.world
  }

  get url(): URL {
    return new URL('/mcp', this.#door.endpoint)
  }

  /** The next question, as soon as it is asked. */
  nextQuestion(): Promise<OpenApproval> {
    return new Promise((resolve) => {
      const end = this.gateway.approvals.onDidOpen((approval) => {
        end()
        queueMicrotask(() => resolve(approval))
      })
    })
  }

  /** How the next question ends, as soon as it does. */
  nextAnswer(): Promise<Answer> {
    return new Promise((resolve) => {
      const end = this.gateway.approvals.onDidClose((answer) => {
        end()
        resolve(answer)
      })
    })
  }

  /** Ends everything; proves that the door is shut. */
  async close(): Promise<void> {
    await this.gateway.stop()
    await this.#schemas.stop()
    await this.#door.close()
    await this.#world.close()
    const shut = await fetch(this.url).then(
      () => false,
      () => true,
    )
    if (!shut) throw new Error('The door still answers.')
  }
}
