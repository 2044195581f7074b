/** MCP scene: the real HTTP listener with MCP and REST on loopback, the real simulator, and a gateway with a fake clock. */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { type Simulator, serveSimulator } from '../../agents/kit/simulator/simulator.js'
import { mcpConsumer } from '../../src-main/consumers/mcp/mcp-consumer.js'
import { mcpLegacyConsumer } from '../../src-main/consumers/mcp-legacy/mcp-legacy-consumer.js'
import { metadataPathOf } from '../../src-main/consumers/oauth/metadata.js'
import { oauthConsumer } from '../../src-main/consumers/oauth/oauth-consumer.js'
import { restConsumer } from '../../src-main/consumers/rest/rest-consumer.js'
import { Consents } from '../../src-main/gateway/clients/consents.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import type { ApprovalResolution } from '../../src-main/gateway/ports/open-approvals.js'
import { BodyQuota } from '../../src-main/network/http/body-quota.js'
import { type HttpListener, openHttpListener } from '../../src-main/network/http/http-listener.js'
import {
  createRemoteClients,
  type RemoteClients,
  type RemoteClientsOptions,
} from '../../src-main/network/http/remote-clients.js'
import type { GuardedRoute } from '../../src-main/network/http/route.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import { ClientService } from '../../src-main/storage/client-service.js'
import type { ClientStore } from '../../src-main/storage/client-store.js'
import { accessTokensOf, OAuthService } from '../../src-main/storage/oauth-service.js'
import type { OAuthStore } from '../../src-main/storage/oauth-store.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../src-main/validation/frame-reader.js'
import { acceptEverything } from './accepting-owner.js'
import { admissionWith, sharedThread } from './admission.js'
import { FakeClock } from './fake-clock.js'
import { FakeProvider } from './fake-provider.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { RecordingLog } from './recording-log.js'

export const bridgeToken = 'bridge-token'

/** Shared by the scenes, because compiling schemas takes longer than most tests; they keep nothing else. */
const readFrame = createFrameReader(createContractAjv())
const validator = new CapabilityValidator()

export class McpScene {
  readonly clock = new FakeClock()
  readonly audit = new MemoryAuditLog()
  readonly log = new RecordingLog()
  /** For servers whose answers a test writes itself. */
  readonly fakes = new FakeProvider()
  readonly gateway: Gateway
  readonly clients: ClientService
  /** Programs that connected by OAuth; no approver is connected until a test attaches one. */
  readonly consents: Consents
  readonly #agents: AgentProvider
  #listener!: HttpListener
  #mcp!: GuardedRoute
  #world!: Simulator

  private constructor(store?: ClientStore, oauth?: OAuthStore) {
    const { clock, log, audit } = this
    this.consents = new Consents(clock)
    const accessTokens = oauth && accessTokensOf(oauth, clock, log)
    this.clients = new ClientService({
      store: store ?? memoryStores().clients,
      accessTokens,
      bridgeToken: bridgeToken,
      audit,
      clock,
      log,
    })
    this.gateway = new Gateway({
      clock,
      log,
      audit,
      validator,
      stores: memoryStores(),
      rightsOf: (caller) => this.clients.rightsOf(caller),
      onDidChangeRights: this.clients.onDidChangeRights,
      callLimitOf: (caller) => this.clients.callLimitOf(caller),
      waitOf: (caller) => this.clients.waitOf(caller),
    })
    acceptEverything(this.gateway)
    this.#agents = new AgentProvider({ clock, log, readFrame, admit: admissionWith(sharedThread()) })
    this.gateway.provide(this.#agents)
    this.gateway.provide(this.fakes)
  }

  /**
   * @param store of clients with keys of their own; without it only `bridgeToken` is accepted
   * @param oauth store of OAuth grants; without it no client can use OAuth
   */
  static async open(store?: ClientStore, oauth?: OAuthStore): Promise<McpScene> {
    const scene = new McpScene(store, oauth)
    const { gateway, clients, consents, clock, log } = scene
    scene.#world = await serveSimulator({ port: 0, token: 'demo' })
    const online = new Promise<void>((resolve) => {
      gateway.registry.onDidChangeServer(({ server }) => server.state === 'online' && resolve())
    })
    scene.#agents.add({ id: 'demo', address: scene.#world.address }, { token: 'demo' }, 'simulator')
    await online
    const parts = { gateway, clock, log, bodies: new BodyQuota() }
    scene.#mcp = mcpConsumer(parts)
    const guarded = [scene.#mcp, mcpLegacyConsumer(parts), restConsumer(parts)]
    const resources = guarded.map(({ path }) => path)
    const keys = oauth && new OAuthService({ store: oauth, clients, clock, log })
    const byOAuth = keys ? oauthConsumer({ keys, consents, clock, log, resources }) : []
    const routes = [...guarded, ...byOAuth]
    scene.#listener = await openHttpListener({
      port: 0,
      keys: clients,
      clock,
      routes,
      log,
      ...(oauth && { metadataPathOf }),
    })
    return scene
  }

  /** What serves AI clients of other computers, at a listener of the test. */
  remoteClients(listener: Pick<RemoteClientsOptions, 'isOn' | 'refusals'>): RemoteClients {
    const { clients: keys, clock, log } = this
    return createRemoteClients({ ...listener, keys, route: this.#mcp, clock, log })
  }

  get endpoint(): string {
    return this.#listener.endpoint
  }

  /** The internals of the demo world, to cause events in it. */
  get world(): Simulator['world'] {
    return this.#world.world
  }

  get url(): URL {
    return new URL('/mcp', this.#listener.endpoint)
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
  nextAnswer(): Promise<ApprovalResolution> {
    return new Promise((resolve) => {
      const end = this.gateway.approvals.onDidClose((answer) => {
        end()
        resolve(answer)
      })
    })
  }

  /** Closes everything; checks that the listener is closed. */
  async close(): Promise<void> {
    await this.gateway.stop()
    await this.#listener.close()
    await this.#world.close()
    const shut = await fetch(this.url).then(
      () => false,
      () => true,
    )
    if (!shut) throw new Error('The listener still answers.')
  }
}
