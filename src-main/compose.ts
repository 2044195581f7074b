/** Compose: the parts that the tray program and the headless one have in common, put together. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { GameApprovals } from './approvers/game/game-approvals.js'
import { type BedrockTerms, type ComposedBedrock, composeBedrock } from './compose-bedrock.js'
import { type ComposedChat, composeChat, withChatRights } from './compose-chat.js'
import { composeGameApprovals } from './compose-game-approvals.js'
import { type ComposedPeople, composePeople } from './compose-people.js'
import { keepServiceModels } from './compose-service-models.js'
import { type ComposedServices, composeServices } from './compose-services.js'
import { composeOverlay, openStreamSafe } from './compose-stream.js'
import { type ComposedXiaozhi, composeXiaozhi } from './compose-xiaozhi.js'
import { mcpConsumer } from './consumers/mcp/mcp-consumer.js'
import { toolNameOf } from './consumers/mcp/tool-name.js'
import { mcpLegacyConsumer } from './consumers/mcp-legacy/mcp-legacy-consumer.js'
import { metadataPathOf } from './consumers/oauth/metadata.js'
import { oauthConsumer } from './consumers/oauth/oauth-consumer.js'
import type { Overlay } from './consumers/overlay/overlay.js'
import { restConsumer } from './consumers/rest/rest-consumer.js'
import type { CapabilityManifest } from './contract/generated/capability-manifest.js'
import { serviceId } from './contract/service.js'
import { DemoWorld } from './demo-world.js'
import type { ChatKeyStore } from './gateway/chat-logins.js'
import { ConnectionHistory } from './gateway/connection-history.js'
import { Consents } from './gateway/consents.js'
import { DoorRefusals } from './gateway/door-refusals.js'
import { Gateway } from './gateway/gateway.js'
import { Guests } from './gateway/guests.js'
import { createModelServing } from './gateway/model-serving.js'
import type { Log, SecretStore } from './gateway/ports.js'
import { practiceCaller, practiceRights } from './gateway/practice.js'
import { serversSettled } from './gateway/servers-settled.js'
import type { StreamSafe } from './gateway/stream-safe.js'
import { BodyRoom } from './http/body-room.js'
import { type HttpDoor, openHttpDoor } from './http/door.js'
import { openedAt } from './http/door-port.js'
import { errorGuide } from './http/error-guide.js'
import { AgentProvider } from './providers/agent/agent-provider.js'
import { JavaProvider } from './providers/java/java-provider.js'
import { javaFolder } from './providers/java/java-store.js'
import { SandboxThread } from './sandbox/sandbox-thread.js'
import { createServerProviders, type ServerProviders } from './server-providers.js'
import { openApprovalStore } from './storage/approval-store.js'
import { openAskingPauseFile } from './storage/asking-pause-file.js'
import type { HeadSeal } from './storage/audit/kept-head.js'
import { type AuditService, openAuditService } from './storage/audit-service.js'
import { ClientBook, openClientStore } from './storage/client-book.js'
import { ClientKeyFiles } from './storage/client-key-files.js'
import { openConnectionStore } from './storage/connection-store.js'
import { removeEndpoint, writeEndpoint } from './storage/endpoint-file.js'
import { openGatewayId } from './storage/gateway-id.js'
import { openManifestStore } from './storage/manifest-store.js'
import { accessTokensOf, OAuthBook, openOAuthStore } from './storage/oauth-book.js'
import { openPanicFile } from './storage/panic-file.js'
import { openRuleStore } from './storage/rule-store.js'
import { SettingsStore } from './storage/settings-store.js'
import { followSettings } from './storage/settings-trail.js'
import { systemClock } from './storage/system-clock.js'
import { openUndoStore } from './storage/undo-store.js'
import { createAdmission } from './validation/admission.js'
import { compiled, createContractAjv } from './validation/ajv.js'
import { CapabilityValidator } from './validation/capability-validator.js'
import { createFrameReader } from './validation/frame-reader.js'
import { createManifestReader } from './validation/manifest-reader.js'
import { type SchemaThread, WorkerSchemaThread } from './validation/schema-thread.js'

export interface ComposeOptions {
  /** Absolute path of the data folder, which this process has taken. */
  readonly profile: string
  readonly log: Log
  /** Signs the head of the audit trail; out of the system's store, where there is one. */
  readonly auditKey?: { readonly key: string; readonly seal: HeadSeal }
  /** A free port when 0; as the settings say when left out. */
  readonly httpPort?: number
  /** Where the chat key is kept; it ends with the program when left out. */
  readonly chatKey?: ChatKeyStore
  /** Accepts games that connect, however often. */
  readonly connectionKey?: string
  /** Where Bedrock games connect, whatever the settings say. */
  readonly bedrock?: BedrockTerms | undefined
  /** Of the system, for example `zh-CN`. */
  readonly locale?: () => string
  /** The key of a model that was entered for an origin; none when left out. */
  readonly chatKeyFor?: (origin: string) => string | undefined
  /** Where addresses of voice devices are kept; they end with the program when left out. */
  readonly xiaozhiAddresses?: SecretStore
  /** Services of this file instead of the profile's; absolute. */
  readonly services?: string | undefined
  /** The secret of a service, by `SERVICE/NAME`; none when left out. */
  readonly serviceSecretOf?: (name: string) => string | undefined
  /** Where the tokens of people's sign-ins to services lie; they end with the program when left out. */
  readonly serviceTokens?: SecretStore
  /** Services wait for `services.release()`: the last run ended badly. */
  readonly holdServices?: boolean
}

