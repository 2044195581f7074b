/**
 * Java servers, as the window sees them: those found on this computer and in the network, the change of
 * `server.properties` that gives Gatehouse access, and the progress of a set-up.
 *
 * These types never contain secrets (invariant 8); the one that a set-up generates is shown once, on request.
 */
import type { ContractError } from '@contract/generated/error.js'

export interface FoundServer {
  /** Unique among the found servers; stays the same while the server runs. */
  readonly key: string
  /** From its settings or its folder; untrusted text, cleaned. */
  readonly name: string
  /** For example `Paper`. */
  readonly software?: string
  /** Version of the game, for example `1.21.4`. */
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

/** The current results of the search. */
export interface FoundServers {
  /** Whether the first search is still running. */
  readonly searching: boolean
  readonly here: readonly FoundServer[]
  readonly network: readonly FoundInNetwork[]
}

/** Why a line of `server.properties` changes. */
export type PropertyReason =
  | 'turns-rcon-on'
  | 'space-at-end'
  | 'byte-order-mark'
  | 'sets-password'
  | 'sets-port'
  | 'port-is-taken'
  | 'turns-management-on'
  | 'management-host'
  | 'management-port'
  | 'management-without-tls'
  | 'management-secret'

/** One changed line of `server.properties`. */
export interface PropertyChange {
  readonly key: string
  /** Starts at 1; absent when the line is added at the end. */
  readonly line?: number
  /** Absent when the file does not have the line, and for secrets. */
  readonly before?: string
  /** Absent for secrets. */
  readonly after?: string
  readonly secret?: true
  readonly reason: PropertyReason
  /** Name of the server that uses the port, for `port-is-taken`. */
  readonly takenBy?: string
}

/** The changes of a set-up in a server's folder; nothing is written yet. */
export interface SetupPlan {
  /** Id of this plan, which is valid only while the file is unchanged. */
  readonly id: string
  readonly folder: string
  /** Absolute path of `server.properties`. */
  readonly file: string
  /** File name of the backup, beside it. */
  readonly backup: string
  readonly name: string
  readonly software?: string
  readonly version?: string
  /** Address on which the server listens for RCON, as its file says; empty for every address. */
  readonly host: string
  readonly rconPort: number
  /** Empty when RCON is already on with a password, which Gatehouse then uses. */
  readonly changes: readonly PropertyChange[]
  /** Whether the server is running, so it must restart to read the file. */
  readonly running: boolean
}

/** What would change `server.properties` of a server elsewhere. */
export type RemoteSetup =
  | {
      readonly kind: 'file'
      readonly plan: SetupPlan
      /** What Gatehouse wrote there earlier. */
      readonly written?: {
        /** ISO 8601. */
        readonly at: string
        /** Keys that no longer have the written value. */
        readonly lost: readonly string[]
        readonly backup: string
      }
    }
  /** Lines that are missing in the owner's `compose.yaml`; empty when it has all. */
  | { readonly kind: 'compose'; readonly lines: readonly string[] }

export interface RevertedRemoteSetup {
  /** Restored byte for byte; otherwise only the lines that were still ours. */
  readonly exact: boolean
  readonly restored: readonly string[]
  /** Keys that somebody changed since; they are kept. */
  readonly leftAlone: readonly string[]
}

/**
 * Steps of a set-up in order. `lines-lost`: the server wrote its old settings over the change; `failed`: see `problem`.
 */
export type SetupStep = 'waiting-for-stop' | 'waiting-for-start' | 'connecting' | 'connected' | 'lines-lost' | 'failed'

/** The players on a server, as its entry in the server list reports. */
export interface OnlineNow {
  readonly count: number
  /** Some of the names, as reported by the server. Untrusted text, cleaned. */
  readonly names: readonly string[]
}

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
  /** Who is online, while waiting for the server to stop; absent when the server does not report it. */
  readonly online?: OnlineNow
  readonly problem?: ContractError
}

/** A change in a server's folder that Gatehouse wrote and can restore. */
export interface WrittenSetup {
  /** Absolute path of `server.properties`. */
  readonly file: string
  /** ISO 8601. */
  readonly at: string
  /** Whether the server runs with it, so it must stop before the file is restored. */
  readonly running?: true
}

/**
 * Why a Java server or a Bedrock game does not offer a capability. `version`: its version has no such command;
 * `software`: its software has commands of its own, without this one; `unknown-reply`: its reply is unknown to Gatehouse; `folder`, `files`, `console`,
 * `management`: it needs that access; `no-money`,
 * `no-mute`: the game has no such feature; `not-reported`: no console or file reports it in real time; `no-command`:
 * Bedrock has no command for it; `pack`: it needs the behavior pack.
 */
