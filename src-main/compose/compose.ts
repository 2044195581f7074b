/** Compose: wires the parts that the tray program and the headless program share. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { nextTurn } from '@shared/turns.js'
import { SandboxThread } from '../../agents/kit/sandbox/sandbox-thread.js'
import { toolNameOf as plainToolNameOf } from '../consumers/mcp/tool-name.js'
import { toolNameIn } from '../consumers/mcp/tools.js'
import { askedElsewhere } from '../gateway/approvals/asked-elsewhere.js'
import { ConnectedClients } from '../gateway/clients/connected-clients.js'
import { Consents } from '../gateway/clients/consents.js'
import { PeopleService } from '../gateway/clients/people.js'
import { RejectedConnections } from '../gateway/clients/rejected-connections.js'
import type { Gateway } from '../gateway/gateway.js'
import { memorySecrets } from '../gateway/ports/client-access.js'
import { serversSettled } from '../gateway/servers-settled.js'
import { ConnectionHistory } from '../gateway/trust/connection-history.js'
import { BodyQuota } from '../network/http/body-quota.js'
import { BuildPreviews } from '../owner/build-previews.js'
import { RemoteAccess } from '../owner/doors/remote/remote-access.js'
import { BackupSchedules } from '../owner/servers/backup-schedules.js'
import { createServerProviders } from '../owner/servers/server-providers.js'
import { AgentProvider } from '../providers/agent/agent-provider.js'
import { JavaProvider } from '../providers/java/java-provider.js'
import { javaFolder } from '../providers/java/java-store.js'
import { StructureLibrary } from '../providers/minecraft/build/structures.js'
import { ClientKeyFiles } from '../storage/client-key-files.js'
import { ClientService } from '../storage/client-service.js'
import { removeEndpoint, writeEndpoint } from '../storage/endpoint-file.js'
import { openGatewayId } from '../storage/gateway-id.js'
import { accessTokensOf } from '../storage/oauth-service.js'
import { loadOwnerCertificate } from '../storage/owner-certificate.js'
import { createPairingTokens } from '../storage/pairing-tokens.js'
import { ruleCheck } from '../storage/rule-store.js'
import { openStores } from '../storage/stores.js'
import { systemClock } from '../storage/system-clock.js'
import { createAdmission } from '../validation/admission.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { CapabilityValidator } from '../validation/capability-validator.js'
import { createFrameReader } from '../validation/frame-reader.js'
import { createManifestReader } from '../validation/manifest-reader.js'
import { WorkerSchemaThread } from '../validation/schema-thread.js'
import { composeAudience } from './audience.js'
import { bedrockFolder, composeBedrock } from './bedrock.js'
import { composeBuilding, structuresFolder } from './building.js'
import { type ComposedChat, composeChat } from './chat.js'
import type { Composed, ComposeOptions } from './composed.js'
import { DemoWorld } from './demo-world.js'
import { composeDiscord } from './discord.js'
import { composeGateway } from './gateway.js'
import { composeHttp } from './http.js'
import { composeNeuro } from './neuro.js'
import { limitHeapGrowth } from './node-runtime.js'
import { callersOfPlayer, composeGameApprovals, composePeople } from './people.js'
import { openKeylessClients, openRecords } from './records.js'
import { syncServiceModels } from './service-models.js'
import { composeServices } from './services.js'
import { composeSight } from './sight.js'
import { composeOverlay, followPlayers } from './stream.js'
import { composeStreaming } from './streaming.js'
import { composeTelemetry } from './telemetry.js'
import { composeXiaozhi } from './xiaozhi.js'

/** Milliseconds for servers to register before clients may connect. */
const firstContactMs = 3_000

/** Milliseconds for connections to close by themselves. */
const stoppingMs = 1_500

const clock = systemClock

