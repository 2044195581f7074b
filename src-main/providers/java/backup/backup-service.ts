/**
 * Backup service: copies the worlds of a running server and keeps a limited number of backups.
 *
 * Saving is off only while files are copied and is always turned on again (`autosave.ts`). Unchanged files are linked
 * to the previous backup. A backup counts only when its manifest exists, which is written last.
 */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { fileNameOf } from '@contract/text/file-name.js'
import type { BackupProgress, BackupSummary } from '@shared/servers/java-server.js'
import type { Log } from '../../../gateway/ports/runtime.js'
import { writeAtomically } from '../../../storage/profile.js'
import { asFolderError } from '../folder/folder-problem.js'
import type { Console } from '../ports.js'
import type { RunningState } from '../setup/server-running.js'
import { Autosave, savingJournal, withTimeLimit } from './autosave.js'
import { bytesOf, type CopiedWorlds, copyWorlds, type FilesToCopy, filesToCopy, verifyCopy } from './backup-copy.js'
import {
  type BackupManifest,
  type BackupRetention,
  backupId,
  manifestName,
  manifestsIn,
  newBackupId,
  readManifest,
  summaryOf,
  surplusFor,
} from './backup-manifest.js'
import { forgetCopied, isPartial, partialSummary, removePartials } from './backup-partial.js'
import { backupProblems, isTooLong, keepsNothing } from './backup-problems.js'
import type { RestoredWorld, RestoreRepair } from './backup-restore.js'
import { FileKeepsChanging, mustHaveSpace } from './copy-file.js'
import { type RestoreConditions, Restores, type RestoresOptions } from './restores.js'

export const defaultRetention: BackupRetention = { maxBackups: 10, maxBytes: 50 * 1024 ** 3 }

export interface BackupServiceOptions extends RestoresOptions {
  /** When absent, only a stopped server can be backed up. `setConsole` changes it. */
  readonly console?: Console
  readonly log: Log
  /** Called before a backup is removed to make room. When it throws, the backup stays. */
  readonly recordRemoval: (id: string) => void
  readonly retention?: BackupRetention
  readonly prefix?: '' | 'minecraft:'
}

export interface BackupInput {
  /** Name given by a person. */
  readonly name?: string
  /** A schedule makes it: it removes no backup but those of a schedule. */
  readonly scheduled?: boolean | undefined
  readonly onProgress?: (progress: BackupProgress) => void
  readonly signal?: AbortSignal | undefined
}

interface BackupToMake {
  readonly id: string
  /** Its folder while it is made. */
  readonly part: string
  readonly name: string | undefined
  readonly onProgress: (progress: BackupProgress) => void
  readonly signal: AbortSignal | undefined
}

/** A file in the folder of a backup that a schedule made. */
const scheduledMark = 'scheduled'

/** Characters of a name. */
const maxNameLength = 64

export class BackupService {
  readonly #options: BackupServiceOptions
  readonly #journal: string
  readonly #restores: Restores
  #autosave: Autosave | undefined
  #running: Promise<void> | undefined
  #restoreRepair: RestoreRepair | undefined

  constructor(options: BackupServiceOptions) {
    this.#options = options
    this.#journal = path.join(options.store, savingJournal)
    this.#restores = new Restores(options)
    this.setConsole(options.console, options.prefix)
  }

  /** A running operation keeps its console. @param console absent: only a stopped server is backed up */
  setConsole(console: Console | undefined, prefix: '' | 'minecraft:' = ''): void {
    this.#autosave = console && new Autosave(console, this.#journal, prefix)
  }

  get isBusy(): boolean {
    return this.#running !== undefined
  }