export const missingFeatureKinds = [
  'version',
  'software',
  'unknown-reply',
  'folder',
  'files',
  'console',
  'management',
  'no-money',
  'no-mute',
  'not-reported',
  'no-command',
  'pack',
] as const
export type MissingFeatureKind = (typeof missingFeatureKinds)[number]
export interface MissingFeature {
  readonly kind: MissingFeatureKind
}

/** Something in the server folder that a backup does not hold. */
export interface LeftOut {
  /** Inside the server folder, with `/`. Untrusted text. */
  readonly path: string
  /**
   * `link`: a link, which may lead anywhere. `not-a-file`: a pipe, a socket or a device. `name`: a name that cannot be
   * restored on every system. `other-backup`: the folder of another backup program. `earlier-world`: left by a restore.
   * `server-folder`: the server folder holds a `level.dat` itself. `too-many`: the search ended there. `unreadable`.
   */
  readonly reason:
    | 'link'
    | 'not-a-file'
    | 'name'
    | 'other-backup'
    | 'earlier-world'
    | 'server-folder'
    | 'too-many'
    | 'unreadable'
}

/** One backup of the worlds of a server. */
export interface BackupSummary {
  readonly id: string
  /** Name given by a person. */
  readonly name?: string
  /** ISO 8601. */
  readonly at: string
  /** Total bytes of all its files. */
  readonly bytes: number
  /** Bytes that were copied; the other files had not changed since the previous backup. */
  readonly copiedBytes: number
  readonly files: number
  /** Folders, inside the server folder. */
  readonly worlds: readonly string[]
  /** Number of all that was left out. */
  readonly skipped: number
  /** The first of what was left out, worlds before files; empty for backups of older versions. */
  readonly leftOut: readonly LeftOut[]
  /** Made by the schedule of its server. */
  readonly scheduled?: true
}

/** A backup of one server every day, as the settings have it. */
export interface BackupSchedule {
  /** `04:00`, in the time zone of this computer. */
  readonly at: string
  /** Number of scheduled backups to keep. */
  readonly keep: number
  /** ISO 8601; when a person turned it on or changed it. Nothing is due before. */
  readonly since: string
}

/** Of all backups of a server ten are kept, so that a schedule leaves room for one that a person made. */
export const maxScheduledBackups = 9

/** A schedule with its last result, for a person. */
export interface BackupScheduleState extends Pick<BackupSchedule, 'at' | 'keep'> {
  /** The last one of this run of the program. */
  readonly last?: {
    /** ISO 8601; the time of the schedule. */
    readonly due: string
    /** ISO 8601; when it ended. */
    readonly at: string
    /** It was missed and made up for. */
    readonly late?: true
    /** Why it failed. */
    readonly error?: ContractError
  }
  /** ISO 8601; the time since which one is due and waits for the server. */
  readonly waitsSince?: string
}

/** The progress of a backup or a restore, in bytes to be copied. */
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
  /** The running operation; `progress` is absent before it begins to copy. */
  readonly running?: {
    readonly kind: 'backup' | 'restore'
    readonly progress?: BackupProgress
    /** Where a backup that is paused or cut off continues with what was copied. */
    readonly canPause?: true
  }
  /** Copied of a backup that was paused or cut off; the next one continues with it. */
  readonly partial?: { readonly files: number; readonly bytes: number }
  /** Whether the server is stopped, as a restore requires; `unknown`: a person must confirm it. */
  readonly server: 'stopped' | 'running' | 'unknown'
  /** A restore was cut off; it is completed when the server is known to be stopped, or with the next restore. */
  readonly isUnfinished?: true
  /** What came of a restore that was cut off and was then repaired; kept until the next restore, or the program ends. */
  readonly repaired?: 'completed' | 'reverted'
  /** Limits: the oldest backups are removed when there are more, or when their total size is larger. */
  readonly keeps: { readonly backups: number; readonly bytes: number }
}

/** A backup that the host of a server itself made. Its name is untrusted text. */
export interface HostBackup {
  readonly id: string
  readonly name: string
  /** ISO 8601; absent when the host does not tell. */
  readonly at?: string
  readonly bytes: number
  readonly state: 'running' | 'done' | 'failed'
}

export interface HostBackupList {
  /** The newest first. */
  readonly backups: readonly HostBackup[]
  /** Number that the host allows. */
  readonly most: number
}

/** The backups of a server, as the window shows them. */
export interface BackupsView extends ServerBackupsState {
  /** Whether the server was ever connected and offers the operation. */
  readonly offers: { readonly backup: boolean; readonly restore: boolean }
  /** Present when its host makes backups too, with what a person types before it restores one. */
  readonly hostBackups?: { readonly mustType: string }
  /** The text that a person types before a restore; absent when none is needed. */
  readonly mustType?: string
  /** Absent while it is off. */
  readonly schedule?: BackupScheduleState
}
