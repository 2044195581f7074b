/** The real door with MCP and REST behind it, and the real simulator, on loopback, around a gateway whose clock belongs to the test. */
import { mcpConsumer } from '../../src-main/consumers/mcp/mcp-consumer.js'
import { mcpLegacyConsumer } from '../../src-main/consumers/mcp-legacy/mcp-legacy-consumer.js'
import { restConsumer } from '../../src-main/consumers/rest/rest-consumer.js'
import type { OpenApproval } from '../../src-main/contract/approval.js'
import type { Answer } from '../../src-main/gateway/approvals.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import { BodyRoom } from '../../src-main/http/body-room.js'
import { type HttpDoor, openHttpDoor } from '../../src-main/http/door.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import { type Simulator, serveSimulator } from '../../src-main/simulator/simulator.js'
import { ClientBook } from '../../src-main/storage/client-book.js'
import type { ClientStore } from '../../src-main/storage/client-store.js'
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
  readonly clients: ClientBook
  readonly #agents: AgentProvider
  readonly #schemas = workerThread()
  #door!: HttpDoor
  #world!: Simulator

  private constructor(store?: ClientStore) {
    const { clock, log, audit } = this
    this.clients = new ClientBook({ store, bridgeToken: doorToken, clock, log })
    const ajv = createContractAjv()
    const validator = new CapabilityValidator()
    this.gateway = new Gateway({
      clock,
      log,
      audit,
      validator,
      manifests: new MemoryManifestStore(),
      grantsOf: (caller) => this.clients.grantsOf(caller),
      callLimitOf: (caller) => this.clients.callLimitOf(caller),
    })
    acceptEverything(this.gateway)
    const readFrame = createFrameReader(ajv)
    this.#agents = new AgentProvider({ clock, log, readFrame, admit: admissionWith(this.#schemas) })
    this.gateway.provide(this.#agents)
    this.gateway.provide(this.fakes)
  }

  /** @param store of clients with keys of their own; without it only `doorToken` is let in */
  static async open(store?: ClientStore): Promise<McpScene> {
    const scene = new McpScene(store)
    const { gateway, clock, log } = scene
    scene.#world = await serveSimulator({ port: 0, token: 'demo' })
    const online = new Promise<void>((resolve) => {
      gateway.registry.onDidChangeServer(({ server }) => server.state === 'online' && resolve())
    })
    scene.#agents.add({ id: 'demo', kind: 'simulator', address: scene.#world.address, token: 'demo' })
    await online
    const parts = { gateway, clock, log, bodies: new BodyRoom() }
    const routes = [mcpConsumer(parts), mcpLegacyConsumer(parts), restConsumer(parts)]
    scene.#door = await openHttpDoor({ port: 0, keys: scene.clients, clock, routes, log })
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