export interface Composed {
  readonly gateway: Gateway
  readonly agents: AgentProvider
  readonly javaServers: JavaProvider
  readonly bedrock: ComposedBedrock
  /** Other MCP servers. */
  readonly services: ComposedServices
  /** Every server that a person added, whatever its kind. */
  readonly servers: ServerProviders
  readonly settings: SettingsStore
  readonly clients: ClientBook
  readonly audit: AuditService
  /** Programs that came by OAuth and wait for a person. */
  readonly consents: Consents
  /** Those who approve on a phone of their own. */
  readonly people: ComposedPeople
  /** The owner's own player, who answers requests in the game. */
  readonly gameApprovals: GameApprovals
  /** What covers things on a stream: whoever shows something asks it. */
  readonly stream: StreamSafe
  readonly overlay: Overlay
  /** The AI that players talk to. */
  readonly chat: ComposedChat['chat']
  /** Voice devices. */
  readonly xiaozhi: ComposedXiaozhi
  readonly door: HttpDoor
  readonly connectionHistory: ConnectionHistory
  /** Where schemas of strangers are tried. */
  readonly schemas: SchemaThread
  /** Where a person tries what can do no harm. */
  readonly sandbox: SandboxThread
  /** What AI clients call a capability. */
  readonly toolNameOf: (capabilityId: string) => string
  /** The port of the settings, where another program had it. */
  readonly portTaken: number | undefined
  /** Who is at the door, and who was not let in. */
  readonly guests: Guests
  readonly refusals: DoorRefusals
  /** What the bridge, and scripts of the same person, send as bearer token. */
  readonly token: string
  /** Adds the embedded demo world; does nothing when it is there. */
  addDemoWorld(): Promise<void>
  removeDemoWorld(): Promise<void>
  /** Whoever has the profile orders it on the command line. @throws GatewayError */
  removeBackup(serverId: string, backupId: string): Promise<void>
  /** Lets the bridge find us, once every server has answered or had its chance: some clients list tools only once. */
  announce(): Promise<void>
  /** Denies open approvals and closes all connections, within two seconds; a running backup may take longer. */
  stop(): Promise<void>
}

/** Asked for once: it costs a tenth of a millisecond, and every entry of the feed would. */
const systemLocale = Intl.DateTimeFormat().resolvedOptions().locale

/** Milliseconds that servers get to register before clients may come. */
const firstContactMs = 3_000

