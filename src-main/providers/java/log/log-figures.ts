/**
 * Log figures: how much of a log is understood, and whether an owner must know that it is not.
 *
 * A log that says nothing about players who are there is suspicious only with evidence: lines that have no known form, a
 * player who came or went without a line, or many lines and no event for a long time. One player who stands still is not.
 */
import type { LogReading, LogWarning } from '@shared/servers/log-reading.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { createStreamMask } from '../../../policy/redaction/stream-mask.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'

const minuteMs = 60_000
const hourMinutes = 60
/** Milliseconds with players and without an event after which the lines are examined. */
export const quietMs = 10 * minuteMs
/** The same when nothing else is suspicious. */
export const longQuietMs = 60 * minuteMs
/** Minimum number of lines that tell something. */
const fewLines = 10
const manyLines = 50

/** Maximum number of players whose moves are kept until the next list. */
const maxShown = 2_000
const maxSamples = 3
/** Maximum characters of a sample line. */
const maxSampleLength = 160
/** Maximum characters kept of a line that may become one. */
const maxKeptLength = 1_024

/** Addresses, secrets and folders of people are never shown. */
const mask = createStreamMask({ language: 'en', kinds: ['secret', 'address', 'whisper', 'home'] })
/** What stands behind a command that takes a password or a private message. */
const privateArguments =
  /(issued server command: \/?\S{1,64}|\/(?:login|log|l|register|reg|changepassword|changepass|authme|email|msg|tell|w|m|r|reply|whisper)) .*$/su

export class LogFigures {
  readonly #clock: Pick<Clock, 'elapsed'>
  #lines = 0
  #understood = 0
  /** Number of events by minute of the monotonic clock. */
  readonly #events = new Map<number, number>()
  /** Since the last event, or since players are online. */
  #quiet: { readonly since: number; lines: number; strange: number; moves: number } | undefined
  /** Players whose moves the log showed since the last list, in lower case, and those of the interval before. */
  #shown = new Set<string>()
  #shownBefore: ReadonlySet<string> = new Set()
  #samples: { readonly text: string; readonly isStrange: boolean }[] = []

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** @param isUnderstood whether its form is known and all its characters are read */
  line(text: string, { isUnderstood, isEvent }: { readonly isUnderstood: boolean; readonly isEvent: boolean }): void {
    this.#lines += 1
    if (isUnderstood) this.#understood += 1
    if (isEvent) return this.#event()
    if (this.#quiet) {
      this.#quiet.lines += 1
      if (!isUnderstood) this.#quiet.strange += 1
    }
    this.#sample(text, !isUnderstood)
  }

  /** The log showed that this player came or went, although it may not have given the id that an event needs. */
  moved(player: string): void {
    if (this.#shown.size < maxShown) this.#shown.add(player.toLowerCase())
  }

  /** Who is online, at intervals. @param moved names of players who came or went since the last time */
  online(players: number, moved: readonly string[]): void {
    const [before, now] = [this.#shownBefore, this.#shown]
    const isMissed = moved.map((name) => name.toLowerCase()).some((name) => !now.has(name) && !before.has(name))
    // The list may have been older than a line of the log, so the next list shows the same move.
    this.#shownBefore = now
    this.#shown = new Set()
    if (players === 0 && !isMissed) this.#quiet = undefined
    else this.#quiet ??= { since: this.#clock.elapsed(), lines: 0, strange: 0, moves: 0 }
    if (this.#quiet && isMissed) this.#quiet.moves += 1
  }

  get reading(): LogReading {
    const warning = this.#warning
    return {
      lines: this.#lines,
      understood: this.#understood,
      eventsPerHour: this.#eventsOfLastHour(),
      ...(warning && { warning }),
    }
  }

  get #warning(): LogWarning | undefined {
    const quiet = this.#quiet
    if (!quiet) return undefined
    const elapsed = this.#clock.elapsed() - quiet.since
    if (elapsed < quietMs) return undefined
    const isStrange = quiet.lines >= fewLines && quiet.strange * 2 >= quiet.lines
    const isMissed = quiet.moves > 0
    const isLong = elapsed >= longQuietMs && quiet.lines >= manyLines
    if (!isStrange && !isMissed && !isLong) return undefined
    return {
      kind: isStrange ? 'unknown-form' : 'no-events',
      minutes: Math.floor(elapsed / minuteMs),
      samples: this.#samples.map(({ text }) => shownSample(text)),
    }
  }

  #event(): void {
    const minute = Math.floor(this.#clock.elapsed() / minuteMs)
    this.#events.set(minute, (this.#events.get(minute) ?? 0) + 1)
    for (const old of this.#events.keys()) if (old <= minute - hourMinutes) this.#events.delete(old)
    if (this.#quiet) this.#quiet = { since: this.#clock.elapsed(), lines: 0, strange: 0, moves: 0 }
    this.#samples = []
  }

  #eventsOfLastHour(): number {
    const oldest = Math.floor(this.#clock.elapsed() / minuteMs) - hourMinutes
    let sum = 0
    for (const [minute, count] of this.#events) if (minute > oldest) sum += count
    return sum
  }

  /** Keeps the first lines of an unknown form; before there are any, those without an event. */
  #sample(line: string, isStrange: boolean): void {
    const at = this.#samples.findIndex((sample) => !sample.isStrange)
    if (this.#samples.length >= maxSamples && (at < 0 || !isStrange)) return
    const text = line.slice(0, maxKeptLength)
    if (text.trim() === '' || this.#samples.some((sample) => sample.text === text)) return
    if (this.#samples.length >= maxSamples) this.#samples.splice(at, 1)
    this.#samples.push({ text, isStrange })
  }
}

/** Only for a line that is shown: it takes a hundred times as long as reading one. */
const shownSample = (line: string): string =>
  cleanText(mask.text(cleanText(line, maxKeptLength).replace(privateArguments, '$1 …')), maxSampleLength)
