/**
 * Java capability: one capability of a Java server, how it is done and what it needs.
 *
 * A capability that a server cannot have is not offered, and says why (`Lack`).
 */
import type { JsonObject } from '../../../contract/call.js'
import type { Lack } from '../../../contract/java-server.js'
import type { ServerBackups } from '../backup/server-backups.js'
import type { CommandName, Dialect } from '../dialects/dialect.js'
import { isInRange } from '../dialects/game-version.js'
import type { ServerFolder } from '../folder/server-folder.js'
import type { ManagementConnection } from '../management/management-connection.js'
import type { BlockSnapshots } from '../snapshots/block-snapshots.js'
import type { SnapshotStore } from '../snapshots/snapshot-store.js'
import type { TakenSnapshots } from '../snapshots/taken-snapshots.js'

/** What was found out about a server when it was connected. */
export interface Abilities {
  readonly dialect: Dialect
  /** Reading commands that were tried and whose replies are known. */
  readonly reads: ReadonlySet<CommandName>
  /** Files of the server, where its folder is on this computer. */
  readonly files?: FolderReading
  readonly snapshots?: Snapshots
  readonly backups?: ServerBackups
  /** Where it is connected, its replies are structured and preferred. */
  readonly management?: ManagementConnection
  readonly now?: () => Date
}

export interface FolderReading {
  readonly folder: ServerFolder
  /** Has the world on disk when it resolves. @throws GatewayError */
  flush(signal?: AbortSignal): Promise<void>
}

export interface Snapshots {
  readonly blocks: BlockSnapshots
  readonly store: SnapshotStore
  readonly taken: TakenSnapshots
}

export interface CapabilityCall {
  readonly given: JsonObject
  readonly signal: AbortSignal
}

export interface JavaCapability {
  readonly id: string
  /** Why the server cannot have it; undefined when it can. */
  lack(abilities: Abilities): Lack | undefined
  /** @throws GatewayError for every failure a caller can understand */
  run(call: CapabilityCall, abilities: Abilities): Promise<JsonObject>
}

/** A capability that needs these commands of the server's version. */
export const capability = (id: string, needs: readonly CommandName[], run: JavaCapability['run']): JavaCapability => ({
  id,
  run,
  lack({ dialect }) {
    const missing = needs.find((name) => !dialect.has(name))
    return missing === undefined ? undefined : { kind: 'version' }
  },
})

/** A context that is offered when its commands were tried and their replies are known. */
export const reading = (id: string, needs: readonly CommandName[], run: JavaCapability['run']): JavaCapability => ({
  id,
  run,
  lack({ dialect, reads }) {
    if (needs.some((name) => !dialect.has(name))) return { kind: 'version' }
    return needs.every((name) => reads.has(name)) ? undefined : { kind: 'unknown-reply' }
  },
})

/** Whether its replies tell a change from none: before 1.13 `op` and `whitelist on` say the same either way. */
export const tellsChange = ({ traits }: Dialect): boolean => isInRange(traits.version, { since: '1.13' })

/** A capability that no Java server of this kind has. */
export const lacking = (id: string, lack: Lack): JavaCapability => ({
  id,
  lack: () => lack,
  run: () => Promise.reject(new Error(`${id} is not offered`)),
})
