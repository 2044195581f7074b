/**
 * Server backups: the backups of one server over all its connections, for the lifetime of the program.
 *
 * Guards that saving is never left off: whoever closes a connection first stops the backup and waits a bounded time
 * until saving is on. If that fails, it is retried with growing pauses while a console is connected, and at the next
 * start. So is a restore that was cut off, until only a person can tell what to keep.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { BackupProgress, BackupSummary, ServerBackupsState } from '@shared/servers/java-server.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { backOff } from '../../../policy/limits/back-off.js'
import type { ServerFolder } from '../folder/server-folder.js'
import type { Console, Power } from '../ports.js'
import { Autosave, savingJournal } from './autosave.js'
import { backupProblems } from './backup-problems.js'
import type { RestoredWorld, RestoreRepair } from './backup-restore.js'
import type { BackupInput, BackupService } from './backup-service.js'

/** A console whose command dialect is known. */
export interface BackupConsole {
  readonly console: Console
  /** `minecraft:` where plugins replace commands. */
  readonly prefix: '' | 'minecraft:'
}

export interface ServerBackupsOptions {
  readonly clock: Clock
  readonly log: Log
  /** Folder for the backups of this server, independent of the server folder. */
  readonly store: string
  /** Creates the service for a folder; all folders of this server share its store. */
  readonly serviceOf: (folder: ServerFolder, power?: Power) => BackupService
  /** 0 up to 1. */
  readonly chance?: () => number
}

/** Milliseconds that closing a connection waits until saving is on. */
export const maxEndMs = 8_000

/** Milliseconds for which a person's confirmation that the server is stopped is valid. */
const confirmedMs = 60_000

/** Milliseconds in which the console of a stopped server closes. */
const leavingMs = 10_000

/** Timeout in milliseconds for opening the folder. */
const openingMs = 5_000

/** Milliseconds between two progress reports. */
const reportMs = 200

/** Milliseconds before the first retry of turning saving on. */
const firstRetryMs = 1_000

