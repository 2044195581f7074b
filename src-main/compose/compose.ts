/** Compose: creates and connects the parts that the tray program and the headless program share. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { serviceId } from '@shared/servers/service.js'
import type { GameApprovals } from '../approvers/game/game-approvals.js'
import { toolNameOf } from '../consumers/mcp/tool-name.js'
import { metadataPathOf } from '../consumers/oauth/metadata.js'
import { oauthConsumer } from '../consumers/oauth/oauth-consumer.js'
import type { Overlay } from '../consumers/overlay/overlay.js'
import type { ChatKeyStore } from '../gateway/clients/chat-logins.js'
import { ConnectedClients } from '../gateway/clients/connected-clients.js'
import { Consents } from '../gateway/clients/consents.js'
import { RejectedConnections } from '../gateway/clients/rejected-connections.js'
import type { StreamSafe } from '../gateway/feeds/stream-safe.js'
import { Gateway } from '../gateway/gateway.js'
import { createModelServing } from '../gateway/model-serving.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Log } from '../gateway/ports/runtime.js'
import { practiceCaller, practiceRights } from '../gateway/practice.js'
import { serversSettled } from '../gateway/servers-settled.js'
import { ConnectionHistory } from '../gateway/trust/connection-history.js'
import { BodyQuota } from '../http/body-quota.js'
import { errorGuide } from '../http/error-guide.js'
import { type HttpListener, openHttpListener } from '../http/http-listener.js'
import { listenOrUseFreePort } from '../http/listener-port.js'
import { AgentProvider } from '../providers/agent/agent-provider.js'
import { JavaProvider } from '../providers/java/java-provider.js'
import { javaFolder } from '../providers/java/java-store.js'
import { SandboxThread } from '../sandbox/sandbox-thread.js'
import { openApprovalStore } from '../storage/approval-store.js'
import { openAskingPauseFile } from '../storage/asking-pause-file.js'
import type { CheckpointSeal } from '../storage/audit/checkpoint.js'
import { type AuditService, openAuditService } from '../storage/audit-service.js'
import { ClientKeyFiles } from '../storage/client-key-files.js'
import { ClientService, openClientStore } from '../storage/client-service.js'
import { openConnectionStore } from '../storage/connection-store.js'
import { removeEndpoint, writeEndpoint } from '../storage/endpoint-file.js'
import { openGatewayId } from '../storage/gateway-id.js'
import { openManifestStore } from '../storage/manifest-store.js'
import { accessTokensOf, OAuthService, openOAuthStore } from '../storage/oauth-service.js'
import { openPanicFile } from '../storage/panic-file.js'
import { openRuleStore } from '../storage/rule-store.js'
import { SettingsStore } from '../storage/settings-store.js'
import { followSettings } from '../storage/settings-trail.js'
import { systemClock } from '../storage/system-clock.js'
import { openUndoStore } from '../storage/undo-store.js'
import { createAdmission } from '../validation/admission.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { CapabilityValidator } from '../validation/capability-validator.js'
import { createFrameReader } from '../validation/frame-reader.js'
import { createManifestReader } from '../validation/manifest-reader.js'
import { type SchemaThread, WorkerSchemaThread } from '../validation/schema-thread.js'
import { type BedrockTerms, type ComposedBedrock, composeBedrock } from './bedrock.js'
import { type ComposedChat, composeChat, withChatRights } from './chat.js'
import { DemoWorld } from './demo-world.js'
import { composeGameApprovals } from './game-approvals.js'
import { guardedRoutes } from './guarded-routes.js'
import { type ComposedPeople, composePeople } from './people.js'
import { createServerProviders, type ServerProviders } from './server-providers.js'
import { syncServiceModels } from './service-models.js'
import { type ComposedServices, composeServices } from './services.js'
import { composeOverlay, openStreamSafe } from './stream.js'
import { type ComposedXiaozhi, composeXiaozhi } from './xiaozhi.js'

export interface ComposeOptions {
  /** Absolute path of the data folder, locked by this process. */
  readonly profile: string
  readonly log: Log
  /** Signs the head of the audit trail; from the system's key store, if available. */
  readonly auditKey?: { readonly key: string; readonly seal: CheckpointSeal }
  /** 0 for a free port; default: the settings. */
  readonly httpPort?: number
  /** Where the chat key is stored; default: in memory. */
  readonly chatKey?: ChatKeyStore
  /** Accepts every game that connects. */
  readonly connectionKey?: string
  /** Where Bedrock games connect; overrides the settings. */
  readonly bedrock?: BedrockTerms | undefined
  /** Of the system, for example `zh-CN`. */
  readonly locale?: () => string
  /** The key of a model entered for an origin; default: none. */
  readonly chatKeyFor?: (origin: string) => string | undefined
  /** Where addresses of voice devices are stored; default: in memory. */
  readonly xiaozhiAddresses?: SecretStore
  /** Absolute path of a services file to use instead of the profile's. */
  readonly services?: string | undefined
  /** The secret of a service, by `SERVICE/NAME`; default: none. */
  readonly serviceSecretOf?: (name: string) => string | undefined
  /** Where tokens of service sign-ins are stored; default: in memory. */
  readonly serviceTokens?: SecretStore
  /** Whether services are only started by `services.release()`, since the last run crashed. */
  readonly deferServices?: boolean
}

