/**
 * Server backups: the backups of one server for the whole life of the program, over all its connections.
 *
 * Guards that saving is never left off: whoever ends a connection ends the backup first and waits until saving is on, for
 * a bounded time. What is still owed then is tried again while a console is there, ever more rarely, and at the next
 * start.
 */
import type { BackupSummary } from '../../../contract/java-server.js'
import { Emitter } from '../../../gateway/emitter.js'
import type { Clock, Log } from '../../../gateway/ports.js'
import { backOff } from '../../../policy/back-off.js'
import type { Console } from '../console.js'
import type { ServerFolder } from '../folder/server-folder.js'
import { backupProblems } from './backup-problems.js'
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
  /** Makes the service for a folder; its store is the same for every folder of this server. */
  readonly serviceOf: (folder: ServerFolder) => BackupService
  /** 0 up to 1. */
  readonly chance?: () => number
}

/** Milliseconds that the end of a connection waits for saving to be on. */
export const longestEndMs = 8_000

/** Milliseconds before saving is tried for the second time. */
const firstRetryMs = 1_000

export class ServerBackups {
  readonly #options: ServerBackupsOptions
  readonly #changed = new Emitter<void>()
  #service: BackupService | undefined
  #root: string | undefined
  #console: BackupConsole | undefined
  #isConnected = false
  #running = new AbortController()
  #stopTimer: () => void = () => {}
  #retries = 0
  #repairing: Promise<void> = Promise.resolve()

  constructor(options: ServerBackupsOptions) {
    this.#options = options
  }

  /** Whether something runs, or whether saving is owed, may have changed. */
  readonly onDidChange = this.#changed.on

  /** Saving is off because of a backup that has ended, and could not be switched on yet. */
  get isSavingOwed(): boolean {
    return this.#service !== undefined && !this.#service.isBusy && this.#service.isSavingOwed
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
    await this.#repair()
  }

  /** @throws GatewayError as `BackupService.backup`, and when the connection ends meanwhile */
  backup(input: BackupInput = {}): Promise<BackupSummary> {
    return this.#run((service) => {
      const signal = AbortSignal.any([this.#running.signal, ...(input.signal ? [input.signal] : [])])
      return service.backup({ ...input, signal })
    })
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
    if (this.#service?.isSavingOwed) log.error('saving is still off on a server that is left', { folder: this.#root })
  }

  async #settle(): Promise<void> {
    await this.#abort()
    if (this.isSavingOwed && this.#console) await this.#repair()
  }

  async #abort(): Promise<void> {
    this.lost()
    await this.#service?.idle()
  }

  async #run<Result>(act: (service: BackupService) => Promise<Result>): Promise<Result> {
    await this.#repairing
    if (!this.#service) throw new Error('The folder has not been opened.')
    const result = act(this.#service)
    this.#changed.emit()
    try {
      return await result
    } finally {
      this.#changed.emit()
      if (this.isSavingOwed) this.#retry()
    }
  }

  /** Never rejects. */
  #repair(): Promise<void> {
    this.#repairing = this.#repairNow()
    return this.#repairing
  }

  async #repairNow(): Promise<void> {
    const service = this.#service
    // Whoever is busy looks again when it ends.
    if (!service || service.isBusy) return
    this.#stopTimer()
    const wasOwed = service.isSavingOwed
    try {
      await service.repairAfterCrash()
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

  #retry(): void {
    const { clock, chance = Math.random } = this.#options
    this.#stopTimer()
    if (!this.#isConnected) return
    this.#stopTimer = clock.after(backOff(this.#retries++, firstRetryMs, chance()), () => void this.#repair())
  }
}
