/**
 * Java servers, as the window sees them: those found on this computer and in the network, the change of
 * `server.properties` that lets Gatehouse in, and how far the set-up of one has come.
 *
 * Secrets never stand in these types (invariant 8); the one a set-up generates is shown once, on request.
 */
import type { ContractError } from '@contract/generated/error.js'

/** A Java server that runs on this computer. */
export interface FoundServer {
  /** Unique among those found; stays the same while the server runs. */
  readonly key: string
  /** From its settings or its folder; untrusted text, cleaned. */
  readonly name: string
  /** For example `Paper`. */
  readonly software?: string
  /** Of the game, for example `1.21.4`. */
  readonly version?: string
  /** Port on which players join. */
  readonly gamePort?: number
  /** Absolute path; absent when it can't be found. */
  readonly folder?: string
  /** Id of the server in the list, when it was added already. */
  readonly added?: string
}

/** Something found in the local network. */
export interface FoundInNetwork {
  readonly key: string
  /**
   * `lan-world`: a world opened to LAN from the game, which has no RCON; `bedrock`: a Bedrock world;
   * `agent`: a contract agent announced by mDNS.
   */
  readonly kind: 'lan-world' | 'bedrock' | 'agent'
  /** Untrusted text, cleaned. */
  readonly name: string
  readonly host: string
  readonly port: number
}

/** What the search has found so far. */
export interface FoundServers {
  /** Still searching for the first time. */
  readonly searching: boolean
  readonly here: readonly FoundServer[]
  readonly network: readonly FoundInNetwork[]
}

/** Why a line of `server.properties` changes. */
export type PropertyReason =
  | 'turns-rcon-on'
  | 'sets-password'
  | 'sets-port'
  | 'port-is-taken'
  | 'turns-management-on'
  | 'management-host'
  | 'management-port'
  | 'management-without-tls'
  | 'management-secret'

/** One line of `server.properties`: now and then. */
export interface PropertyChange {
  readonly key: string
  /** From 1; absent when the line is added at the end. */
  readonly line?: number
  /** Absent when the file doesn't have the line, and for secrets. */
  readonly before?: string
  /** Absent for secrets. */
  readonly after?: string
  readonly secret?: true
  readonly reason: PropertyReason
  /** What uses the port, for `port-is-taken`: name of a server. */
  readonly takenBy?: string
}

/** What a set-up would do to a server's folder; nothing is written yet. */
export interface SetupPlan {
  /** Names this very plan: it applies only while the file stays as it was read. */
  readonly id: string
  readonly folder: string
  /** Absolute path of `server.properties`. */
  readonly file: string
  /** File name of the backup, beside it. */
  readonly backup: string
  readonly name: string
  readonly software?: string
  readonly version?: string
  readonly rconPort: number
  /** Empty when RCON is on already with a password: Gatehouse connects with what is there. */
  readonly changes: readonly PropertyChange[]
  /** The server runs now, so it must restart to read the file. */
  readonly running: boolean
}

/**
 * Steps of a set-up in order. `lines-lost`: the server wrote its old settings over the change; `failed`: see `problem`.
 */
export type SetupStep = 'waiting-for-stop' | 'waiting-for-start' | 'connecting' | 'connected' | 'lines-lost' | 'failed'

/** Who is on a server, as its entry in the server list says. */
export interface OnlineNow {
  readonly count: number
  /** Some of them, as many as the server names. Untrusted text, cleaned. */
  readonly names: readonly string[]
}

/** How far the set-up of one server is. */
export interface SetupState {
  /** Id of the server in the list. */
  readonly id: string
  readonly name: string
  readonly folder: string
  readonly step: SetupStep
  /** ISO 8601; when this step began. */
  readonly since: string
  readonly changedLines: number
  /** ISO 8601; when the backup was saved. Absent when nothing had to change. */
  readonly backupAt?: string
  /** Who is online, while waiting for the server to stop; absent when the server does not say. */
  readonly online?: OnlineNow
  readonly problem?: ContractError
}

/** What Gatehouse wrote into a server's folder and can put back. */
export interface WrittenSetup {
  /** Absolute path of `server.properties`. */
  readonly file: string
  /** ISO 8601. */
  readonly at: string
  /** The server runs with it, so it must stop before the file is put back. */
  readonly running?: true
}

/** A server reached by address and password, as the window's form sends it. */
export interface NewJavaServer {
  readonly name: string
  /** Host name or address, without a port. */
  readonly host: string
  readonly port: number
  readonly password: string
  /** The person confirmed that the password crosses a public network unencrypted. */
  readonly confirmedPublic?: true
  /** Address of the management protocol, `ws[s]://host:port`, with its secret. */
  readonly management?: { readonly address: string; readonly secret: string }
  /** Absolute path of the server's folder on this computer. */
  readonly folder?: string
}

/**
 * Why a Java server or a Bedrock game does not offer a capability. `version`: its version has no such command; `unknown-reply`: it
 * replied in words Gatehouse does not know; `folder`, `management`: it needs that way in; `no-money`, `no-mute`: the game has
 * no such thing; `not-reported`: no console or file reports it as it happens;
 * `no-command`: Bedrock has no command for it; `pack`: it needs our behavior pack.
 */
export const lackKinds = [
  'version',
  'unknown-reply',
  'folder',
  'management',
  'no-money',
  'no-mute',
  'not-reported',
  'no-command',
  'pack',
] as const
export type MissingFeatureKind = (typeof lackKinds)[number]
export interface MissingFeature {
  readonly kind: MissingFeatureKind
}

/** One backup of the worlds of a server. */
export interface BackupSummary {
  readonly id: string
  /** What a person called it. */
  readonly name?: string
  /** ISO 8601. */
  readonly at: string
  /** Bytes of all its files. */
  readonly bytes: number
  /** Bytes that were copied for it: the others had not changed since the backup before. */
  readonly copiedBytes: number
  readonly files: number
  /** Folders, inside the server folder. */
  readonly worlds: readonly string[]
  /** Links and other things that were left out. */
  readonly skipped: number
}

/** How far a backup or a restore is. Bytes are those that have to be copied. */
export interface BackupProgress {
  readonly phase: 'saving' | 'copying' | 'verifying' | 'finishing'
  readonly files: number
  readonly filesDone: number
  readonly bytes: number
  readonly bytesDone: number
}

/** The backups of one server, for a person. */
export interface ServerBackupsState {
  /** The newest first. */
  readonly backups: readonly BackupSummary[]
  /** What runs now; `progress` is absent until it begins to copy. */
  readonly running?: { readonly kind: 'backup' | 'restore'; readonly progress?: BackupProgress }
  /** Whether the server is stopped, as it must be for a restore; `unknown`: a person must say so. */
  readonly server: 'stopped' | 'running' | 'unknown'
  /** The oldest is removed when there are more, or when all take more bytes together. */
  readonly keeps: { readonly backups: number; readonly bytes: number }
}

/** What the window shows of the backups of a server. */
export interface BackupsView extends ServerBackupsState {
  /** Whether the server was ever connected and offers it. */
  readonly offers: { readonly backup: boolean; readonly restore: boolean }
  /** What a person types before a restore; absent where they need not. */
  readonly mustType?: string
}
