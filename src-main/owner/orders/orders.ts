/**
 * Orders: what each row of the table does, by subject. Only connects them with the parts of the program.
 *
 * A headless program follows those without a desktop; a desktop follows all.
 */

import { coreCatalogue } from '@contract/core-catalogue.js'
import type { ConnectedClients } from '../../gateway/clients/connected-clients.js'
import type { Consents } from '../../gateway/clients/consents.js'
import type { KeylessClients } from '../../gateway/clients/keyless-clients.js'
import type { Builds } from '../../gateway/feeds/builds.js'
import type { StreamSafe } from '../../gateway/feeds/stream-safe.js'
import type { Gateway } from '../../gateway/gateway.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { Practice } from '../../gateway/practice.js'
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
import type { ServerUpdates } from '../server-updates.js'
import type { BackupSchedules } from '../servers/backup-schedules.js'
import { createJavaCheck, createJavaTrial } from '../servers/java-check.js'
import { type JavaSetUps, rconPortsOf } from '../servers/java-set-ups.js'
import type { PersistentServers } from '../servers/persistent-servers.js'
import { createRemoteSetUps } from '../servers/remote-set-ups.js'
import { createServerTrial } from '../servers/server-trial.js'
import type { ServiceRepository } from '../servers/service-repository.js'
import { createWayTrial } from '../servers/way-trial.js'
import type { SettingsTransfer } from '../settings-transfer.js'
import type { PanicKeys } from '../table/shapes.js'
import type { Orders, OrdersAbout } from '../table/table.js'
import { type LastLook, WhileAway } from '../while-away.js'
import { type CapabilityOrdersDependencies, capabilityOrders } from './actions.js'
import { consentOrders, keylessOrders } from './admission.js'
import {
  type ApprovalRecords,
  type ApprovalScreen,
  approvalOrders,
  type GameApprovalAccess,
  gameApprovalOrders,
  inputOrders,
  practiceOrders,
} from './approvals.js'
import { type AudienceAccess, audienceOrders } from './audience.js'
import { backupOrders } from './backups.js'
import { areaOrders, buildOrders, structureOrders } from './builds.js'
import { type ConnectDependencies, clientOrders, connectOrders, FreshKey } from './clients.js'
import { type DeckAccess, deckOrders } from './deck.js'
import { type DiscordAccess, discordOrders } from './discord.js'
import {
  type ChatAccess,
  type ChatOrdersDependencies,
  chatOrders,
  type OverlayAccess,
  overlayOrders,
  streamOrders,
  type XiaozhiAccess,
  xiaozhiOrders,
} from './features.js'
import { type NeuroAccess, neuroOrders } from './neuro.js'
import { type ObsAccess, obsOrders } from './obs.js'
import { type PeopleAccess, peopleOrders } from './people.js'
import {
  type AppFacts,
  appOrders,
  type CrashAccess,
  crashOrders,
  type DesktopAccess,
  desktopOrders,
  type UpdateAccess,
  updateOrders,
} from './program.js'
import { type ReportOrdersDependencies, reportOrders } from './reports.js'
import { askingOrders, panicOrders, ruleOrders } from './rules.js'
import { serverPageOrders } from './server-page.js'
import { serverOrders } from './servers.js'
import { type ServiceDesktop, serviceOrders } from './services.js'
import { type BedrockOrdersDependencies, bedrockOrders, type JavaOrdersDependencies, javaOrders } from './set-up.js'
import { auditOrders, awayOrders, type ChooseFile, liveOrders, undoOrders } from './trail.js'
import { type VotesAccess, voteOrders } from './votes.js'

/** The parts of every program. */
export interface OwnerParts {
  readonly gateway: Gateway
  readonly approvalRecords: ApprovalRecords
  readonly settings: SettingsStore
  readonly clients: ClientService
  readonly consents: Consents
  readonly keyless: KeylessClients
  readonly people: PeopleAccess
  readonly discord: DiscordAccess
  readonly javaServers: JavaProvider
  readonly backupSchedules: BackupSchedules
  readonly builds: Builds
  readonly buildPreviews: BuildPreviews
  readonly structures: StructureLibrary
  readonly bedrock: { readonly provider: { acceptIfWaiting(id: string): boolean } }
  readonly connectionHistory: Pick<ConnectionHistory, 'of'>
  readonly schemas: SchemaThread
  readonly servers: PersistentServers
  readonly serviceRepository: ServiceRepository
  readonly serverUpdates: Pick<ServerUpdates, 'whole' | 'states'>
  readonly tokenFor: TokenFor
  /** Folder of the program's data. */
  readonly profile: string
  readonly clock: Clock
  readonly log: Log
}

