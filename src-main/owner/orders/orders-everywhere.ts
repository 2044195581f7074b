/**
 * Orders everywhere: what every program follows, with a desktop or without. Only connects them with the parts of the
 * program.
 *
 * A headless program follows all orders that a person on another computer may give. What such a person may not give and
 * a desktop is needed for ends with an error there, and nobody can order it.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ConnectedClients } from '../../gateway/clients/connected-clients.js'
import type { Consents } from '../../gateway/clients/consents.js'
import type { KeylessClients } from '../../gateway/clients/keyless-clients.js'
import type { Builds } from '../../gateway/feeds/builds.js'
import type { StreamSafe } from '../../gateway/feeds/stream-safe.js'
import type { Gateway } from '../../gateway/gateway.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { ConnectionHistory } from '../../gateway/trust/connection-history.js'
import type { JavaProvider } from '../../providers/java/java-provider.js'
import { ServerSetup } from '../../providers/java/setup/server-setup.js'
import type { StructureLibrary } from '../../providers/minecraft/build/structures.js'
import type { AuditService } from '../../storage/audit-service.js'
import type { ClientService } from '../../storage/client-service.js'
import type { TokenFor } from '../../storage/pairing-tokens.js'
import type { SettingsStore } from '../../storage/settings-store.js'
import type { SchemaThread } from '../../validation/schema-thread.js'
import type { BuildPreviews } from '../build-previews.js'
import { ScreensElsewhere } from '../screens-elsewhere.js'
import type { ServerUpdates } from '../server-updates.js'
import type { BackupSchedules } from '../servers/backup-schedules.js'
import { createJavaCheck } from '../servers/java-check.js'
import type { PersistentServers } from '../servers/persistent-servers.js'
import { createRemoteSetUps } from '../servers/remote-set-ups.js'
import { createServerTrial } from '../servers/server-trial.js'
import type { ServiceRepository } from '../servers/service-repository.js'
import { createWayTrial } from '../servers/way-trial.js'
import type { PanicKeys } from '../table/shapes.js'
import { lastLookIn, WhileAway } from '../while-away.js'
import { type CapabilityOrdersDependencies, capabilityOrders, serverPageOrders } from './actions.js'
import {
  type ApprovalRecords,
  type ApprovalScreen,
  approvalOrders,
  type GameApprovalAccess,
  gameApprovalOrders,
  inputOrders,
} from './approvals.js'
import { backupOrders } from './backups.js'
import { areaOrders, buildOrders, structureOrders } from './builds.js'
import { clientOrders, connectedOrders, consentOrders, FreshKey, keylessOrders } from './clients.js'
import { type FeatureOrdersDependencies, featureOrders } from './features.js'
import {
  type DiscordAccess,
  discordOrders,
  type PeopleAccess,
  peopleOrders,
  type RemoteOrdersDependencies,
  remoteOrders,
} from './people.js'
import { settingsOrders } from './program.js'
import { askingOrders, panicOrders, ruleOrders } from './rules.js'
import { serverOrders } from './servers.js'
import { type ServiceDesktop, serviceOrders } from './services.js'
import { type BedrockOrdersDependencies, bedrockOrders, javaCheckOrders } from './set-up.js'
import { type StreamingAccess, streamingOrders } from './streaming.js'
import {
  auditOrders,
  awayOrders,
  type ChooseFile,
  type DigestAccess,
  liveOrders,
  type TelemetryAccess,
  telemetryOrders,
  undoOrders,
} from './trail.js'

/** The parts of every program. */
export interface OwnerParts extends Omit<FeatureOrdersDependencies, 'logins' | 'copy' | 'stream'> {
  readonly gateway: Gateway
  readonly approvalRecords: ApprovalRecords
  readonly settings: SettingsStore
  readonly audit: AuditService
  readonly clients: ClientService
  readonly connectedClients: Pick<ConnectedClients, 'all'>
  readonly consents: Consents
  readonly keyless: KeylessClients
  readonly people: PeopleAccess
  readonly discord: DiscordAccess
  readonly remote: RemoteOrdersDependencies['access']
  readonly gameApprovals: GameApprovalAccess
  readonly javaServers: JavaProvider
  readonly backupSchedules: BackupSchedules
  readonly builds: Builds
  readonly buildPreviews: BuildPreviews
  readonly structures: StructureLibrary
  readonly bedrock: Pick<BedrockOrdersDependencies, 'setup'> & {
    readonly provider: Pick<BedrockOrdersDependencies, 'accept' | 'reject'> & { acceptIfWaiting(id: string): boolean }
  }
  readonly connectionHistory: Pick<ConnectionHistory, 'of'>
  readonly schemas: SchemaThread
  readonly sandbox: CapabilityOrdersDependencies['sandbox']
  readonly toolNameOf: CapabilityOrdersDependencies['toolNameOf']
  readonly servers: PersistentServers
  readonly serviceRepository: ServiceRepository
  readonly serverUpdates: Pick<ServerUpdates, 'whole' | 'states'>
  readonly stream: StreamSafe
  readonly streaming: StreamingAccess
  readonly telemetry: TelemetryAccess
  readonly digests: DigestAccess
  readonly tokenFor: TokenFor
  /** Folder of the program's data. */
  readonly profile: string
  readonly clock: Clock
  readonly log: Log
}

/** What a desktop adds to these orders: its pop-up, clipboard and dialogs. */
export interface DesktopHelp {
  readonly popUp: ApprovalScreen
  readonly panicKeys: () => PanicKeys
  /** Absent in a headless program. */
  readonly services?: ServiceDesktop
  readonly copy: (text: string) => Promise<void>
  readonly openAddress: (href: string) => Promise<void>
  readonly chooseAuditFile: ChooseFile
  readonly chooseStructure: () => Promise<string | undefined>
  readonly installPack: BedrockOrdersDependencies['installPack']
}

