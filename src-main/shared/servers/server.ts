/** Server: a Minecraft server, or another MCP server (a service), as the gateway knows it. */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'
import type { Health } from '@contract/generated/message-frame.js'
import type { MissingFeatureKind } from './java-server.js'
import type { QuarantinedCapability } from './quarantine.js'
import type { TextFinding } from './text-finding.js'

/** Id of the built-in demo world. */
export const demoWorldId = 'demo'

/** What it is called until a person names it otherwise; in the language of a screen by `server-name.ts`. */
export const demoWorldName = 'Demo world'

/** `degraded`: connected, but heartbeats are missing or the server says that it is unwell. */
export type ServerState = 'connecting' | 'online' | 'degraded' | 'offline'

/**
 * Why a server that is connected is `degraded`: its heartbeats are missing, it says itself that it is unwell, or it does
 * not save since a backup could not switch saving on again.
 */
export type DegradedReason = 'silent' | 'unwell' | 'saving-off'

/** The last sign of life. */
export interface LastHeartbeat {
  /** ISO 8601. */
  readonly at: string
  /** Milliseconds from our beat to its answer; absent before the first. */
  readonly latencyMs?: number
}

/** A capability that a provider offered and the gateway does not take. */
export interface RefusedCapability {
  readonly id: string
  readonly reason: string
  /** Why a Java server does not offer it: the window has words for it (`lack` in `contract/words/`). */
  readonly lack?: MissingFeatureKind
}

export interface Server {
  readonly id: string
  readonly name: string
  /** It calls itself so, and no person named it. */
  readonly namesItself?: true
  /** What it calls itself now; the name stays as it was until a person names it. */
  readonly newName?: string
  /** Which program or address it is, as a hash: another one under the same id inherits no trust. */
  readonly identity?: string
  /** Kind of provider behind it. */
  readonly kind: 'agent' | 'simulator' | 'java' | 'bedrock' | 'service'
  readonly address?: string
  readonly state: ServerState
  /** Why it is not online, and what to do. */
  readonly problem?: ContractError
  /** Present while it is `degraded`. */
  readonly strain?: DegradedReason
  /** Of the connection that is there, or was last. */
  readonly heartbeat?: LastHeartbeat
  /** SHA-256 fingerprint of the certificate that a person trusted, where one did: the only one that will do. */
  readonly certificate?: string
  /** Version of the contract that its agent speaks. */
  readonly agent?: string
  /** Id that its agent gives itself. See docs/protocol.md#agents-register-ack. */
  readonly agentId?: string
  /** Where its agent says that it runs, for example `production`. */
  readonly environment?: string
  /**
   * `degraded`: its agent speaks an older version of the contract; what is newer does not work there. See
   * docs/protocol.md#versions-contract.
   */
  readonly contract?: 'full' | 'degraded'
  /** Software and version, for example `Paper 1.20.4`. */
  readonly software?: string
  readonly maxPlayers?: number
  readonly health?: Health
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
  /** Actions that it takes snapshots of; any, as far as is known, when left out. */
  readonly snapshotsOf?: readonly string[]
  /** Going back to one of its snapshots leaves alone what others changed since. */
  readonly snapshotsKeepLater?: true
  /** Capability id → what a person should look at in its texts as they were sent. */
  readonly findings?: Readonly<Record<string, readonly TextFinding[]>>
  /** What waits until a person accepts it; the gateway fills it in, never a provider. */
  readonly quarantined?: readonly QuarantinedCapability[]
}

/** Whether it is a Minecraft server, and not another MCP server. */
export const isWorld = ({ kind }: Pick<Server, 'kind'>): boolean => kind !== 'service'

/** Pending capabilities of a server: those in quarantine that no person rejected. */
export const waitingOn = ({ quarantined = [] }: Pick<Server, 'quarantined'>): readonly QuarantinedCapability[] =>
  quarantined.some(({ rejected }) => rejected) ? quarantined.filter(({ rejected }) => !rejected) : quarantined
