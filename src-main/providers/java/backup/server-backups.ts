/**
 * Server backups: the backups of one server for the whole life of the program, over all its connections.
 *
 * Guards that saving is never left off: whoever ends a connection ends the backup first and waits until saving is on, for
 * a bounded time. What is still owed then is tried again while a console is there, ever more rarely, and at the next
 * start.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { BackupProgress, BackupSummary, ServerBackupsState } from '../../../contract/java-server.js'
import { Emitter } from '../../../gateway/emitter.js'
import type { Clock, Log } from '../../../gateway/ports.js'
import { backOff } from '../../../policy/back-off.js'
import type { Console } from '../console.js'
import type { ServerFolder } from '../folder/server-folder.js'
import { Autosave, savingJournal } from './autosave.js'
import { backupProblems } from './backup-problems.js'
import type { RestoredWorld } from './backup-restore.js'
import type { BackupInput, BackupService } from './backup-service.js'

/** A console whose commands the server knows. */
export interface BackupConsole {
  readonly console: Console
  /** `minecraft:` where plugins replace commands. */
  readonly prefix: '' | 'minecraft:'
}

export interface ServerBackupsOptions {
  readonly clock: Clock
  readonly log: Log
  /** Folder for the backups of this server, whichever folder the server is in. */
  readonly store: string
  /** Makes the service for a folder; its store is the same for every folder of this server. */
  readonly serviceOf: (folder: ServerFolder) => BackupService
  /** 0 up to 1. */
  readonly chance?: () => number
}

/** Milliseconds that the end of a connection waits for saving to be on. */
export const longestEndMs = 8_000

/** Milliseconds that a person's word counts that the server is stopped. */
const confirmedMs = 60_000

/** Milliseconds that the folder may take to be opened. */
const openingMs = 5_000

/** Milliseconds between two reports of progress. */
const reportMs = 200

/** Milliseconds before saving is tried for the second time. */
const firstRetryMs = 1_000

