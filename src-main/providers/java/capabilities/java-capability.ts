/** Java capability: what probing found out about a Java server, and what its capabilities need of it. */
import type { MissingFeature } from '@shared/servers/java-server.js'
import type { Capability } from '../../minecraft/capability.js'
import type { ServerBackups } from '../backup/server-backups.js'
import type { BuildSight } from '../build/build-sight.js'
import type { CommandDialect, CommandName } from '../dialects/dialect.js'
import { isInRange } from '../dialects/game-version.js'
import type { ServerFolder } from '../folder/server-folder.js'
import type { ManagementConnection } from '../management/management-connection.js'
import type { BlockSnapshots } from '../snapshots/block-snapshots.js'
import type { SnapshotStore } from '../snapshots/snapshot-store.js'
import type { TakenSnapshots } from '../snapshots/taken-snapshots.js'

/** What probing found out about a server at connect time. */
export interface JavaAbilities {
  readonly dialect: CommandDialect
  /** Read commands that were tried and whose replies can be parsed. */
  readonly reads: ReadonlySet<CommandName>
  readonly files?: FolderReading
  /** Why `files` is absent: a server at home needs its folder, any other its files. */
  readonly needsFiles?: 'folder' | 'files'
  readonly hasLog?: boolean
  readonly snapshots?: Snapshots
  readonly backups?: ServerBackups
  /** Preferred while it is connected, because its replies are structured. */
  readonly management?: ManagementConnection
  readonly sight?: BuildSight
  readonly now?: () => Date
}

export interface FolderReading {
  readonly folder: ServerFolder
  /** Resolves when the world is on disk. @throws GatewayError */
  flush(signal?: AbortSignal): Promise<void>
}

export interface Snapshots {
  readonly blocks: BlockSnapshots
  readonly store: SnapshotStore
  readonly taken: TakenSnapshots
}

export type JavaCapability = Capability<JavaAbilities>

/** A capability that needs these commands in the server's version. */
export const capability = (id: string, needs: readonly CommandName[], run: JavaCapability['run']): JavaCapability => ({
  id,
  run,
  missingFeature({ dialect }) {
    if (hasNoConsole(dialect)) return missingCommand(dialect)
    const missing = needs.find((name) => !dialect.has(name))
    return missing === undefined ? undefined : missingCommand(dialect)
  },
})

/** Why a server does not have a command. */
export const missingCommand = ({ traits: { manner } }: CommandDialect): MissingFeature => {
  if (manner === 'no-console') return { kind: 'console' }
  return { kind: manner === undefined ? 'version' : 'software' }
}

export const hasNoConsole = ({ traits }: CommandDialect): boolean => traits.manner === 'no-console'

/** Of a capability that needs the files of the server. */
export const missingFiles = ({ needsFiles = 'folder' }: JavaAbilities): MissingFeature => ({ kind: needsFiles })

/** Of a capability that needs the files and the console. */
export const missingFilesOrConsole = (abilities: JavaAbilities): MissingFeature =>
  abilities.files && hasNoConsole(abilities.dialect) ? { kind: 'console' } : missingFiles(abilities)

/** A context that is offered when its commands were tried and their replies can be parsed. */
export const reading = (id: string, needs: readonly CommandName[], run: JavaCapability['run']): JavaCapability => ({
  id,
  run,
  missingFeature({ dialect, reads }) {
    if (needs.some((name) => !dialect.has(name))) return missingCommand(dialect)
    return needs.every((name) => reads.has(name)) ? undefined : { kind: 'unknown-reply' }
  },
})

/**
 * Whether replies distinguish a change from no change. Before 1.13, `op` and `whitelist on` reply the same in both
 * cases.
 */
export const reportsChange = ({ traits }: CommandDialect): boolean => isInRange(traits.version, { since: '1.13' })
