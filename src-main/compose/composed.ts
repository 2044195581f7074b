/** Composed: what the tray program and the headless program have in common, and the options they give. */

import type { OtherClients } from '@shared/clients/keyless.js'
import type { SandboxThread } from '../../agents/kit/sandbox/sandbox-thread.js'
import type { Discord } from '../approvers/discord/discord.js'
import type { GameApprovals } from '../approvers/game/game-approvals.js'
import type { Overlay } from '../consumers/overlay/overlay.js'
import type { ChatKeyStore } from '../gateway/clients/chat-logins.js'
import type { ConnectedClients } from '../gateway/clients/connected-clients.js'
import type { Consents } from '../gateway/clients/consents.js'
import type { KeylessClients } from '../gateway/clients/keyless-clients.js'
import type { RejectedConnections } from '../gateway/clients/rejected-connections.js'
import type { Builds } from '../gateway/feeds/builds.js'
import type { StreamSafe } from '../gateway/feeds/stream-safe.js'
import type { Gateway } from '../gateway/gateway.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { ConnectionHistory } from '../gateway/trust/connection-history.js'
import type { HttpListener } from '../network/http/http-listener.js'
import type { BuildPreviews } from '../owner/build-previews.js'
import type { Digests } from '../owner/digest/digests.js'
import type { RemoteAccess } from '../owner/doors/remote/remote-access.js'
import type { BackupSchedules } from '../owner/servers/backup-schedules.js'
import type { ServerProviders } from '../owner/servers/server-providers.js'
import type { AgentProvider } from '../providers/agent/agent-provider.js'
import type { JavaProvider } from '../providers/java/java-provider.js'
import type { StructureLibrary } from '../providers/minecraft/build/structures.js'
import type { CheckpointSeal } from '../storage/audit/checkpoint.js'
import type { AuditService } from '../storage/audit-service.js'
import type { ClientService } from '../storage/client-service.js'
import type { ProgramLog } from '../storage/log/program-log.js'
import type { TokenFor } from '../storage/pairing-tokens.js'
import type { SettingsStore } from '../storage/settings-store.js'
import type { Stores } from '../storage/stores.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import type { SchemaThread } from '../validation/schema-thread.js'
import type { BedrockTerms, ComposedBedrock } from './bedrock.js'
import type { ComposedChat } from './chat.js'
import type { ComposedHttp } from './http.js'
import type { ComposedNeuro } from './neuro.js'
import type { ComposedPeople } from './people.js'
import type { ComposedServices } from './services.js'
import type { ComposedStreaming } from './streaming.js'
import type { ComposedXiaozhi } from './xiaozhi.js'

export interface ComposeOptions {
  /** Absolute path of the data folder, locked by this process. */
  readonly profile: string
  readonly log: ProgramLog
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
  /** Where secrets of what a streamer connects are stored; default: in memory. */
  readonly streamingSecrets?: SecretStore
  /** Where headers for collectors of telemetry are stored; default: in memory. */
  readonly telemetryHeaders?: SecretStore
  /** Absolute path of a services file to use instead of the profile's. */
  readonly services?: string | undefined
  /** The secret of a service, by `SERVICE/NAME`; default: none. */
  readonly serviceSecretOf?: (name: string) => string | undefined
  /** Where tokens of service sign-ins are stored; default: in memory. */
  readonly serviceTokens?: SecretStore
  /** Whether somebody can answer at this computer; default: yes. */
  readonly hasDesktop?: boolean
  /** Whether nobody uses this computer; default: nobody does. */
  readonly isAway?: () => boolean
  /** Programs without a key of their own, until the owner has chosen; default: they are allowed. */
  readonly otherClients?: OtherClients
  /** Whether services are only started by `services.release()`, since the last run crashed. */
  readonly deferServices?: boolean
}

export interface Composed {
  readonly gateway: Gateway
  /** The requests as stored, also those that are over. */
  readonly approvalRecords: Stores['approvals']
  readonly agents: AgentProvider
  readonly javaServers: JavaProvider
  /** Structure files that the owner added. */
  readonly structures: StructureLibrary
  readonly backupSchedules: BackupSchedules
  readonly builds: Builds
  readonly buildPreviews: BuildPreviews
  readonly bedrock: ComposedBedrock
  /** Other MCP servers. */
  readonly services: ComposedServices
  /** Every server a person added, of any kind. */
  readonly servers: ServerProviders
  readonly settings: SettingsStore
  readonly clients: ClientService
  readonly audit: AuditService
  /** Programs without a key of their own. */
  readonly keyless: KeylessClients
  /** Programs that registered by OAuth and wait for consent. */
  readonly consents: Consents
  /** Who answers besides the person at the computer, and on which ways. */
  readonly people: ComposedPeople
  /** Where people come in from other computers. */
  readonly remote: RemoteAccess
  /** The owner's own player, who approves requests in the game. */
  readonly gameApprovals: GameApprovals
  /** Requests in a channel on Discord, and messages to it. */
  readonly discord: Discord
  /** Redaction in stream mode, for everything that is shown. */
  readonly stream: StreamSafe
  readonly overlay: Overlay
  /** The AI that players talk to. */
  readonly chat: ComposedChat['chat']
  /** Makes the token of an agent from a pairing code, and keeps it in the profile. */
  readonly tokenFor: TokenFor
  /** Voice devices. */
  readonly xiaozhi: ComposedXiaozhi
  /** The AI VTuber. */
  readonly neuro: ComposedNeuro
  /** What a streamer connects. */
  readonly streaming: ComposedStreaming
  readonly telemetry: Telemetry
  /** The daily message about what AI did. */
  readonly digests: Digests
  readonly httpListener: HttpListener
  readonly connectionHistory: ConnectionHistory
  /** Where untrusted schemas are compiled. */
  readonly schemas: SchemaThread
  /** Sandbox for trying calls without effect. */
  readonly sandbox: SandboxThread
  /** What AI clients call a capability. */
  readonly toolNameOf: (capabilityId: string) => string
  /** The configured port, when another program uses it. */
  readonly portTaken: number | undefined
  /** For the port of owners' windows, where AI clients of other computers connect too. */
  readonly remoteClients: ComposedHttp['remoteClients']
  /** Connected and refused clients. */
  readonly connectedClients: ConnectedClients
  readonly refusals: RejectedConnections
  /** Identifies this gateway to agents and to windows of other computers. */
  readonly gatewayId: string
  readonly log: ProgramLog
  /** Bearer token of the bridge and of the same person's scripts. */
  readonly token: string
  /** Adds the embedded demo world, once. */
  addDemoWorld(): Promise<void>
  removeDemoWorld(): Promise<void>
  /**
   * Publishes the endpoint for the bridge, once every server has connected or timed out: some clients list tools only
   * once.
   */
  announce(): Promise<void>
  /** Denies open approvals and closes all connections, within two seconds; a running backup may take longer. */
  stop(): Promise<void>
}
