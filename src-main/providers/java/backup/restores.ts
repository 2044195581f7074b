/**
 * Restores: puts a backup in the place of the present worlds, only while the server is stopped.
 *
 * What was cut off is completed or reverted as soon as no server can use the folders.
 */
import type { BackupProgress } from '@shared/servers/java-server.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { asFolderError } from '../folder/folder-problem.js'
import type { ServerFolder } from '../folder/server-folder.js'
import type { Power } from '../ports.js'
import { type RunningProbes, type RunningState, runningState, systemProbes } from '../setup/server-running.js'
import type { BackupManifest } from './backup-manifest.js'
import { backupProblems } from './backup-problems.js'
import {
  type RestoredWorld,
  type RestoreInput,
  type RestoreJournal,
  type RestoreRepair,
  type RestoreTarget,
  repairRestore,
  restoreBackup,
  restoreJournal,
} from './backup-restore.js'
import { mustHaveSpace } from './copy-file.js'
import { restoreElsewhere } from './restore-elsewhere.js'
import { restoreHere } from './restore-here.js'

export interface RestoresOptions {
  readonly folder: ServerFolder
  /** Tells whether a server on another computer runs, where its host knows. */
  readonly power?: Pick<Power, 'state'>
  /** Folder for the backups of this server; created when missing. */
  readonly store: string
  readonly clock: Clock
  readonly probes?: RunningProbes
  readonly freeBytes?: (folder: string) => Promise<number>
}

export interface RestoreConditions {
  /** A person confirmed it, where nothing can tell. */
  readonly confirmedStopped: boolean
  /** Throws once a console shows that the server was started. */
  readonly mustBeUnused: () => void
  readonly onProgress: (progress: BackupProgress) => void
}

export class Restores {
  readonly #options: RestoresOptions
  readonly #journal: RestoreJournal

  constructor(options: RestoresOptions) {
    this.#options = options
    this.#journal = restoreJournal(options.store, options.folder.files.place)
  }

  /** @throws GatewayError, which says so when a restore that was cut off was completed before */
  async restore(
    manifest: BackupManifest,
    { confirmedStopped, mustBeUnused, onProgress }: RestoreConditions,
  ): Promise<RestoredWorld> {
    const target = this.#target()
    if (!target) throw backupProblems.restoreElsewhere()
    const mustBeStopped = async () => {
      await this.mustBeStopped(confirmedStopped)
      mustBeUnused()
    }
    const earlier = await this.#repairBefore(target, mustBeStopped)
    try {
      return await this.#restoreOver(target, { manifest, mustBeStopped, onProgress })
    } catch (error) {
      throw earlier === 'completed' ? backupProblems.afterEarlier(error) : error
    }
  }

  /** The new restore overwrites the journal. */
  async #repairBefore(target: RestoreTarget, mustBeStopped: () => Promise<void>): Promise<RestoreRepair | undefined> {
    if (!this.isPending) return undefined
    await mustBeStopped()
    try {
      return await repairRestore(target, this.#journal, async () => true, true)
    } catch (error) {
      // Folders may have been renamed.
      throw this.#journal.read()?.isMoving === true ? backupProblems.unfinished(error) : error
    }
  }

  async #restoreOver(
    target: RestoreTarget,
    { manifest, mustBeStopped, onProgress }: Pick<RestoreInput, 'manifest' | 'mustBeStopped' | 'onProgress'>,
  ): Promise<RestoredWorld> {
    const { folder, store, clock, freeBytes } = this.#options
    await folder.reload()
    // The server would not load the restored worlds, and its own would be moved.
    if (!manifest.worlds.includes(folder.world)) throw backupProblems.otherWorld(folder.world, manifest.worlds)
    const needed = manifest.files.reduce((sum, { size }) => sum + size, 0)
    await mustBeStopped()
    // What is free at a host, nobody tells: a file that it does not take ends the restore before anything is renamed.
    if (folder.local) await mustHaveSpace(folder.local.root, needed, freeBytes)
    const now = clock.now()
    try {
      return await restoreBackup({
        manifest,
        target,
        mainWorld: folder.world,
        store,
        journal: this.#journal,
        now,
        mustBeStopped,
        onProgress,
      })
    } catch (error) {
      throw asFolderError(error, folder.world)
    }
  }

  /** Whether one was cut off and could not be repaired yet. */
  get isPending(): boolean {
    return this.#journal.read() !== undefined
  }

  /** @returns what came of it; undefined when there is none. @throws GatewayError */
  async repair(): Promise<RestoreRepair | undefined> {
    const target = this.#target()
    if (!target) return undefined
    return repairRestore(target, this.#journal, async () => (await this.serverState()) === 'stopped')
  }

  /** Whether the server is running; `unknown` when nothing can tell. */
  async serverState(): Promise<RunningState> {
    const { folder, power, probes = systemProbes } = this.#options
    if (folder.local) return runningState(folder.local, probes)
    const state = (await power?.state().catch(() => undefined)) ?? 'unknown'
    if (state === 'unknown') return state
    return ['running', 'starting', 'stopping'].includes(state) ? 'running' : 'stopped'
  }

  /** @throws GatewayError */
  async mustBeStopped(confirmed: boolean): Promise<void> {
    const state = await this.serverState()
    if (state === 'running') throw backupProblems.notStopped()
    if (state === 'unknown' && !confirmed) throw backupProblems.mayRun()
  }

  /** Undefined where nothing can be written. */
  #target(): RestoreTarget | undefined {
    const { local, files } = this.#options.folder
    if (local) return restoreHere(local.root)
    return files.writer && restoreElsewhere(files, files.writer)
  }
}