  /** Resolves when no operation is running. Never rejects. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Newest first. Never throws: damaged backups are skipped. */
  list(): readonly BackupSummary[] {
    return this.#manifests().map((manifest) => ({
      ...summaryOf(manifest),
      ...(this.#isScheduled(manifest) && { scheduled: true as const }),
    }))
  }

  #isScheduled({ id }: BackupManifest): boolean {
    return existsSync(path.join(this.#options.store, id, scheduledMark))
  }

  /** Undefined when there is no such backup. */
  #folderOf(id: string): string | undefined {
    const folder = backupId.test(id) ? path.join(this.#options.store, fileNameOf(id)) : undefined
    return folder !== undefined && readManifest(folder) ? folder : undefined
  }

  /**
   * Copies the worlds.
   *
   * @throws GatewayError; no backup is added, and saving is on or its journal is left for `repairAfterCrash`
   */
  backup({ name, scheduled = false, onProgress = () => undefined, signal }: BackupInput = {}): Promise<BackupSummary> {
    return this.#exclusively(async () => {
      // Fails before hours of copying where the number alone leaves no room.
      if (scheduled) this.#surplus(scheduled)
      await this.#options.folder.reload()
      mkdirSync(this.#options.store, { recursive: true, mode: 0o700 })
      const id = newBackupId(this.#options.store, this.#options.clock.now())
      const part = path.join(this.#options.store, fileNameOf(id, '.part'))
      try {
        const make = { id, part, name, onProgress, signal }
        const first = await this.#make(make, new Set())
        // Saving is switched off once more only where the previous backup turned out to be damaged.
        const { manifest, rotten } = first.rotten.length > 0 ? await this.#make(make, new Set(first.rotten)) : first
        if (rotten[0] !== undefined) throw backupProblems.notVerified(rotten[0])
        const { length: files } = manifest.files
        onProgress({ phase: 'finishing', files, filesDone: files, bytes: 0, bytesDone: 0 })
        await forgetCopied(part)
        const surplus = this.#surplus(scheduled, manifest)
        if (scheduled) writeAtomically(path.join(part, scheduledMark), Buffer.alloc(0), 0o600)
        renameSync(part, path.join(this.#options.store, fileNameOf(id)))
        await removePartials(this.#options.store)
        for (const old of surplus) await this.#delete(old, () => this.#options.recordRemoval(old))
        return summaryOf(manifest)
      } catch (error) {
        if (keepsNothing(error) || !isPartial(part)) await rm(part, { recursive: true, force: true })
        else await removePartials(this.#options.store, path.basename(part))
        if (error instanceof FileKeepsChanging) throw backupProblems.keepsChanging(path.basename(error.message))
        signal?.throwIfAborted()
        throw asFolderError(error, this.#options.folder.world)
      }
    })
  }

  /** Copies into `part` and reads it back. @param rotten files of the previous backup that must be copied again */
  async #make({ id, part, name, onProgress, signal }: BackupToMake, rotten: ReadonlySet<string>) {
    await rm(part, { recursive: true, force: true })
    const { linked, ...worlds } = await this.#withoutSaving(
      (step) => this.#copy(part, rotten, { step, onProgress }),
      onProgress,
      signal,
    )
    const at = this.#options.clock.now().toISOString()
    const manifest = { id, ...(name !== undefined && { name: name.slice(0, maxNameLength) }), at, ...worlds }
    writeAtomically(path.join(part, manifestName), Buffer.from(JSON.stringify(manifest)), 0o600)
    const found = await verifyCopy(part, id, linked, { step: () => signal?.throwIfAborted(), onProgress })
    if (found.length > 0) {
      this.#options.log.warn('files of the previous backup are damaged', { count: found.length, first: found[0] })
    }
    return { manifest, rotten: found }
  }

  /**
   * Replaces the current worlds with a backup and keeps the old ones. Only while the server is stopped.
   *
   * @param confirmedStopped a person confirmed it, where the system cannot detect it
   * @param mustBeUnused throws once a console shows that the server was started; called again before the renames
   * @throws GatewayError; the current worlds are then unchanged
   */
  restore(
    id: string,
    {
      confirmedStopped = false,
      mustBeUnused = () => undefined,
      onProgress = () => undefined,
    }: Partial<RestoreConditions> = {},
  ): Promise<RestoredWorld> {
    return this.#exclusively(async () => {
      const manifest = backupId.test(id) ? readManifest(path.join(this.#options.store, fileNameOf(id))) : undefined
      if (!manifest) throw backupProblems.gone(id.slice(0, 64))
      return this.#restores.restore(manifest, { confirmedStopped, mustBeUnused, onProgress })
    })
  }

  /**
   * Deletes a backup permanently.
   *
   * @param record called when the backup is known to exist; when it throws, nothing is deleted
   * @throws GatewayError when it does not exist, or an operation is running
   */
  remove(id: string, record: () => void): Promise<void> {
    return this.#exclusively(async () => {
      if (this.#folderOf(id) === undefined) throw backupProblems.gone(id.slice(0, 64))
      await this.#delete(id, record)
    })
  }

  /** @param record when it throws, nothing is deleted */
  async #delete(id: string, record: () => void): Promise<void> {
    const folder = path.join(this.#options.store, fileNameOf(id))
    record()
    // Delete the manifest first: after a crash the rest does not count as a backup.
    await rm(path.join(folder, manifestName))
    await rm(folder, { recursive: true, force: true })
  }

  /** Whether the server is running; `unknown` when nothing can tell. */
  serverState(): Promise<RunningState> {
    return this.#restores.serverState()
  }

  /** Whether a restore was cut off and could not be repaired yet. */
  get isRestorePending(): boolean {
    return this.#restores.isPending
  }

  /** What came of the last `repairAfterCrash` for a restore; undefined when it found none. */
  get restoreRepair(): RestoreRepair | undefined {
    return this.#restoreRepair
  }

  /** Whether a backup that is cut off or paused continues later. At home it is copied quickly, and starts again. */
  get canPause(): boolean {
    return this.#options.folder.local === undefined
  }

  /** What was copied of a backup that was cut off or paused. */
  get partial(): ReturnType<typeof partialSummary> {
    return this.canPause ? partialSummary(this.#options.store) : undefined
  }

  /** Removes what was copied of a backup that was cut off or paused. @throws GatewayError while an operation is running */
  discardPartial(): Promise<void> {
    return this.#exclusively(() => removePartials(this.#options.store))
  }

  get retention(): BackupRetention {
    return this.#options.retention ?? defaultRetention
  }

  /**
   * Cleans up after a crash: turns saving on, completes or rolls back a restore, deletes partial backups. Call it at
   * startup and each time the console reconnects.
   *
   * @returns what was repaired
   * @throws GatewayError when the console is unreachable; call it again then
   */
  repairAfterCrash(): Promise<readonly ('saving' | 'restore' | 'backup')[]> {
    return this.#exclusively(async () => {
      const { store } = this.#options
      const repaired: ('saving' | 'restore' | 'backup')[] = []
      if (!existsSync(store)) return repaired
      const problems: unknown[] = []
      // Saving is turned on first, whatever else fails: players lose unsaved work.
      if (this.#autosave?.isPending) {
        await this.#autosave.on().then(
          () => repaired.push('saving'),
          (error) => problems.push(error),
        )
      }
      await this.#repairFiles(repaired).catch((error) => problems.push(error))
      if (problems.length > 0) throw problems[0]
      return repaired
    })
  }

  /** @throws GatewayError */
  async #repairFiles(repaired: ('saving' | 'restore' | 'backup')[]): Promise<void> {
    const { store } = this.#options
    for (const name of readdirSync(store).filter((one) => this.#isIncomplete(one))) {
      await rm(path.join(store, name), { recursive: true, force: true })
      repaired.push('backup')
    }
    this.#restoreRepair = await this.#restores.repair()
    if (this.#restoreRepair === 'completed' || this.#restoreRepair === 'reverted') repaired.push('restore')
  }

  async #exclusively<Result>(act: () => Promise<Result>): Promise<Result> {
    if (this.#running) throw backupProblems.busy()
    const result = act()
    const settled = () => {
      this.#running = undefined
    }
    this.#running = result.then(settled, settled)
    return result
  }

  /** Saving is on again when it resolves. */
  async #withoutSaving<Result>(
    act: (step: () => void) => Promise<Result>,
    onProgress: (progress: BackupProgress) => void,
    signal?: AbortSignal,
  ): Promise<Result> {
    const autosave = this.#autosave
    const { clock } = this.#options
    const bounded = () => withTimeLimit(clock, act, signal)
    if (!autosave) {
      await this.#restores.mustBeStopped(false)
      return bounded()
    }
    // Checks the preconditions before saving is turned off.
    await withTimeLimit(clock, (step) => this.#filesWithSpace(new Set(), step), signal)
    onProgress({ phase: 'saving', files: 0, filesDone: 0, bytes: 0, bytesDone: 0 })
    let result: Result
    try {
      await autosave.off()
      await autosave.flush(signal)
      result = await bounded()
    } catch (error) {
      // Report the first error; the journal stays when turning saving on fails too.
      const isOn = await autosave.on().catch((second) => {
        this.#options.log.error('saving is still off', { why: String(second) })
        return false
      })
      throw isOn && isTooLong(error) ? backupProblems.tooLongButSaving() : error
    }
    await autosave.on().catch((error) => {
      throw backupProblems.stillOff(error)
    })
    return result
  }

  async #copy(
    part: string,
    rotten: ReadonlySet<string>,
    report: { readonly step: () => void; readonly onProgress: (progress: BackupProgress) => void },
  ): Promise<CopiedWorlds> {
    return copyWorlds(await this.#filesWithSpace(rotten, report.step), part, report)
  }

  async #filesWithSpace(rotten: ReadonlySet<string>, step: () => void): Promise<FilesToCopy> {
    const { folder, store } = this.#options
    const found = await filesToCopy(folder, { store, last: this.#manifests()[0], rotten }, step)
    await mustHaveSpace(store, bytesOf(found.files.filter((file) => !found.known(file))), this.#options.freeBytes)
    return found
  }

  /** Deletes partial copies and partly deleted backups. */
  #isIncomplete(name: string): boolean {
    return (
      (name.endsWith('.part') && !isPartial(path.join(this.#options.store, name))) ||
      (backupId.test(name) && !existsSync(path.join(this.#options.store, name, manifestName)))
    )
  }

  /** @throws GatewayError when a scheduled backup would take the place of another one */
  #surplus(scheduled: boolean, made?: BackupManifest): readonly string[] {
    const isScheduled = (one: BackupManifest) => this.#isScheduled(one)
    const surplus = surplusFor(made, this.#manifests(), { ...this.retention, isScheduled })
    if (scheduled && !surplus.every(isScheduled)) throw backupProblems.full()
    return surplus.map(({ id }) => id)
  }

  /** Newest first. */
  #manifests(): readonly BackupManifest[] {
    return manifestsIn(this.#options.store)
  }
}