/** What only a desktop has: a window, a pop-up, a clipboard, dialogs, and programs that open files and pages. */
export interface DesktopParts {
  readonly popUp: ApprovalScreen
  readonly panicKeys: () => PanicKeys
  readonly app: AppFacts
  readonly settingsTransfer: SettingsTransfer
  readonly desktop: DesktopAccess
  readonly crash: Omit<CrashAccess, 'copy'>
  readonly updates: UpdateAccess
  readonly openReleases: () => Promise<void>
  readonly copy: (text: string) => Promise<void>
  readonly openAddress: (href: string) => Promise<void>
  readonly chooseAuditFile: ChooseFile
  readonly chooseReport: ReportOrdersDependencies['chooseFile']
  readonly chooseStructure: () => Promise<string | undefined>
  readonly java: Pick<JavaOrdersDependencies, 'search' | 'chooseFolder'> & { readonly setUps: JavaSetUps }
  readonly bedrock: Pick<BedrockOrdersDependencies, 'setup' | 'accept' | 'reject' | 'installPack'>
  readonly services: ServiceDesktop
  readonly connections: ConnectDependencies['connections']
  readonly connectedClients: Pick<ConnectedClients, 'all'>
  readonly capabilities: Pick<CapabilityOrdersDependencies, 'sandbox' | 'toolNameOf'>
  readonly audit: AuditService
  readonly lastLook: LastLook
  readonly stream: StreamSafe
  readonly overlay: OverlayAccess
  readonly streaming: {
    readonly obs: ObsAccess
    readonly deck: DeckAccess
    readonly sources: { readonly votes: VotesAccess }
  }
  readonly chat: ChatAccess
  readonly chatView: ChatOrdersDependencies['view']
  readonly xiaozhi: XiaozhiAccess
  readonly viewers: AudienceAccess
  readonly neuro: NeuroAccess
  readonly gameApprovals: GameApprovalAccess
  readonly secrets: SecretStore
  readonly switchStream: (on: boolean) => Promise<'switched' | 'kept' | 'unsaved'>
}

type Everywhere =
  | 'approvals'
  | 'asking'
  | 'backups'
  | 'clients'
  | 'consents'
  | 'discord'
  | 'keyless'
  | 'panic'
  | 'people'
  | 'pop-up'
  | 'rules'
  | 'servers'
  | 'services'
  | 'undo'

const noKeys = (): PanicKeys => ({ accelerator: '', works: false })

/** A headless program has no clipboard, and no order to copy anything. */
const noClipboard = { fresh: new FreshKey(), copy: async () => {} }

