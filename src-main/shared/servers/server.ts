/** Server: a Minecraft server, or another MCP server (a service), as the gateway knows it. */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'
import type { Health } from '@contract/generated/message-frame.js'
import type { JavaAddressKind } from '@contract/java-address.js'
import type { MissingFeatureKind } from './java-server.js'
import type { LogReading } from './log-reading.js'
import type { QuarantinedCapability } from './quarantine.js'
import type { PanelQueue, ServerPower } from './server-way.js'
import type { TextFinding } from './text-finding.js'

/** Id of the built-in demo world. */
export const demoWorldId = 'demo'

/** Its name until a person renames it; `server-name.ts` translates it. */
export const demoWorldName = 'Demo world'

/** How a Java server is reached that runs elsewhere. */
export type RemoteWay = Exclude<JavaAddressKind, 'rcon'>

/** `degraded`: connected, but heartbeats are missing or the server reports a problem. */
export type ServerState = 'connecting' | 'online' | 'degraded' | 'offline'

/**
 * Why a connected server is `degraded`: its heartbeats are missing, it reports a problem, it does not save because a
 * backup could not enable saving again, or its list of players cannot be read.
 */
export type DegradedReason = 'silent' | 'unwell' | 'saving-off' | 'players-unknown'

/**
 * Whether a Java server proves which account a player has: `checked` with `online-mode=true`; `offline-mode` also behind
 * a proxy; `unknown` when its settings do not say it.
 */
export type AccountCheck = 'checked' | 'offline-mode' | 'unknown'

export interface LastHeartbeat {
  /** ISO 8601. */
  readonly at: string
  /** Round-trip milliseconds of a heartbeat; absent before the first one. */
  readonly latencyMs?: number
}

/** A capability that a provider offered and the gateway refused. */
export interface RefusedCapability {
  readonly id: string
  readonly reason: string
  /** Why a Java server does not offer it; the texts are under `lack` in `contract/words/`. */
  readonly lack?: MissingFeatureKind
}

export interface Server {
  readonly id: string
  readonly name: string
  /** The server declared the name, and no person renamed it. */
  readonly namesItself?: true
  /** The name that it declares now; the old name stays until a person renames it. */
  readonly newName?: string
  /** Hash of its program or address: another one with the same id inherits no trust. */
  readonly identity?: string
  readonly kind: 'agent' | 'simulator' | 'java' | 'bedrock' | 'service'
  readonly address?: string
  /** How a Java server is reached; without it by RCON. */
  readonly way?: RemoteWay
  /** In Docker on another computer, where SSH signs in. */
  readonly overSsh?: true
  /** Where its host says whether it runs, and starts and stops it. */
  readonly power?: ServerPower
  /** While a panel's limit delays something. */
  readonly queue?: PanelQueue
  readonly state: ServerState
  /** Why it is not online, and how to fix it. */
  readonly problem?: ContractError
  /** Present while it is `degraded`. */
  readonly strain?: DegradedReason
  /** Of the current or the last connection. */
  readonly heartbeat?: LastHeartbeat
  /** Why the folder of a Java server cannot be used. It is tried again. */
  readonly folderProblem?: ContractError
  /** Of the log of a Java server whose folder is on this computer. */
  readonly log?: LogReading
  /** Of a Java server. */
  readonly accounts?: AccountCheck
  /** Of a Java server: plugins or mods can give a player the name of another one in the chat, also in the log. */
  readonly chatNames?: 'changeable'
  /** SHA-256 fingerprint of the certificate that a person trusted, if any; no other is accepted. */
  readonly certificate?: string
  /** Version of the contract that its agent speaks. */
  readonly agent?: string
  /** Id that its agent declares. See docs/protocol.md#agents-register-ack. */
  readonly agentId?: string
  /** Environment that its agent declares, for example `production`. */
  readonly environment?: string
  /**
   * `degraded`: its agent speaks an older version of the contract, without newer features. See
   * docs/protocol.md#versions-contract.
   */
  readonly contract?: 'full' | 'degraded'
  /** Software and version, for example `Paper 1.20.4`. */
  readonly software?: string
  readonly maxPlayers?: number
  readonly health?: Health
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
  /**
   * What it offered before and offers no more, without a change by its owner: names of tools of a service, ids of
   * capabilities of another server.
   */
  readonly lost?: readonly string[]
  /** Actions for which it takes snapshots; all when omitted. */
  readonly snapshotsOf?: readonly string[]
  /** Restoring one of its snapshots preserves later changes of others. */
  readonly snapshotsKeepLater?: true
  /** Capability id → findings in its texts as received. */
  readonly findings?: Readonly<Record<string, readonly TextFinding[]>>
  /** Capabilities that no person has accepted yet; set by the gateway, never by a provider. */
  readonly quarantined?: readonly QuarantinedCapability[]
}

export const isConnected = ({ state }: Pick<Server, 'state'>): boolean => state === 'online' || state === 'degraded'

/** Whether it is a Minecraft server, and not another MCP server. */
export const isWorld = ({ kind }: Pick<Server, 'kind'>): boolean => kind !== 'service'

/** What it offered and the gateway refused. A capability that its version of the game lacks is no problem. */
export const refusedOn = ({ refused = [] }: Partial<Pick<Server, 'refused'>>): readonly RefusedCapability[] =>
  refused.filter(({ lack }) => lack === undefined)

/** Whether something else is refused than before. */
export const refusesOther = (server: Pick<Server, 'refused'>, before: Pick<Server, 'refused'> | undefined): boolean =>
  server.refused !== before?.refused && refusalsOf(server) !== refusalsOf(before ?? {})

const refusalsOf = (server: Partial<Pick<Server, 'refused'>>): string =>
  JSON.stringify(refusedOn(server).map(({ id, reason }) => [id, reason]))

/** Pending capabilities of a server: those in quarantine that no person rejected. */
export const waitingOn = ({ quarantined = [] }: Pick<Server, 'quarantined'>): readonly QuarantinedCapability[] =>
  quarantined.some(({ rejected }) => rejected) ? quarantined.filter(({ rejected }) => !rejected) : quarantined