export interface Composed {
  readonly gateway: Gateway
  readonly agents: AgentProvider
  readonly javaServers: JavaProvider
  readonly bedrock: ComposedBedrock
  readonly services: ComposedServices
  /** Every server a person added, of any kind. */
  readonly servers: ServerProviders
  readonly settings: SettingsStore
  readonly clients: ClientService
  readonly audit: AuditService
  /** Programs that registered by OAuth and wait for consent. */
  readonly consents: Consents
  /** People who approve on their own phone. */
  readonly people: ComposedPeople
  /** The owner's own player, who approves requests in the game. */
  readonly gameApprovals: GameApprovals
  /** Redaction in stream mode, for everything that is shown. */
  readonly stream: StreamSafe
  readonly overlay: Overlay
  readonly chat: ComposedChat['chat']
  readonly xiaozhi: ComposedXiaozhi
  readonly httpListener: HttpListener
  readonly connectionHistory: ConnectionHistory
  /** The thread that compiles untrusted schemas. */
  readonly schemas: SchemaThread
  /** Sandbox for trying calls without effect. */
  readonly sandbox: SandboxThread
  /** The name of the tool of a capability for AI clients. */
  readonly toolNameOf: (capabilityId: string) => string
  /** The configured port, when another program uses it. */
  readonly portTaken: number | undefined
  readonly connectedClients: ConnectedClients
  readonly refusals: RejectedConnections
  /** Bearer token of the bridge and of the same person's scripts. */
  readonly token: string
  /** Adds the embedded demo world, once. */
  addDemoWorld(): Promise<void>
  removeDemoWorld(): Promise<void>
  /** Removes a backup for the command line. @throws GatewayError */
  removeBackup(serverId: string, backupId: string): Promise<void>
  /**
   * Publishes the endpoint for the bridge, once every server has connected or timed out: some clients list tools only
   * once.
   */
  announce(): Promise<void>
  /** Denies open approvals and closes all connections, within two seconds; a running backup may take longer. */
  stop(): Promise<void>
}

/** Cached: it takes a tenth of a millisecond, and every entry of the feed would need it. */
const systemLocale = Intl.DateTimeFormat().resolvedOptions().locale

/** Milliseconds for servers to register before clients may connect. */
const firstContactMs = 3_000

/** Milliseconds for connections to close by themselves. */
const stoppingMs = 1_500