/** Milliseconds that connectionHistory get to end by themselves. */
const stoppingMs = 1_500

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
  holdServices,
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
    stream.on ? stream.cover() : undefined,
  )
  const endFollowing = followSettings({ profile, settings, audit: audit.log, clock, log })
  const schemas = new WorkerSchemaThread({ program: path.join(import.meta.dirname, 'schema-worker.cjs'), clock })
  const sandbox = new SandboxThread({ program: path.join(import.meta.dirname, 'sandbox-worker.cjs'), clock })
  const manifests = openManifestStore(profile, compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json'), log)
  const approvalStore = openApprovalStore(profile, log)
  const ruleStore = openRuleStore(profile, ajv, log)
  const undoStore = openUndoStore(profile, log, () => clock.now())
  const token = randomBytes(32).toString('base64url')
  const oauthStore = openOAuthStore(profile, log)
  const clients = new ClientBook({
    store: openClientStore(profile, log),
    accessTokens: oauthStore && accessTokensOf(oauthStore, clock, log),
    bridgeToken: token,
    keyFiles: new ClientKeyFiles(profile),
    audit: audit.log,
    clock,
    log,
  })
  const consents = new Consents(clock, () => gateway.panic.state.on)
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
  const bedrock = composeBedrock({
    ...{ gateway, settings, clock, log, terms },
    language: () => stream.language,
  })
  const services = composeServices({
    ...{ profile, gateway, gatewayId, ajv, admit, clock, log, file: servicesFile, secretOf: serviceSecretOf },
    secrets: serviceTokens,
    held: holdServices,
  })
  keepServiceModels({ settings, services, manifests, named: servicesFile !== undefined })
  const connectionStore = openConnectionStore(profile, clock, log)
  const connectionHistory = new ConnectionHistory({ registry: gateway.registry, store: connectionStore, clock, log })

  const people = composePeople({ profile, approvals: gateway.approvals, settings, audit: audit.log, clock, log })
  const guests = new Guests(clock)
  const refusals = new DoorRefusals(clock)
  const behindDoor = { gateway, clock, log, guests, bodies: new BodyRoom() }
  const overlay = composeOverlay({
    profile,
    sources: { feed: gateway.feed, approvals: gateway.approvals, panic: gateway.panic },
    settings,
    stream,
    clock,
    log,
  })
  const chat = composeChat({
    ...behindDoor,
    profile,
    settings,
    toolNameOf,
    rightsOf: (caller) => clients.rightsOf(caller),
    language: () => stream.language,
    keyFor: chatKeyFor ?? (() => undefined),
  })
  composedChat = chat
  const xiaozhi = composeXiaozhi({
    ...{ gateway, settings, clients, guests, clock, log },
    language: () => stream.language,
    ...(xiaozhiAddresses && { secrets: xiaozhiAddresses }),
    file: services.store,
    values: { environment: process.env, secret: serviceSecretOf ?? (() => undefined) },
  })
  const gameApprovals = composeGameApprovals({ gateway, settings, stream, chat: chat.chat, clock, log })
  const guarded = [mcpConsumer(behindDoor), mcpLegacyConsumer(behindDoor), restConsumer(behindDoor)]
  const oauth = oauthStore && {
    keys: new OAuthBook({ store: oauthStore, clients, clock, log }),
    resources: guarded.map(({ path: resource }) => resource),
  }
  const doorOptions = {
    guests,
    refusals,
    keys: clients,
    clock,
    routes: [...guarded, chat.route, ...(oauth ? oauthConsumer({ ...oauth, consents, clock, log }) : []), errorGuide()],
    log,
    ...(oauth && { metadataPathOf }),
  }
  const openAt = (port: number) => openHttpDoor({ ...doorOptions, port })
  const { door, taken: portTaken } =
    httpPort === undefined
      ? await openedAt(settings.get().httpPort, openAt, log)
      : { door: await openAt(httpPort), taken: undefined }

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
    door,
    connectionHistory,
    schemas,
    sandbox,
    toolNameOf,
    portTaken,
    guests,
    refusals,
    token,
    addDemoWorld: () => demoWorld.add(),
    removeDemoWorld: () => demoWorld.remove(),
    async removeBackup(serverId, backupId) {
      const record = () => gateway.orders.recordRemoval(serverId, backupId, 'command-line')
      await javaServers.backupsOf(serverId).remove(backupId, record)
    },
    async announce() {
      await bedrock.opened
      await Promise.race([services.settled(), pause(firstContactMs)])
      await serversSettled(gateway.registry, clock, firstContactMs)
      writeEndpoint(profile, { endpoint: door.endpoint, token, pid: process.pid })
    },
    async stop() {
      removeEndpoint(profile)
      guests.close()
      endWatching()
      endFollowing()
      bedrock.stop()
      connectionHistory.stop()
      consents.declineAll()
      gameApprovals.stop()
      chat.stop()
      // Services get their own time to end with everything they have started.
      const endingServices = services.stop()
      const closing = Promise.allSettled([
        gateway.stop().then(() => demoWorld.remove()),
        door.close(),
        schemas.stop(),
        sandbox.stop(),
        people.stop(),
        overlay.stop(),
        xiaozhi.stop(),
      ])
      await Promise.race([closing, pause(stoppingMs)])
      // A backup that runs has saving on again first; that may take seconds.
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
