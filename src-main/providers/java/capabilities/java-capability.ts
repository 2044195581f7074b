/** Java capability: what probing found out about a Java server, and what its capabilities need of it. */
import type { JsonObject } from '@contract/call.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { BuildFacts, BuildPreview, Turn } from '@shared/build/build-preview.js'
import type { MissingFeature } from '@shared/servers/java-server.js'
import type { Scene } from '../../../painter/painter.js'
import type { BuildCall, PlacedPlan } from '../../minecraft/build/build-jobs.js'
import type { Capability } from '../../minecraft/capability.js'
import type { ServerBackups } from '../backup/server-backups.js'
import type { CommandDialect, CommandName } from '../dialects/dialect.js'
import { isInRange } from '../dialects/game-version.js'
import type { ServerFolder } from '../folder/server-folder.js'
import type { ManagementConnection } from '../management/management-connection.js'
import type { ServerWay } from '../ports.js'
import type { BlockSnapshots, BlockUndoResult } from '../snapshots/block-snapshots.js'
import type { SnapshotGroups } from '../snapshots/snapshot-groups.js'
import type { SnapshotStore } from '../snapshots/snapshot-store.js'
import type { TakenSnapshots } from '../snapshots/taken-snapshots.js'
import type { WorldEditor } from '../snapshots/world-editor.js'

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
  readonly builds?: Builder
  /** Preferred while it is connected, because its replies are structured. */
  readonly management?: ManagementConnection
  readonly sight?: Sight
  readonly commandLimit?: ServerWay['commandLimit']
  readonly now?: () => Date
}

/** What capabilities need to show builds and places; see `build/build-sight.ts`. */
export interface Sight {
  /** Structure files, as an AI may know them. */
  readonly structures: readonly JsonObject[]
  /** @throws GatewayError as the build itself would */
  see(given: JsonObject, abilities: JavaAbilities, signal: AbortSignal): Promise<SeenBuild>
  /** For people. @throws GatewayError as the build itself would */
  preview(given: JsonObject, turn: Turn, abilities: JavaAbilities, signal: AbortSignal): Promise<BuildPreview>
  /** For a model. @param what it shows, in a few words */
  pictureOf(scene: Scene, turn: Turn, what: string, signal: AbortSignal): Promise<ResultPicture>
}

export interface SeenBuild {
  readonly facts: BuildFacts
  readonly before: Scene
  readonly after: Scene
}

/** What capabilities need of the builds of a server; see `build/java-builds.ts`. */
export interface BuildUndoResult extends BlockUndoResult {
  /** Blocks of the part that others cover; of a part alone. */
  readonly covered?: number
}

export interface Builder {
  /** The plan and its boxes, checked against the areas. @throws GatewayError that names the part that is wrong */
  planOf(given: JsonObject): Promise<PlacedPlan>
  /** Resolves when the build is over. @throws GatewayError when it failed or was stopped */
  build(call: BuildCall): Promise<JsonObject>
  /** Whether the snapshot is a group: that of a build. */
  hasGroup(groupId: string): boolean
  /**
   * Puts back what a build, or a part of it, changed; a build that is not over is stopped first.
   *
   * @param id of a group, or of a part of its build
   * @param redoId group that is to hold the blocks as they are now, so that the undo can be undone
   */
  undo(id: string, redoId: string | undefined, signal: AbortSignal): Promise<BuildUndoResult>
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
  readonly groups: SnapshotGroups
  readonly folder: ServerFolder
  readonly editor: WorldEditor
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
