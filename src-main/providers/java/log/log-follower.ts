/**
 * Log follower: reports events from `logs/latest.log`, across rotations and restarts.
 *
 * It polls, because no system reports every write of another program reliably. An unreadable log is reported once and
 * retried. Guards invariant 7: each poll reports a limited number of events, in small parts per turn of the event loop.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GatewayError } from '@contract/gateway-error.js'
import { asGatewayError } from '@contract/gateway-error.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { ConfinedFolder } from '../folder/confined-folder.js'
import { type JavaLogEvent, LogEvents } from './log-events.js'
import { LogReader } from './log-reader.js'

export const latestLog = 'logs/latest.log'

/** Milliseconds between two polls. */
const pollIntervalMs = 250
/** Maximum events per poll; the rest waits for the next one. */
const maxEvents = 2_000
/** Milliseconds of work in one turn of the event loop. */
const sliceMs = 8

export interface LogFollowerOptions {
  readonly folder: ConfinedFolder
  readonly clock: Clock
  readonly onEvent: (event: JavaLogEvent) => void
  /** Called once per new problem; undefined when the log is readable again. */
  readonly onProblem?: (problem: GatewayError | undefined) => void
  /** The log grew faster than it was read: the number of bytes skipped. */
  readonly onSkipped?: (bytes: number) => void
  /** Inside the folder. */
  readonly file?: string
  /** Also reads existing content, as at the start of a server. */
  readonly fromBeginning?: boolean
}

export class JavaLogFollower {
  readonly #options: LogFollowerOptions
  readonly #events = new LogEvents()
  readonly #reader: LogReader
  #cancel: (() => void) | undefined
  #isRunning = false
  #isStopped = false
  /** Events of this poll. */
  #reported = 0
  #polling: Promise<void> = Promise.resolve()
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

  /** After it resolves, no event is reported and the file is closed. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#isStopped = true
    this.#cancel?.()
    await this.#polling
    await this.#reader.close()
  }

  /** Reads all new content. Never throws. */
  poll(): Promise<void> {
    return this.#after(async () => {
      while (!(await this.#pollOnce()));
    })
  }

  /** Sets who is online, from `list uuids`: the log does not show players who joined before. */
  setOnline(players: readonly { readonly name: string; readonly uuid?: string }[]): void {
    this.#events.setOnline(players)
  }

  #next(milliseconds: number): void {
    this.#cancel = this.#options.clock.after(milliseconds, () => {
      void this.#after(() => this.#pollOnce()).then(() => {
        if (this.#isRunning) this.#next(pollIntervalMs)
      })
    })
  }

  /** One poll at a time. */
  #after(poll: () => Promise<unknown>): Promise<void> {
    this.#polling = this.#polling.then(poll).then(() => {})
    return this.#polling
  }

  /** @returns whether everything was read */
  async #pollOnce(): Promise<boolean> {
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

  /** @returns whether this poll may continue */
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
    return this.#reported < maxEvents && !this.#isStopped
  }
}