/** @param desktop absent in a headless program */
export function ordersEverywhere(
  parts: OwnerParts,
  desktop?: Pick<DesktopParts, 'popUp' | 'panicKeys' | 'services' | 'copy'> & { readonly fresh: FreshKey },
): OrdersAbout<Everywhere> {
  const { gateway, settings, servers, clients, clock, schemas, tokenFor, bedrock, javaServers } = parts
  const serverOf = (id: string) => settings.get().servers.find((server) => server.id === id)
  const { secretsOf } = servers
  const { fresh, copy } = desktop ?? noClipboard
  const serversAsked = serverOrders({
    registry: gateway.registry,
    saved: () => settings.get().servers,
    servers,
    trust: gateway.trust,
    rules: gateway.rules,
    updates: parts.serverUpdates,
    acceptGame: (id) => bedrock.provider.acceptIfWaiting(id),
    tryServer: createServerTrial({ schemas, serverOf, secretsOf, tokenFor }),
    ways: createWayTrial({
      open: (server, secrets) => javaServers.openWay(server, secrets),
      list: (place) => javaServers.listPlaces(place),
      serverOf,
      secretsOf,
      clock,
    }),
    remoteSetUps: createRemoteSetUps({
      setup: new ServerSetup({ profile: parts.profile, now: () => clock.now() }),
      open: (server, secrets) => javaServers.openWay(server, secrets),
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
    ...approvalOrders(gateway.approvals, parts.approvalRecords, desktop?.popUp),
    ...ruleOrders(gateway.rules),
    ...askingOrders(gateway.askingPauses),
    ...panicOrders(gateway.panic, desktop?.panicKeys ?? noKeys),
    ...peopleOrders(parts.people, clock),
    ...discordOrders(parts.discord),
    ...clientOrders(clients, fresh, copy),
    ...consentOrders(parts.consents, clock),
    ...keylessOrders(parts.keyless, clock),
    ...serversAsked,
    ...backupOrders({
      ownerCommands: gateway.ownerCommands,
      schedules: parts.backupSchedules,
      backupsOf: (id) => javaServers.backupsOf(id),
      hostBackupsOf: (id) => javaServers.hostBackupsOf(id),
      orderPower: async (order, giver) => serversAsked['servers:power'](order, giver),
      clock,
    }),
    ...serviceOrders({ services: parts.serviceRepository, desktop: desktop?.services, clock, log: parts.log }),
    ...undoOrders(gateway.undo, gateway.builds),
  }
}

export function createOrders(parts: OwnerParts, desktop: DesktopParts): Orders {
  const { gateway, settings, clock, log, servers } = parts
  const { copy, stream, secrets, popUp } = desktop
  const { registry } = gateway
  const { secretsOf } = servers
  const fresh = new FreshKey()
  const serverOf = (id: string) => settings.get().servers.find((server) => server.id === id)
  return {
    ...ordersEverywhere(parts, { ...desktop, fresh }),
    ...inputOrders({ inputs: gateway.inputs, screen: popUp, openAddress: desktop.openAddress }),
    ...gameApprovalOrders(desktop.gameApprovals),
    ...practiceOrders(new Practice(gateway)),
    ...bedrockOrders({ ...desktop.bedrock, logins: gateway.logins, stream, registry, copy }),
    ...javaOrders({
      ...desktop.java,
      registry,
      copy,
      takenPorts: () => rconPortsOf(settings.get().servers),
      check: createJavaCheck({ serverOf, secretsOf, clock, log }),
      tryNew: createJavaTrial({ clock, log }),
    }),
    ...capabilityOrders({
      ...desktop.capabilities,
      registry,
      trust: gateway.trust,
      manualCalls: gateway.manualCalls,
      copy,
    }),
    ...serverPageOrders({
      registry,
      ownerCommands: gateway.ownerCommands,
      players: gateway.onlinePlayers,
      consoles: gateway.consoles,
    }),
    ...buildOrders({
      previews: parts.buildPreviews,
      builds: parts.builds,
    }),
    ...areaOrders(settings),
    ...structureOrders({ library: parts.structures, chooseFile: desktop.chooseStructure }),
    ...liveOrders(gateway, stream),
    ...auditOrders(desktop.audit, desktop.chooseAuditFile),
    ...reportOrders({
      audit: desktop.audit,
      settings,
      language: () => stream.language,
      profile: parts.profile,
      chooseFile: desktop.chooseReport,
    }),
    ...awayOrders(
      new WhileAway({
        ...desktop,
        undo: gateway.undo,
        isRead: (capabilityId, server = '') =>
          (registry.offerBy(server, capabilityId)?.manifest ?? coreCatalogue.get(capabilityId))?.type === 'context',
        clock,
      }),
    ),
    ...connectOrders({
      connections: desktop.connections,
      connectedClients: () => desktop.connectedClients.all(),
      fresh,
      copy,
    }),
    ...xiaozhiOrders(desktop.xiaozhi),
    ...audienceOrders(desktop.viewers, desktop),
    ...neuroOrders(desktop.neuro),
    ...chatOrders(desktop.chat, gateway.logins, secrets, { stream, copy, view: desktop.chatView }),
    ...overlayOrders(desktop.overlay, secrets, copy),
    ...obsOrders(desktop.streaming.obs),
    ...deckOrders(desktop.streaming.deck, copy),
    ...streamOrders(desktop.switchStream),
    ...voteOrders(desktop.streaming.sources.votes),
    ...desktopOrders(desktop.desktop),
    ...updateOrders(desktop.updates, desktop.openReleases),
    ...crashOrders({ ...desktop.crash, copy }, clock, log),
    ...appOrders(desktop.app, settings, desktop.settingsTransfer),
  }
}

const decidingOf = ({ gateway, settings, clock }: OwnerParts) => ({
  rules: gateway.rules,
  quorums: () => settings.get(),
  governance: () => settings.get(),
  clock,
})
