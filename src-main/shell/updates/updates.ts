/**
 * Updates: finds and downloads a newer version, and restarts on request when nothing is running.
 *
 * Sends network requests only when the person enabled update checks or starts one; never in development.
 */
import type { Settings } from '@shared/program/settings.js'
import type { UpdateFailure, UpdateState } from '@shared/program/update.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { type ProgramActivity, restartObstacle } from '../../policy/program/update-time.js'
import type { UpdateMethod } from './update-method.js'

/** The source of new versions. */
export interface UpdateSource {
  /** The newer version; undefined when there is none. */
  check(channel: Settings['updates']['channel']): Promise<string | undefined>
  /** Resolves once it is downloaded and verified. */
  download(onProgress: (percent: number) => void): Promise<void>
}

export interface UpdatesOptions {
  readonly way: UpdateMethod
  /** Created on first use. */
  readonly source: () => Promise<UpdateSource>
  readonly settings: () => Settings['updates']
  readonly activity: () => ProgramActivity
  /** Stops the gateway, then restarts to install the new version. */
  readonly restart: () => void
  readonly clock: Clock
  readonly log: Log
}

const firstCheckMs = 60_000
const betweenChecksMs = 6 * 3_600_000

export class Updates {
  readonly #options: UpdatesOptions
  readonly #listeners = new Set<(state: UpdateState) => void>()
  #state: UpdateState
  #wanted = false
  #cancel = () => {}

  constructor(options: UpdatesOptions) {
    this.#options = options
    const { way } = options
    this.#state = way.kind === 'none' ? { kind: 'impossible', why: way.why } : { kind: 'idle' }
  }

  get state(): UpdateState {
    return this.#state
  }

  onDidChange(listener: (state: UpdateState) => void): void {
    this.#listeners.add(listener)
  }

  start(): void {
    if (this.#state.kind === 'impossible') return
    this.#lookIn(firstCheckMs)
  }

  stop(): void {
    this.#cancel()
  }

  /** Checks now, on request of a person. */
  async check(): Promise<void> {
    if (!['idle', 'current', 'by-hand', 'failed'].includes(this.#state.kind)) return
    this.#set({ kind: 'checking' })
    try {
      const source = await this.#options.source()
      const version = await source.check(this.#options.settings().channel)
      if (version === undefined) this.#set({ kind: 'current', at: this.#options.clock.now().toISOString() })
      else if (this.#options.way.kind === 'by-hand') this.#set({ kind: 'by-hand', version })
      else await this.#download(source, version)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Restarts to install the downloaded version, as soon as nothing is running. */
  restart(): void {
    if (this.#state.kind !== 'ready') return
    this.#wanted = true
    this.reconsider()
  }

  /** Work started or ended: checks whether a requested restart may happen now. */
  reconsider(): void {
    if (!this.#wanted || this.#state.kind !== 'ready') return
    const { version } = this.#state
    const waitsFor = restartObstacle(this.#options.activity())
    if (waitsFor !== this.#state.waitsFor) this.#set({ kind: 'ready', version, ...(waitsFor && { waitsFor }) })
    if (waitsFor) return
    this.#wanted = false
    this.#options.log.info('restarting into a newer version', { version })
    this.#options.restart()
  }

  async #download(source: UpdateSource, version: string): Promise<void> {
    this.#set({ kind: 'downloading', version, percent: 0 })
    await source.download((percent) => {
      const whole = Math.max(0, Math.min(100, Math.floor(percent)))
      if (this.#state.kind === 'downloading' && this.#state.percent !== whole)
        this.#set({ kind: 'downloading', version, percent: whole })
    })
    this.#set({ kind: 'ready', version })
  }

  #lookIn(milliseconds: number): void {
    this.#cancel = this.#options.clock.after(milliseconds, () => {
      this.#lookIn(betweenChecksMs)
      if (this.#options.settings().automatic) void this.check()
    })
  }

  #fail(error: unknown): void {
    const why = updateFailure(error)
    this.#options.log.warn('the look for a newer version failed', { why, reason: String(error).slice(0, 300) })
    this.#set({ kind: 'failed', why })
  }

  #set(state: UpdateState): void {
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}

/** Classifies an error of electron-updater. */
export function updateFailure(error: unknown): UpdateFailure {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: '' }
  const said = `${code ?? ''} ${message}`
  if (/CHECKSUM_MISMATCH|INVALID_SIGNATURE|sha512 checksum mismatch/u.test(said)) return 'not-genuine'
  if (/ERR_UPDATER_(?:INVALID|CHANNEL|NO_)|INVALID_VERSION|YAMLException|cannot parse|HttpError: 404/iu.test(said))
    return 'unreadable'
  if (/net::|ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|HttpError|timed out|HTTP_ERROR/iu.test(said)) return 'unreachable'
  return 'other'
}