export class ServerBackups {
  readonly #options: ServerBackupsOptions
  readonly #journal: string
  readonly #changed = new Emitter<void>()
  #service: BackupService | undefined
  #folder: ServerFolder | undefined
  #console: BackupConsole | undefined
  #isConnected = false
  /** Consoles that have connected so far. */
  #connections = 0
  #running = new AbortController()
  #stopTimer: () => void = () => {}
  #retries = 0
  #now: ServerBackupsState['running']
  #reportedAt = 0
  /** What came of the last restore that was cut off. */
  #restoreRepair: RestoreRepair | undefined
  #confirmed: { readonly backup: string; readonly at: number } | undefined
  #onLost: () => void = () => {}
  #repairing: Promise<void> = Promise.resolve()
  /** Saving is being turned on without a service. */
  #enabling: Promise<unknown> | undefined
  #isServed: () => void = () => {}
  readonly #whenServed = new Promise<void>((resolve) => {
    this.#isServed = resolve
  })

  constructor(options: ServerBackupsOptions) {
    this.#options = options
    this.#journal = path.join(options.store, savingJournal)
  }

  /** Called when an operation starts or ends, or when it may have changed whether saving is on. */
  readonly onDidChange = this.#changed.on

  /** Saving is off because of a finished backup, and could not be turned on yet. */
  get isSavingLeftOff(): boolean {
    return !this.isBusy && this.isSavingOff
  }

  /** Saving is off because of a running or finished backup. */
  get isSavingOff(): boolean {
    return existsSync(this.#journal)
  }

  get isBusy(): boolean {
    return this.#service?.isBusy ?? false
  }

  /** Newest first; empty until the folder is open. */
  list(): readonly BackupSummary[] {
    return this.#service?.list() ?? []
  }

  /**
   * Backs up this folder from now on, and cleans up after a crash. Never rejects.
   *
   * @param power of the same connection, where its host tells whether the server runs
   */
  async serve(folder: ServerFolder, power?: Power): Promise<void> {
    await this.#abort()
    // The files of an earlier connection are closed with it.
    if (this.#folder !== folder) this.#service = this.#options.serviceOf(folder, power)
    this.#folder = folder
    this.#isServed()
    const repaired = this.#repair()
    // Elsewhere it may take minutes; a backup and a restore wait for it.
    if (folder.local) await repaired
  }

  /** @throws GatewayError as `BackupService.backup`, and when the connection is closed meanwhile */
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
      // A server that was stopped just now may not have closed its console yet.
      if (confirmedStopped && this.#isConnected) await this.#untilLost()
      // Copying may take hours: a server that was started since then may have been confirmed as stopped before.
      const before = this.#connections
      const mustBeUnused = () => {
        if (this.#isConnected || this.#connections !== before) throw backupProblems.notStopped()
      }
      mustBeUnused()
      return service.restore(id, { confirmedStopped, mustBeUnused, onProgress }).catch((error) => {
        if (error instanceof GatewayError && error.details?.earlier === 'completed') this.#restoreRepair = 'completed'
        throw error
      })
    })
  }

  /**
   * Records a person's confirmation that the server is stopped, where the system cannot detect it. Valid for one
   * restore of this backup.
   *
   * @returns a function that withdraws it; call it when the operation has ended
   */
  confirmStopped(backup: string): () => void {
    const confirmed = { backup, at: this.#options.clock.elapsed() }
    this.#confirmed = confirmed
    return () => {
      if (this.#confirmed === confirmed) this.#confirmed = undefined
    }
  }

  /** @throws GatewayError when the backup does not exist, or an operation is running */
  async remove(id: string, record: () => void): Promise<void> {
    await this.#served()
    await this.#repairing
    await this.#opened().remove(id, record)
    this.#changed.emit()
  }

  /** Cancels a running backup. A restore continues, because a partial restore is useless. */
  cancel(): void {
    if (this.#now?.kind === 'backup') this.#running.abort(backupProblems.cancelled())
    this.#running = new AbortController()
  }

  /** Ends a running backup so that the next one continues with what is copied. Saving is on meanwhile. */
  pause(): void {
    if (this.#now?.kind !== 'backup' || !this.#service?.canPause) return
    this.#running.abort(backupProblems.paused())
    this.#running = new AbortController()
  }

  /** Removes what was copied of a backup that was cut off or paused. @throws GatewayError while an operation is running */
  async discard(): Promise<void> {
    await this.#repairing
    await this.#opened().discardPartial()
    this.#changed.emit()
  }

  /** Undefined until the folder is open. */
  async state(): Promise<ServerBackupsState | undefined> {
    const service = this.#service
    if (!service) return undefined
    const { maxBackups, maxBytes } = service.retention
    const partial = service.isBusy ? undefined : service.partial
    const repaired = this.#restoreRepair
    return {
      backups: service.list(),
      ...(this.#now && { running: { ...this.#now, ...(service.canPause && { canPause: true as const }) } }),
      ...(partial && { partial }),
      server: this.#isConnected ? 'running' : await service.serverState(),
      ...(service.isRestorePending && this.#now?.kind !== 'restore' && { isUnfinished: true as const }),
      ...((repaired === 'completed' || repaired === 'reverted') && { repaired }),
      keeps: { backups: maxBackups, bytes: maxBytes },
    }
  }

  /** A console connected: turns saving on if that is pending. */
  connect(console: BackupConsole): void {
    this.#console = console
    this.#isConnected = true
    this.#connections += 1
    this.#service?.setConsole(console.console, console.prefix)
    this.#retries = 0
    void this.#repair()
  }

  #untilLost(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#onLost = () => {}
        stop()
        resolve()
      }
      const stop = this.#options.clock.after(leavingMs, end)
      this.#onLost = end
    })
  }

  /** The connection was lost. The server may have restarted, so the copied files may be inconsistent. */
  lost(): void {
    this.#isConnected = false
    this.#onLost()
    // A restore that was cut off needs no console, and a stopped server has none.
    this.#retry()
    this.#running.abort(backupProblems.interrupted())
    this.#running = new AbortController()
  }

  /** Call before closing a connection: stops the backup and turns saving on, within `maxEndMs`. Never rejects. */
  async disconnect(): Promise<void> {
    const { clock, log } = this.#options
    let cancel = () => {}
    const late = new Promise<void>((resolve) => {
      cancel = clock.after(maxEndMs, resolve)
    })
    await Promise.race([this.#settle(), late])
    cancel()
    this.#stopTimer()
    this.#console = undefined
    this.#service?.setConsole(undefined)
    if (this.isSavingOff)
      log.error('saving is still off on a server that is left', { folder: this.#folder?.files.place })
  }

  async #settle(): Promise<void> {
    await this.#abort()
    if (this.isSavingLeftOff && this.#console) await this.#repair()
  }

  async #abort(): Promise<void> {
    this.lost()
    await this.#service?.idle()
  }

  /** Waits for the folder: at startup, requests can arrive before it is open. */
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
    if (kind === 'restore') this.#restoreRepair = undefined
    try {
      const result = act(service, (progress) => this.#report(kind, progress))
      this.#changed.emit()
      return await result
    } finally {
      this.#now = undefined
      this.#changed.emit()
      if (this.#isLeftToRepair) this.#retry()
    }
  }

  get #isLeftToRepair(): boolean {
    return this.isSavingLeftOff || (!this.isBusy && this.#service?.isRestorePending === true)
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
    // Wait for this to end before a service starts: otherwise it would delete the new journal.
    if (this.#enabling) await this.#enabling.catch(() => undefined)
    // A running operation checks again when it ends.
    if (this.isBusy) return
    this.#stopTimer()
    const wasLeftOff = this.#isLeftToRepair
    try {
      if (this.#service) await this.#service.repairAfterCrash()
      else await this.#enableSaving()
      if (!this.#isLeftToRepair) this.#retries = 0
    } catch (error) {
      this.#options.log.warn('what was left of a backup could not be repaired', {
        folder: this.#folder?.files.place,
        error: `${error}`,
      })
    }
    this.#restoreRepair = this.#service?.restoreRepair ?? this.#restoreRepair
    if (wasLeftOff) this.#changed.emit()
    if (this.#isLeftToRepair) this.#retry()
  }

  /** Needs only the console: the folder may no longer exist. @throws GatewayError */
  async #enableSaving(): Promise<void> {
    if (!this.#console) return
    const { console, prefix } = this.#console
    this.#enabling = new Autosave(console, this.#journal, prefix).on()
    try {
      await this.#enabling
    } finally {
      this.#enabling = undefined
    }
  }

  #retry(): void {
    const { clock, chance = Math.random } = this.#options
    this.#stopTimer()
    // Saving needs a console, a restore only the files.
    const mayRestore = this.#service?.isRestorePending === true && this.#restoreRepair !== 'played'
    if (!mayRestore && !(this.#isConnected && this.isSavingLeftOff)) return
    this.#stopTimer = clock.after(backOff(this.#retries++, firstRetryMs, chance()), () => void this.#repair())
  }
}
