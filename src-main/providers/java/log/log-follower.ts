/**
 * Log follower: events of a server from `logs/latest.log`, over rotations and restarts.
 *
 * Looks by the clock, for no system reports every write of another program reliably. A log that can't be read is
 * reported once, and looked for again.
 */
import type { GatewayError } from '../../../contract/gateway-error.js'
import { asGatewayError } from '../../../contract/gateway-error.js'
import type { Clock } from '../../../gateway/ports.js'
import type { ConfinedFolder } from '../folder/confined-folder.js'
import { type JavaLogEvent, LogEvents } from './log-events.js'
import { LogReader } from './log-reader.js'

export const latestLog = 'logs/latest.log'

/** Milliseconds between two looks. */
const lookEvery = 250

export interface LogFollowerOptions {
  readonly folder: ConfinedFolder
  readonly clock: Clock
  readonly onEvent: (event: JavaLogEvent) => void
  /** Once for each new problem; undefined when the log can be read again. */
  readonly onProblem?: (problem: GatewayError | undefined) => void
  /** Inside the folder. */
  readonly file?: string
  /** Read what the file holds already, as at the start of a server. */
  readonly fromBeginning?: boolean
}

export class JavaLogFollower {
  readonly #options: LogFollowerOptions
  readonly #events = new LogEvents()
  readonly #reader: LogReader
  #cancel: (() => void) | undefined
  #isRunning = false
  #looking: Promise<void> = Promise.resolve()
  #problem: string | undefined

  constructor(options: LogFollowerOptions) {
    this.#options = options
    this.#reader = new LogReader(options.folder, options.file ?? latestLog, {
      startsAtEnd: !options.fromBeginning,
      onLines: (lines) => this.#read(lines),
    })
  }

  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#next(0)
  }

  /** No event comes after it resolves; the file is closed. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#cancel?.()
    await this.#looking
    await this.#reader.close()
  }

  /** Reads at once what is new. Never throws. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#lookOnce())
    return this.#looking
  }

  /** Who is online, as `list uuids` says: a log that is followed late does not tell. */
  setOnline(players: readonly { readonly name: string; readonly uuid?: string }[]): void {
    this.#events.setOnline(players)
  }

  #next(milliseconds: number): void {
    this.#cancel = this.#options.clock.after(milliseconds, () => {
      void this.look().then(() => {
        if (this.#isRunning) this.#next(lookEvery)
      })
    })
  }

  async #lookOnce(): Promise<void> {
    try {
      await this.#reader.poll()
      this.#report(undefined)
    } catch (error) {
      this.#report(asGatewayError(error))
      await this.#reader.close().catch(() => undefined)
    }
  }

  #report(problem: GatewayError | undefined): void {
    const why = problem && String(problem.details?.why ?? problem.code)
    if (why === this.#problem) return
    this.#problem = why
    this.#options.onProblem?.(problem)
  }

  #read(lines: readonly string[]): void {
    const at = this.#options.clock.now().toISOString()
    for (const line of lines) {
      const event = this.#events.read(line, at)
      if (event) this.#options.onEvent(event)
    }
  }
}
