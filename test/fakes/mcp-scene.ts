/** The real door with MCP and REST behind it, and the real simulator, on loopback, around a gateway whose clock belongs to the test. */
import { mcpConsumer } from '../../src-main/consumers/mcp/mcp-consumer.js'
import { mcpLegacyConsumer } from '../../src-main/consumers/mcp-legacy/mcp-legacy-consumer.js'
import { metadataPathOf } from '../../src-main/consumers/oauth/metadata.js'
import { oauthConsumer } from '../../src-main/consumers/oauth/oauth-consumer.js'
import { restConsumer } from '../../src-main/consumers/rest/rest-consumer.js'
import type { OpenApproval } from '../../src-main/contract/approval.js'
import { Consents } from '../../src-main/gateway/consents.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import type { Answer } from '../../src-main/gateway/question.js'
import { BodyRoom } from '../../src-main/http/body-room.js'
import { type HttpDoor, openHttpDoor } from '../../src-main/http/door.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import { type Simulator, serveSimulator } from '../../src-main/simulator/simulator.js'
import { ClientBook } from '../../src-main/storage/client-book.js'
import { ClientStore } from '../../src-main/storage/client-store.js'
import { MemoryManifestStore } from '../../src-main/storage/memory-manifest-store.js'
import { accessTokensOf, OAuthBook } from '../../src-main/storage/oauth-book.js'
import type { OAuthStore } from '../../src-main/storage/oauth-store.js'
import { memoryUndoStore } from '../../src-main/storage/undo-store.js'
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
  /** Programs that came by OAuth; nobody is there to be asked until a test attaches. */
  readonly consents: Consents
  readonly #oauth: OAuthStore | undefined
  readonly #agents: AgentProvider
  readonly #schemas = workerThread()
  #door!: HttpDoor
  #world!: Simulator

  private constructor(store?: ClientStore, oauth?: OAuthStore) {
    const { clock, log, audit } = this
    this.#oauth = oauth
    this.consents = new Consents(clock)
    const accessTokens = oauth && accessTokensOf(oauth, clock, log)
    this.clients = new ClientBook({
      store: store ?? ClientStore.inMemory(),
      accessTokens,
      bridgeToken: doorToken,
      audit,
      clock,
      log,
    })
    const ajv = createContractAjv()
    const validator = new CapabilityValidator()
    this.gateway = new Gateway({
      clock,
      log,
      audit,
      validator,
      manifests: new MemoryManifestStore(),
      rightsOf: (caller) => this.clients.rightsOf(caller),
      onDidChangeRights: this.clients.onDidChangeRights,
      undoStore: memoryUndoStore(),
      callLimitOf: (caller) => this.clients.callLimitOf(caller),
    })
    acceptEverything(this.gateway)
    const readFrame = createFrameReader(ajv)
    this.#agents = new AgentProvider({ clock, log, readFrame, admit: admissionWith(this.#schemas) })
    this.gateway.provide(this.#agents)
    this.gateway.provide(this.fakes)
  }

  /**
   * @param store of clients with keys of their own; without it only `doorToken` is let in
   * @param oauth of what OAuth gives out; without it nobody comes that way
   */
  static async open(store?: ClientStore, oauth?: OAuthStore): Promise<McpScene> {
    const scene = new McpScene(store, oauth)
    const { gateway, clients, consents, clock, log } = scene
    scene.#world = await serveSimulator({ port: 0, token: 'demo' })
    const online = new Promise<void>((resolve) => {
      gateway.registry.onDidChangeServer(({ server }) => server.state === 'online' && resolve())
    })
    scene.#agents.add({ id: 'demo', kind: 'simulator', address: scene.#world.address, token: 'demo' })
    await online
    const parts = { gateway, clock, log, bodies: new BodyRoom() }
    const guarded = [mcpConsumer(parts), mcpLegacyConsumer(parts), restConsumer(parts)]
    const resources = guarded.map(({ path }) => path)
    const keys = oauth && new OAuthBook({ store: oauth, clients, clock, log })
    const byOAuth = keys ? oauthConsumer({ keys, consents, clock, log, resources }) : []
    const routes = [...guarded, ...byOAuth]
    scene.#door = await openHttpDoor({ port: 0, keys: clients, clock, routes, log, ...(oauth && { metadataPathOf }) })
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
    this.#oauth?.close()
    if (!shut) throw new Error('The door still answers.')
  }
}
