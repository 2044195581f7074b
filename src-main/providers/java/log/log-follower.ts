/**
 * Log follower: events of a server from `logs/latest.log`, over rotations and restarts.
 *
 * Looks by the clock, for no system reports every write of another program reliably. A log that can't be read is
 * reported once, and looked for again. Guards invariant 7: a flood is reported some at a look, a little of it in each turn
 * of the event loop.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GatewayError } from '../../../contract/gateway-error.js'
import { asGatewayError } from '../../../contract/gateway-error.js'
import type { Clock } from '../../../gateway/ports.js'
import type { ConfinedFolder } from '../folder/confined-folder.js'
import { type JavaLogEvent, LogEvents } from './log-events.js'
import { LogReader } from './log-reader.js'

export const latestLog = 'logs/latest.log'

/** Milliseconds between two looks. */
const lookEvery = 250
/** Events after which a look leaves the rest to the next one. */
const mostEvents = 2_000
/** Milliseconds of work in one turn of the event loop. */
const sliceMs = 8

export interface LogFollowerOptions {
  readonly folder: ConfinedFolder
  readonly clock: Clock
  readonly onEvent: (event: JavaLogEvent) => void
  /** Once for each new problem; undefined when the log can be read again. */
  readonly onProblem?: (problem: GatewayError | undefined) => void
  /** The log grew faster than it is read: bytes that were skipped. */
  readonly onSkipped?: (bytes: number) => void
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
  #isStopped = false
  /** At this look. */
  #reported = 0
  #looking: Promise<void> = Promise.resolve()
  #problem: string | undefined

  constructor(options: LogFollowerOptions) {
    this.#options = options
    this.#reader = new LogReader(options.folder, options.file ?? latestLog, {
      startsAtEnd: !options.fromBeginning,
      onLines: (lines) => this.#read(lines),
      ...(options.onSkipped && { onSkipped: options.onSkipped }),
    })
  }

  start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#isStopped = false
    this.#next(0)
  }

  /** No event comes after it resolves; the file is closed. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#isStopped = true
    this.#cancel?.()
    await this.#looking
    await this.#reader.close()
  }

  /** Reads everything that is new. Never throws. */
  look(): Promise<void> {
    return this.#after(async () => {
      while (!(await this.#lookOnce()));
    })
  }

  /** Who is online, as `list uuids` says: a log that is followed late does not tell. */
  setOnline(players: readonly { readonly name: string; readonly uuid?: string }[]): void {
    this.#events.setOnline(players)
  }

  #next(milliseconds: number): void {
    this.#cancel = this.#options.clock.after(milliseconds, () => {
      void this.#after(() => this.#lookOnce()).then(() => {
        if (this.#isRunning) this.#next(lookEvery)
      })
    })
  }

  /** One look at a time. */
  #after(look: () => Promise<unknown>): Promise<void> {
    this.#looking = this.#looking.then(look).then(() => {})
    return this.#looking
  }

  /** @returns whether nothing is left to read */
  async #lookOnce(): Promise<boolean> {
    this.#reported = 0
    try {
      const isAll = await this.#reader.poll()
      this.#report(undefined)
      return isAll || this.#isStopped
    } catch (error) {
      this.#report(asGatewayError(error))
      await this.#reader.close().catch(() => undefined)
      return true
    }
  }

  #report(problem: GatewayError | undefined): void {
    const why = problem && String(problem.details?.why ?? problem.code)
    if (why === this.#problem) return
    this.#problem = why
    this.#options.onProblem?.(problem)
  }

  /** @returns whether this look may go on */
  async #read(lines: readonly string[]): Promise<boolean> {
    const at = this.#options.clock.now().toISOString()
    let since = performance.now()
    for (const line of lines) {
      const event = this.#events.read(line, at)
      if (!event) continue
      this.#reported += 1
      this.#options.onEvent(event)
      if (performance.now() - since < sliceMs) continue
      await nextTurn()
      if (this.#isStopped) return false
      since = performance.now()
    }
    return this.#reported < mostEvents && !this.#isStopped
  }
}
