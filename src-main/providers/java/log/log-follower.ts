/**
 * Log follower: reports events from the newest log of a server, across rotations and restarts.
 *
 * It polls, because no system reports every write of another program reliably. An unreadable log is reported once and
 * retried. Guards invariant 7: each poll reports a limited number of events, in small parts per turn of the event loop.
 */

import type { GatewayError } from '@contract/gateway-error.js'
import { asGatewayError } from '@contract/gateway-error.js'
import type { LogReading } from '@shared/servers/log-reading.js'
import { Slices } from '@shared/turns.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { GameVersion } from '../dialects/game-version.js'
import { ConfinedFolder } from '../folder/confined-folder.js'
import type { LogLines, LogReaderOptions, ServerFiles } from '../ports.js'
import type { DecodedLine } from './log-decoder.js'
import { type JavaLogEvent, LogEvents, maxRequestAgeMs } from './log-events.js'
import { LogFigures } from './log-figures.js'
import { FileLogLines, LogReader, latestLog } from './log-reader.js'
import type { LogTail } from './log-tail.js'

/** Milliseconds between two polls. */
const pollIntervalMs = 250
/** Each poll asks another computer. */
const pollElsewhereMs = 1_500
/** Maximum events per poll; the rest waits for the next one. */
const maxEvents = 2_000

export interface LogSource {
  readonly open: (reader: LogReaderOptions) => LogLines
  /** Milliseconds between two polls. */
  readonly everyMs: number
}

/** The newest log of a server whose files can be read. */
export const logOf = (files: ServerFiles): LogSource =>
  files instanceof ConfinedFolder
    ? { open: (reader) => new LogReader(files, latestLog, reader), everyMs: pollIntervalMs }
    : { open: (reader) => new FileLogLines(files, latestLog, reader), everyMs: pollElsewhereMs }

/** A log whose lines come of themselves. */
export const pushedLog = (open: LogSource['open']): LogSource => ({ open, everyMs: pollIntervalMs })

export interface LogFollowerOptions {
  readonly source: LogSource
  readonly clock: Clock
  readonly onEvent: (event: JavaLogEvent) => void
  /** Holds the newest lines for the owner's console. */
  readonly tail?: LogTail
  /** Called once per new problem; undefined when the log is readable again. */
  readonly onProblem?: (problem: GatewayError | undefined) => void
  /** The log grew faster than it was read: the number of bytes skipped. */
  readonly onSkipped?: (bytes: number) => void
  /** The encoding turned out to be another one than UTF-8. */
  readonly onEncoding?: (encoding: string) => void
  /** Also reads existing content, as at the start of a server. */
  readonly fromBeginning?: boolean
}

export class JavaLogFollower {
  readonly #options: LogFollowerOptions
  readonly #events = new LogEvents()
  readonly #reader: LogLines
  readonly #figures: LogFigures
  #encoding: string | undefined
  #hasPolled = false
  /** Milliseconds since 1970 at which nothing was left to read: the time that this computer slept counts. */
  #caughtUpAt: number | undefined
  #cancel: (() => void) | undefined
  #isRunning = false
  #isStopped = false
  /** Events of this poll. */
  #reported = 0
  #polling: Promise<void> = Promise.resolve()
  #problem: string | undefined

  constructor(options: LogFollowerOptions) {
    this.#options = options
    this.#figures = new LogFigures(options.clock)
    this.#reader = options.source.open({
      startsAtEnd: !options.fromBeginning,
      onLines: (lines) => this.#read(lines),
      onEarlier: (lines) => {
        this.#events.learnForm(lines.map(({ text }) => text))
        for (const { text } of lines) options.tail?.add(text)
      },
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

  /**
   * Sets who is online, from `list uuids`: the log does not show players who joined before.
   *
   * @param moved names of players who came or went without a word of another source
   */
  setOnline(
    players: readonly { readonly name: string; readonly uuid?: string }[],
    moved: readonly string[] = [],
  ): void {
    this.#events.setOnline(players)
    this.#figures.online(players.length, moved)
  }

  /** The UUID of a player who is online, as far as the log or a list said it. */
  uuidOf(player: string): string | undefined {
    return this.#events.uuidOf(player)
  }

  /** Sets the version of the game, which decides what some lines prove. */
  setVersion(version: GameVersion): void {
    this.#events.setVersion(version)
  }

  get reading(): LogReading {
    const encoding = this.#reader.encoding
    const isMissing = this.#hasPolled && !this.#reader.isOpen
    const problem = this.#problem !== undefined ? 'unreadable' : isMissing ? 'missing' : undefined
    return { ...this.#figures.reading, ...(encoding !== undefined && { encoding }), ...(problem && { problem }) }
  }

  #next(milliseconds: number): void {
    this.#cancel = this.#options.clock.after(milliseconds, () => {
      void this.#after(() => this.#pollOnce()).then(() => {
        if (this.#isRunning) this.#next(this.#options.source.everyMs)
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
      this.#hasPolled = true
      this.#report(undefined)
      if (isAll && !this.#reader.isBehind) this.#caughtUpAt = this.#options.clock.now().getTime()
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

  #reportEncoding(): void {
    const { encoding } = this.#reader
    if (encoding === this.#encoding) return
    this.#encoding = encoding
    if (encoding !== undefined) this.#options.onEncoding?.(encoding)
  }

  /** @returns whether this poll may continue */
  async #read(lines: readonly DecodedLine[]): Promise<boolean> {
    const { clock } = this.#options
    const now = clock.now()
    const at = now.toISOString()
    const wasAway = now.getTime() - (this.#caughtUpAt ?? now.getTime()) > maxRequestAgeMs
    this.#reportEncoding()
    const slices = new Slices()
    for (const { text, isDamaged, isLate = wasAway } of lines) {
      this.#options.tail?.add(text, at)
      const { event, isUnderstood } = isDamaged ? { isUnderstood: false } : this.#events.readLine(text, at)
      this.#figures.line(text, { isUnderstood, isEvent: event !== undefined })
      if (slices.isUsedUp()) {
        await slices.rest(0)
        if (this.#isStopped) return false
      }
      if (!event) continue
      if (event.kind === 'join' || event.kind === 'leave') this.#figures.moved(event.player)
      this.#reported += 1
      this.#options.onEvent(isLate ? { ...event, isLate } : event)
    }
    return this.#reported < maxEvents && !this.#isStopped
  }
}