export class ServerBackups {
  readonly #options: ServerBackupsOptions
  readonly #journal: string
  readonly #changed = new Emitter<void>()
  #service: BackupService | undefined
  #root: string | undefined
  #console: BackupConsole | undefined
  #isConnected = false
  #running = new AbortController()
  #stopTimer: () => void = () => {}
  #retries = 0
  #now: ServerBackupsState['running']
  #reportedAt = 0
  #confirmed: { readonly backup: string; readonly at: number } | undefined
  #repairing: Promise<void> = Promise.resolve()
  /** Saving is being switched on without a service. */
  #paying: Promise<unknown> | undefined
  #isServed: () => void = () => {}
  readonly #whenServed = new Promise<void>((resolve) => {
    this.#isServed = resolve
  })

  constructor(options: ServerBackupsOptions) {
    this.#options = options
    this.#journal = path.join(options.store, savingJournal)
  }

  /** Whether something runs, or whether saving is owed, may have changed. */
  readonly onDidChange = this.#changed.on

  /** Saving is off because of a backup that has ended, and could not be switched on yet. */
  get isSavingOwed(): boolean {
    return !this.isBusy && this.isSavingOff
  }

  /** Saving is off because of a backup, whether or not one runs. */
  get isSavingOff(): boolean {
    return existsSync(this.#journal)
  }

  get isBusy(): boolean {
    return this.#service?.isBusy ?? false
  }

  /** The newest first; none before the folder was opened. */
  list(): readonly BackupSummary[] {
    return this.#service?.list() ?? []
  }

  /** Backs up this folder from now on, and ends what a crash left in it. Never rejects. */
  async serve(folder: ServerFolder): Promise<void> {
    await this.#abort()
    if (this.#root !== folder.root) this.#service = this.#options.serviceOf(folder)
    this.#root = folder.root
    this.#isServed()
    await this.#repair()
  }

  /** @throws GatewayError as `BackupService.backup`, and when the connection ends meanwhile */
  backup(input: BackupInput = {}): Promise<BackupSummary> {
    return this.#run('backup', (service, onProgress) => {
      const signal = AbortSignal.any([this.#running.signal, ...(input.signal ? [input.signal] : [])])
      return service.backup({ ...input, signal, onProgress })
    })
  }

  /** @throws GatewayError as `BackupService.restore`, and while the server is connected */
  restore(id: string): Promise<RestoredWorld> {
    return this.#run('restore', async (service, onProgress) => {
      const { clock } = this.#options
      const confirmed = this.#confirmed
      const confirmedStopped = confirmed?.backup === id && clock.elapsed() - confirmed.at < confirmedMs
      this.#confirmed = undefined
      if (this.#isConnected) throw backupProblems.notStopped()
      return service.restore(id, { confirmedStopped, onProgress })
    })
  }

  /**
   * A person says that the server is stopped; counts for one restore of this backup, where the system can't tell.
   *
   * @returns what takes it back, to be called when the order has ended
   */
  confirmStopped(backup: string): () => void {
    const confirmed = { backup, at: this.#options.clock.elapsed() }
    this.#confirmed = confirmed
    return () => {
      if (this.#confirmed === confirmed) this.#confirmed = undefined
    }
  }

  /** @throws GatewayError when there is no such backup, or something runs */
  async remove(id: string, record: () => void): Promise<void> {
    await this.#served()
    await this.#repairing
    await this.#opened().remove(id, record)
    this.#changed.emit()
  }

  /** Ends the backup that runs; a restore goes on, since half of one is none. */
  cancel(): void {
    if (this.#now?.kind === 'backup') this.#running.abort(backupProblems.cancelled())
    this.#running = new AbortController()
  }

  /** Undefined before the folder was opened. */
  async state(): Promise<ServerBackupsState | undefined> {
    const service = this.#service
    if (!service) return undefined
    const { mostBackups, mostBytes } = service.retention
    return {
      backups: service.list(),
      ...(this.#now && { running: this.#now }),
      server: this.#isConnected ? 'running' : await service.serverState(),
      keeps: { backups: mostBackups, bytes: mostBytes },
    }
  }

  /** A console is there: what is owed is paid. */
  connect(console: BackupConsole): void {
    this.#console = console
    this.#isConnected = true
    this.#service?.setConsole(console.console, console.prefix)
    this.#retries = 0
    void this.#repair()
  }

  /** The connection was lost: the server may have started again since, so what was copied may not fit together. */
  lost(): void {
    this.#isConnected = false
    this.#stopTimer()
    this.#running.abort(backupProblems.interrupted())
    this.#running = new AbortController()
  }

  /** Before a connection is closed: ends the backup and has saving on, for at most `longestEndMs`. Never rejects. */
  async disconnect(): Promise<void> {
    const { clock, log } = this.#options
    let cancel = () => {}
    const late = new Promise<void>((resolve) => {
      cancel = clock.after(longestEndMs, resolve)
    })
    await Promise.race([this.#settle(), late])
    cancel()
    this.#stopTimer()
    this.#console = undefined
    this.#service?.setConsole(undefined)
    if (this.isSavingOff) log.error('saving is still off on a server that is left', { folder: this.#root })
  }

  async #settle(): Promise<void> {
    await this.#abort()
    if (this.isSavingOwed && this.#console) await this.#repair()
  }

  async #abort(): Promise<void> {
    this.lost()
    await this.#service?.idle()
  }

  /** Waits a while for the folder: a program that starts opens it after it takes orders in. */
  async #served(): Promise<void> {
    let cancel = () => {}
    const late = new Promise<void>((resolve) => {
      cancel = this.#options.clock.after(openingMs, resolve)
    })
    await Promise.race([this.#whenServed, late])
    cancel()
  }

  #opened(): BackupService {
    if (!this.#service) throw backupProblems.noFolder()
    return this.#service
  }

  async #run<Result>(
    kind: 'backup' | 'restore',
    act: (service: BackupService, onProgress: (progress: BackupProgress) => void) => Promise<Result>,
  ): Promise<Result> {
    await this.#repairing
    const service = this.#opened()
    if (service.isBusy) throw backupProblems.busy()
    this.#now = { kind }
    try {
      const result = act(service, (progress) => this.#report(kind, progress))
      this.#changed.emit()
      return await result
    } finally {
      this.#now = undefined
      this.#changed.emit()
      if (this.isSavingOwed) this.#retry()
    }
  }

  #report(kind: 'backup' | 'restore', progress: BackupProgress): void {
    const isAnother = progress.phase !== this.#now?.progress?.phase
    this.#now = { kind, progress }
    const at = this.#options.clock.elapsed()
    if (!isAnother && at - this.#reportedAt < reportMs) return
    this.#reportedAt = at
    this.#changed.emit()
  }

  /** Never rejects. */
  #repair(): Promise<void> {
    this.#repairing = this.#repairNow()
    return this.#repairing
  }

  async #repairNow(): Promise<void> {
    // What a service does next must not meet the end of this: it would remove a journal that is new.
    if (this.#paying) await this.#paying.catch(() => undefined)
    // Whoever is busy looks again when it ends.
    if (this.isBusy) return
    this.#stopTimer()
    const wasOwed = this.isSavingOwed
    try {
      if (this.#service) await this.#service.repairAfterCrash()
      else await this.#pay()
      this.#retries = 0
    } catch (error) {
      this.#options.log.warn('what was left of a backup could not be repaired', {
        folder: this.#root,
        error: `${error}`,
      })
    }
    if (wasOwed) this.#changed.emit()
    if (this.isSavingOwed) this.#retry()
  }

  /** Needs the console alone: the folder may not be there any more. @throws GatewayError */
  async #pay(): Promise<void> {
    if (!this.#console) return
    const { console, prefix } = this.#console
    this.#paying = new Autosave(console, this.#journal, prefix).on()
    try {
      await this.#paying
    } finally {
      this.#paying = undefined
    }
  }

  #retry(): void {
    const { clock, chance = Math.random } = this.#options
    this.#stopTimer()
    if (!this.#isConnected) return
    this.#stopTimer = clock.after(backOff(this.#retries++, firstRetryMs, chance()), () => void this.#repair())
  }
}