/** @param help absent in a headless program @param fresh the key that a person may copy */
export function ordersEverywhere(parts: OwnerParts, help: DesktopHelp = noDesktop, fresh = new FreshKey()) {
  const { gateway, settings, servers, clients, clock, schemas, tokenFor, bedrock, javaServers, stream } = parts
  const { copy, popUp } = help
  const { registry } = gateway
  const serverOf = (id: string) => settings.get().servers.find((server) => server.id === id)
  const { secretsOf } = servers
  const elsewhere = new ScreensElsewhere(clock)
  const serversAsked = serverOrders({
    registry,
    saved: () => settings.get().servers,
    servers,
    trust: gateway.trust,
    rules: gateway.rules,
    updates: parts.serverUpdates,
    acceptGame: (id) => bedrock.provider.acceptIfWaiting(id),
    tryServer: createServerTrial({ schemas, serverOf, secretsOf, tokenFor }),
    ways: createWayTrial({
      open: (server, given) => javaServers.openWay(server, given),
      list: (place) => javaServers.listPlaces(place),
      serverOf,
      secretsOf,
      clock,
    }),
    remoteSetUps: createRemoteSetUps({
      setup: new ServerSetup({ profile: parts.profile, now: () => clock.now() }),
      open: (server, given) => javaServers.openWay(server, given),
      serverOf,
      secretsOf,
      clock,
    }),
    ownerCommands: gateway.ownerCommands,
    orderPower: (id, order) => javaServers.order(id, order),
    history: parts.connectionHistory,
    clients,
    gatehouse: decidingOf(parts),
  })
  return {
    ...approvalOrders(gateway.approvals, parts.approvalRecords, popUp, elsewhere),
    ...inputOrders({ inputs: gateway.inputs, screen: popUp, elsewhere, openAddress: help.openAddress }),
    ...gameApprovalOrders(parts.gameApprovals),
    ...ruleOrders(gateway.rules),
    ...askingOrders(gateway.askingPauses),
    ...panicOrders(gateway.panic, help.panicKeys),
    ...peopleOrders(parts.people, clock),
    ...remoteOrders({ access: parts.remote, stream, hasWindow: help !== noDesktop }),
    ...discordOrders(parts.discord),
    ...clientOrders(clients, fresh, copy),
    ...connectedOrders(() => parts.connectedClients.all()),
    ...consentOrders(parts.consents, clock),
    ...keylessOrders(parts.keyless, clock),
    ...serversAsked,
    ...serverPageOrders({
      registry,
      ownerCommands: gateway.ownerCommands,
      players: gateway.onlinePlayers,
      consoles: gateway.consoles,
    }),
    ...javaCheckOrders(createJavaCheck({ serverOf, secretsOf, clock, log: parts.log })),
    ...bedrockOrders({
      setup: () => bedrock.setup(),
      accept: (id) => bedrock.provider.accept(id),
      reject: (id) => bedrock.provider.reject(id),
      installPack: help.installPack,
      logins: gateway.logins,
      stream,
      registry,
      copy,
    }),
    ...backupOrders({
      ownerCommands: gateway.ownerCommands,
      schedules: parts.backupSchedules,
      backupsOf: (id) => javaServers.backupsOf(id),
      hostBackupsOf: (id) => javaServers.hostBackupsOf(id),
      orderPower: async (order, giver) => serversAsked['servers:power'](order, giver),
      clock,
    }),
    ...serviceOrders({ services: parts.serviceRepository, desktop: help.services, clock, log: parts.log }),
    ...capabilityOrders({ ...parts, registry, trust: gateway.trust, manualCalls: gateway.manualCalls, copy }),
    ...buildOrders({ previews: parts.buildPreviews, builds: parts.builds }),
    ...areaOrders(settings),
    ...structureOrders({ library: parts.structures, chooseFile: help.chooseStructure }),
    ...liveOrders(gateway, stream),
    ...auditOrders(parts.audit, help.chooseAuditFile),
    ...undoOrders(gateway.undo, gateway.builds),
    ...awayOrders(
      new WhileAway({
        lastLook: lastLookIn(parts.profile),
        audit: parts.audit,
        undo: gateway.undo,
        isRead: (capabilityId, server = '') =>
          (registry.offerBy(server, capabilityId)?.manifest ?? coreCatalogue.get(capabilityId))?.type === 'context',
        clock,
      }),
    ),
    ...featureOrders({ ...parts, logins: gateway.logins, copy }),
    ...telemetryOrders(parts.telemetry, parts.digests),
    ...streamingOrders(parts.streaming, help),
    ...settingsOrders(settings),
  }
}

const decidingOf = ({ gateway, settings, clock }: OwnerParts) => ({
  rules: gateway.rules,
  quorums: () => settings.get(),
  governance: () => settings.get(),
  clock,
})

async function needsDesktop(): Promise<never> {
  throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Only the desktop app can do this.',
    suggestion: 'Start the desktop app on the computer of the gateway.',
  })
}

const noDesktop: DesktopHelp = {
  popUp: { show: () => {}, resize: () => {}, shown: () => {}, mayApprove: () => false },
  panicKeys: () => ({ accelerator: '', works: false }),
  copy: needsDesktop,
  openAddress: needsDesktop,
  chooseAuditFile: needsDesktop,
  chooseStructure: needsDesktop,
  installPack: needsDesktop,
}