/** In several turns: the tray program serves the files of its window meanwhile. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { profile, httpPort, serviceSecretOf } = options
  const logOf = options.log.component
  const ajv = createContractAjv()
  const validator = new CapabilityValidator()
  const records = openRecords(options, ajv)
  const { settings, stream, players, audit } = records
  const language = () => stream.language
  await nextTurn()

  const schemas = new WorkerSchemaThread({ program: path.join(import.meta.dirname, 'schema-worker.cjs'), clock })
  const sandbox = new SandboxThread({ program: path.join(import.meta.dirname, 'sandbox-worker.cjs'), clock })
  const stores = openStores(profile, {
    isManifest: compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json'),
    isRule: ruleCheck(ajv),
    clock,
    log: logOf('storage'),
  })
  const token = randomBytes(32).toString('base64url')
  const clients = new ClientService({
    store: stores.clients,
    accessTokens: stores.oauth && accessTokensOf(stores.oauth, clock, logOf('clients')),
    bridgeToken: token,
    keyFiles: new ClientKeyFiles(profile),
    audit: audit.log,
    clock,
    log: logOf('clients'),
  })
  await nextTurn()

  let composedChat: ComposedChat | undefined
  const chatLater = () => composedChat?.chat
  const keyless = openKeylessClients(options, { settings, audit, clients, isStopped: () => gateway.panic.state.on })
  const directory = new PeopleService({
    store: stores.people,
    audit: audit.log,
    clock,
    log: logOf('gateway'),
    ...(options.hasDesktop !== undefined && { hasDesktop: options.hasDesktop }),
    callersOf: (server, player, uuid) => callersOfPlayer(gateway, chatLater(), server, player, uuid),
  })
  const gateway: Gateway = composeGateway({
    ...options,
    log: logOf('gateway'),
    clock,
    validator,
    settings,
    audit,
    clients,
    stores,
    keyless,
    people: directory,
    chat: chatLater,
  })
  followPlayers(gateway, settings, players)
  const endLimitingHeap = limitHeapGrowth(gateway.feed, clock)
  const toolNameOf = (id: string): string => toolNameIn(gateway.registry.capabilities(), id) ?? plainToolNameOf(id)
  const consents = new Consents(clock, () => gateway.panic.state.on)
  gateway.panic.onDidPanic(() => consents.declineAll())
  const admit = createAdmission(schemas, clock, createManifestReader(ajv, validator))
  const gatewayId = openGatewayId(profile, logOf('storage'))
  const readFrame = createFrameReader(ajv, { completes: true })
  const agents = new AgentProvider({ clock, log: logOf('agents'), readFrame, admit, gatewayId })
  gateway.provide(agents)
  const structures = new StructureLibrary(path.join(profile, structuresFolder))
  const sight = composeSight({ clock, settings, structures })
  const building = composeBuilding({ panic: gateway.panic, settings, structures })
  const javaServers = new JavaProvider({
    clock,
    log: logOf('java'),
    store: path.join(profile, javaFolder),
    recordRemoval: (server, backup) => gateway.ownerCommands.recordRemoval(server, backup, 'gatehouse'),
    sightOf: sight.sightOf,
    building,
  })
  gateway.provide(javaServers)
  await nextTurn()

  const bedrock = composeBedrock({
    gateway,
    settings,
    clock,
    log: logOf('bedrock'),
    terms: options.bedrock,
    language,
    building: { ...building, ...sight.games, store: path.join(profile, bedrockFolder) },
  })
  const services = composeServices({
    profile,
    gateway,
    gatewayId,
    ajv,
    admit,
    clock,
    log: options.log,
    file: options.services,
    secretOf: serviceSecretOf,
    secrets: options.serviceTokens,
    deferred: options.deferServices,
  })
  syncServiceModels({ settings, services, manifests: stores.manifests, named: options.services !== undefined })
  const connectionHistory = new ConnectionHistory({
    registry: gateway.registry,
    store: stores.connections,
    clock,
    log: logOf('storage'),
  })
  await nextTurn()

  const elsewhere = askedElsewhere({
    approvals: gateway.approvals,
    places: () => settings.get().answerPlaces,
    isAway: options.isAway ?? (() => true),
    clock,
  })
  const buildPreviews = new BuildPreviews({
    find: (id) => gateway.approvals.find(id),
    link: (server) => gateway.registry.link(server),
    clock,
  })
  const people = composePeople({
    previews: buildPreviews,
    profile,
    directory,
    approvals: elsewhere,
    settings,
    audit: audit.log,
    clock,
    log: logOf('phones'),
  })
  const remote = new RemoteAccess({
    directory: people.directory,
    settings,
    certificate: () => loadOwnerCertificate(profile, clock),
    clock,
    log: logOf('remote'),
  })
  const connectedClients = new ConnectedClients(clock)
  const refusals = new RejectedConnections(clock)
  const consumerDependencies = { gateway, clock, log: logOf('http'), connectedClients, bodies: new BodyQuota() }
  const streamingParts = {
    gateway,
    settings,
    audit: audit.log,
    clock,
    log: logOf('streaming'),
    secrets: options.streamingSecrets ?? memorySecrets(),
  }
  const sources = composeAudience({ ...streamingParts, language })
  const overlay = composeOverlay({
    keys: stores.overlayKey,
    settings,
    stream,
    clock,
    log: logOf('overlay'),
    sources: { feed: gateway.feed, approvals: gateway.approvals, panic: gateway.panic, votes: sources.votes, clock },
  })
  const chat = composeChat({
    ...consumerDependencies,
    log: logOf('chat'),
    spending: stores.chatSpending,
    settings,
    toolNameOf,
    language,
    rightsOf: (caller) => clients.rightsOf(caller),
    keyFor: options.chatKeyFor ?? (() => undefined),
  })
  composedChat = chat
  await nextTurn()

  const consumed = { gateway, settings, clients, connectedClients, clock, language }
  const neuro = composeNeuro({ ...consumed, log: logOf('neuro') })
  const xiaozhi = composeXiaozhi({
    ...consumed,
    log: logOf('xiaozhi'),
    file: services.store,
    ...(options.xiaozhiAddresses && { secrets: options.xiaozhiAddresses }),
    values: { environment: process.env, secret: serviceSecretOf ?? (() => undefined) },
  })
  const gameApprovals = composeGameApprovals({
    gateway,
    directory,
    approvals: elsewhere,
    settings,
    stream,
    clock,
    log: logOf('chat'),
    callersOf: (...player) => callersOfPlayer(gateway, chat.chat, ...player),
  })
  const {
    listener: httpListener,
    taken: portTaken,
    remoteClients,
  } = await composeHttp({
    consumerDependencies,
    clients,
    consents,
    refusals,
    settings,
    port: httpPort,
    chatRoute: chat.route,
    oauthStore: stores.oauth,
    warmUp: [() => validator.problemOf(coreCatalogue.get('world.time.get') ?? {})],
  })
  const streaming = composeStreaming({ ...streamingParts, sources, stream, overlay, deckKey: stores.deckKey })
  const telemetry = composeTelemetry({
    gateway,
    audit,
    settings,
    stream,
    secrets: options.telemetryHeaders ?? memorySecrets(),
    connectedClients,
    gatewayId,
    clock,
    log: logOf('telemetry'),
  })
  const { discord, digests } = composeDiscord({
    ...streamingParts,
    profile,
    audit,
    stream,
    people: directory,
    approvals: elsewhere,
    log: options.log,
  })
  const backupSchedules = new BackupSchedules({
    settings,
    registry: gateway.registry,
    ownerCommands: gateway.ownerCommands,
    clock,
    log: logOf('java'),
    backupsOf: (id) => javaServers.backupsOf(id),
  })
  backupSchedules.start()
  const endWatching = settings.watch()
  const demoWorld = new DemoWorld(agents)

  return {
    gateway,
    agents,
    javaServers,
    structures,
    backupSchedules,
    builds: gateway.builds,
    buildPreviews,
    bedrock,
    services,
    settings,
    clients,
    audit,
    consents,
    people,
    remote,
    gatewayId,
    log: options.log,
    gameApprovals,
    discord,
    stream,
    overlay,
    xiaozhi,
    neuro,
    streaming,
    telemetry,
    digests,
    httpListener,
    connectionHistory,
    schemas,
    sandbox,
    toolNameOf,
    portTaken,
    remoteClients,
    connectedClients,
    refusals,
    token,
    keyless,
    approvalRecords: stores.approvals,
    servers: createServerProviders(agents, javaServers, gateway.trust),
    chat: chat.chat,
    tokenFor: createPairingTokens(stores.state),
    addDemoWorld: () => demoWorld.add(),
    removeDemoWorld: () => demoWorld.remove(),
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
      backupSchedules.stop()
      digests.stop()
      records.endFollowing()
      endLimitingHeap()
      bedrock.stop()
      connectionHistory.stop()
      consents.declineAll()
      gameApprovals.stop()
      chat.stop()
      // Services get time of their own to end everything they started.
      const endingServices = services.stop()
      const closing = Promise.allSettled([
        gateway.stop().then(() => Promise.all([demoWorld.remove(), discord.stop()])),
        httpListener.close(),
        schemas.stop(),
        sandbox.stop(),
        sight.stop(),
        remote.stop(),
        people.stop(),
        overlay.stop(),
        xiaozhi.stop(),
        neuro.stop(),
        streaming.stop(),
      ])
      await Promise.race([closing, pause(stoppingMs)])
      // A backup in progress turns saving on again first; that may take seconds.
      await javaServers.stop()
      await endingServices
      await telemetry.stop()
      stores.close()
      audit.close()
    },
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void clock.after(milliseconds, resolve))