/** Runs in several turns of the event loop, because the tray program also serves the files of its window. */
export async function compose({
  profile,
  log,
  auditKey,
  httpPort,
  locale,
  chatKey,
  connectionKey,
  bedrock: terms,
  chatKeyFor,
  xiaozhiAddresses,
  services: servicesFile,
  serviceSecretOf,
  serviceTokens,
  deferServices,
}: ComposeOptions): Promise<Composed> {
  const ajv = createContractAjv()
  const validator = new CapabilityValidator()
  const clock = systemClock
  const settings = new SettingsStore({
    profile,
    isConfig: compiled(ajv, 'config-v1.json'),
    clock,
    log,
    environment: process.env,
  })
  const stream = openStreamSafe(settings, profile, locale ?? (() => systemLocale))
  const audit = openAuditService(profile, { clock, log, ...auditKey, settings: () => settings.get() }, () =>
    stream.on ? stream.mask() : undefined,
  )
  const endFollowing = followSettings({ profile, settings, audit: audit.log, clock, log })
  await nextTurn()
  const schemas = new WorkerSchemaThread({ program: path.join(import.meta.dirname, 'schema-worker.cjs'), clock })
  const sandbox = new SandboxThread({ program: path.join(import.meta.dirname, 'sandbox-worker.cjs'), clock })
  const manifests = openManifestStore(profile, compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json'), log)
  const approvalStore = openApprovalStore(profile, log)
  const ruleStore = openRuleStore(profile, ajv, log)
  const undoStore = openUndoStore(profile, log, () => clock.now())
  const token = randomBytes(32).toString('base64url')
  const oauthStore = openOAuthStore(profile, log)
  const clients = new ClientService({
    store: openClientStore(profile, log),
    accessTokens: oauthStore && accessTokensOf(oauthStore, clock, log),
    bridgeToken: token,
    keyFiles: new ClientKeyFiles(profile),
    audit: audit.log,
    clock,
    log,
  })
  const consents = new Consents(clock, () => gateway.panic.state.on)
  await nextTurn()
  let composedChat: ComposedChat | undefined
  const gateway = new Gateway({
    audit: audit.log,
    clock,
    log,
    validator,
    manifests,
    rightsOf: withChatRights(
      () => composedChat?.chat,
      (caller) => (caller.id === practiceCaller.id ? practiceRights : clients.rightsOf(caller)),
    ),
    onDidChangeRights: clients.onDidChangeRights,
    approvalStore,
    ruleStore,
    quorums: () => settings.get(),
    undoStore,
    callLimitOf: (caller) => clients.callLimitOf(caller),
    modelFor: (serverId) =>
      settings.get().serviceModels.some((name) => serviceId(name) === serverId) ? serveModel : undefined,
    governance: () => settings.get(),
    panic: openPanicFile(profile),
    ...(chatKey && { chatKey }),
    ...(connectionKey !== undefined && { connectionKey }),
    askingPauses: openAskingPauseFile(profile),
  })
  gateway.panic.onDidPanic(() => consents.declineAll())
  const serveModel = createModelServing(gateway.inputs, () => composedChat?.chat.serviceModel)
  const admit = createAdmission(schemas, clock, createManifestReader(ajv, validator))
  const gatewayId = openGatewayId(profile, log)
  const agents = new AgentProvider({
    clock,
    log,
    readFrame: createFrameReader(ajv, { completes: true }),
    admit,
    gatewayId,
  })
  gateway.provide(agents)
  const javaServers = new JavaProvider({ clock, log, store: path.join(profile, javaFolder) })
  gateway.provide(javaServers)
  const servers = createServerProviders(agents, javaServers)
  await nextTurn()
  const bedrock = composeBedrock({
    ...{ gateway, settings, clock, log, terms },
    language: () => stream.language,
  })
  const services = composeServices({
    ...{ profile, gateway, gatewayId, ajv, admit, clock, log, file: servicesFile, secretOf: serviceSecretOf },
    secrets: serviceTokens,
    deferred: deferServices,
  })
  syncServiceModels({ settings, services, manifests, named: servicesFile !== undefined })
  const connectionStore = openConnectionStore(profile, clock, log)
  const connectionHistory = new ConnectionHistory({ registry: gateway.registry, store: connectionStore, clock, log })

  await nextTurn()
  const people = composePeople({ profile, approvals: gateway.approvals, settings, audit: audit.log, clock, log })
  const connectedClients = new ConnectedClients(clock)
  const refusals = new RejectedConnections(clock)
  const consumerParts = { gateway, clock, log, connectedClients, bodies: new BodyQuota() }
  const overlay = composeOverlay({
    profile,
    sources: { feed: gateway.feed, approvals: gateway.approvals, panic: gateway.panic },
    settings,
    stream,
    clock,
    log,
  })
  const chat = composeChat({
    ...consumerParts,
    profile,
    settings,
    toolNameOf,
    rightsOf: (caller) => clients.rightsOf(caller),
    language: () => stream.language,
    keyFor: chatKeyFor ?? (() => undefined),
  })
  composedChat = chat
  await nextTurn()
  const xiaozhi = composeXiaozhi({
    ...{ gateway, settings, clients, connectedClients, clock, log },
    language: () => stream.language,
    ...(xiaozhiAddresses && { secrets: xiaozhiAddresses }),
    file: services.store,
    values: { environment: process.env, secret: serviceSecretOf ?? (() => undefined) },
  })
  const gameApprovals = composeGameApprovals({ gateway, settings, stream, chat: chat.chat, clock, log })
  const guarded = guardedRoutes(consumerParts)
  const oauth = oauthStore && {
    keys: new OAuthService({ store: oauthStore, clients, clock, log }),
    resources: guarded.map(({ path: resource }) => resource),
  }
  const listenerOptions = {
    connectedClients,
    refusals,
    keys: clients,
    clock,
    routes: [...guarded, chat.route, ...(oauth ? oauthConsumer({ ...oauth, consents, clock, log }) : []), errorGuide()],
    log,
    ...(oauth && { metadataPathOf }),
  }
  const openAt = (port: number) => openHttpListener({ ...listenerOptions, port })
  const { listener: httpListener, taken: portTaken } =
    httpPort === undefined
      ? await listenOrUseFreePort(settings.get().httpPort, openAt, log)
      : { listener: await openAt(httpPort), taken: undefined }

  const endWatching = settings.watch()

  const demoWorld = new DemoWorld(agents)

  return {
    gateway,
    agents,
    javaServers,
    bedrock,
    services,
    servers,
    settings,
    clients,
    audit,
    consents,
    people,
    gameApprovals,
    stream,
    overlay,
    chat: chat.chat,
    xiaozhi,
    httpListener,
    connectionHistory,
    schemas,
    sandbox,
    toolNameOf,
    portTaken,
    connectedClients,
    refusals,
    token,
    addDemoWorld: () => demoWorld.add(),
    removeDemoWorld: () => demoWorld.remove(),
    async removeBackup(serverId, backupId) {
      const record = () => gateway.ownerCommands.recordRemoval(serverId, backupId, 'command-line')
      await javaServers.backupsOf(serverId).remove(backupId, record)
    },
    async announce() {
      await bedrock.opened
      await Promise.race([services.settled(), pause(firstContactMs)])
      await serversSettled(gateway.registry, clock, firstContactMs)
      writeEndpoint(profile, { endpoint: httpListener.endpoint, token, pid: process.pid })
    },
    async stop() {
      removeEndpoint(profile)
      connectedClients.close()
      endWatching()
      endFollowing()
      bedrock.stop()
      connectionHistory.stop()
      consents.declineAll()
      gameApprovals.stop()
      chat.stop()
      // Services get extra time to stop everything that they started.
      const endingServices = services.stop()
      const closing = Promise.allSettled([
        gateway.stop().then(() => demoWorld.remove()),
        httpListener.close(),
        schemas.stop(),
        sandbox.stop(),
        people.stop(),
        overlay.stop(),
        xiaozhi.stop(),
      ])
      await Promise.race([closing, pause(stoppingMs)])
      // A running backup enables saving again first, which may take seconds.
      await javaServers.stop()
      await endingServices
      connectionStore.close()
      manifests.close()
      approvalStore.close()
      ruleStore.close()
      clients.close()
      oauthStore?.close()
      undoStore.close()
      audit.close()
    },
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void systemClock.after(milliseconds, resolve))
