/**
 * Live log: the newest entries, oldest first, each under its number.
 *
 * Guards that the cost does not grow with a hundred thousand entries: new ones are appended, older ones prepended, and
 * nothing is copied. Numbers have no gaps, so duplicates are detected by number. The entries of one request share a row,
 * and so do the blocks that a player places one after the other.
 */
import { type LiveEntry, type LivePage, maxLiveEntries } from '@shared/trail/live.js'
import { type BlockRun, type OpenRuns, runOf } from './block-runs.js'
import { isOfRequest, type RequestRow, withEntry } from './request-rows.js'

export class LiveLog {
  readonly #cap: number
  readonly #entries: LiveEntry[] = []
  /** By request id. */
  readonly #requests = new Map<string, RequestRow>()
  /** By the number of each of their events. */
  readonly #runs = new Map<number, BlockRun>()
  readonly #openRuns: OpenRuns = new Map()
  #first = 0

  constructor(cap: number = maxLiveEntries) {
    this.#cap = cap
  }

  /** Number of the oldest loaded entry. */
  get first(): number {
    return this.#first
  }

  /** Number of the entry that comes next. */
  get end(): number {
    return this.#first + this.#entries.length
  }

  get size(): number {
    return this.#entries.length
  }

  get isFull(): boolean {
    return this.size >= this.#cap
  }

  at(number: number): LiveEntry | undefined {
    return this.#entries[number - this.#first]
  }

  /** The request of the entry at a number; undefined for other entries, and where the row of the request was dropped. */
  requestAt(number: number): RequestRow | undefined {
    const entry = this.at(number)
    return entry && isOfRequest(entry) ? this.#requests.get(entry.requestId) : undefined
  }

  /** Number of the row that shows the entry at a number; undefined when there is none. */
  rowOf(number: number): number | undefined {
    const entry = this.at(number)
    if (entry === undefined) return undefined
    return isOfRequest(entry) ? this.#requests.get(entry.requestId)?.number : (this.#runs.get(number)?.number ?? number)
  }

  /** What the row of an entry shows. */
  shownAt(number: number): LiveEntry | undefined {
    return this.requestAt(number)?.shown ?? this.#runs.get(number)?.shown ?? this.at(number)
  }

  /** Adds the new entries of a page, at either end. Returns those after the last. */
  take({ from, entries }: Pick<LivePage, 'from' | 'entries'>): readonly LiveEntry[] {
    if (entries.length === 0) return entries
    const isApart = from > this.end || from + entries.length < this.#first
    if (isApart || this.size === 0) {
      // Entries between were lost, so older ones cannot be attached without a gap.
      if (this.size > 0 && from < this.#first) return []
      this.#entries.splice(0)
      this.#requests.clear()
      this.#runs.clear()
      this.#openRuns.clear()
      this.#first = from
      return this.#add(entries)
    }
    const older = entries.slice(0, Math.max(0, this.#first - from))
    if (older.length > 0 && !this.isFull) {
      this.#entries.unshift(...older)
      this.#first = from
      this.#note(older, from, new Map())
    }
    return this.#add(entries.slice(Math.max(0, this.end - from)))
  }

  #add(entries: readonly LiveEntry[]): readonly LiveEntry[] {
    this.#note(entries, this.end, this.#openRuns)
    for (const entry of entries) this.#entries.push(entry)
    // Removes in batches, because each removal moves all following entries.
    if (this.size > this.#cap * 1.05 || (this.#cap < 100 && this.size > this.#cap)) {
      const excess = this.size - this.#cap
      this.#entries.splice(0, excess).forEach((entry, index) => {
        this.#runs.delete(this.#first + index)
        if (isOfRequest(entry) && this.#requests.get(entry.requestId)?.number === this.#first + index)
          this.#requests.delete(entry.requestId)
      })
      this.#first += excess
    }
    return entries
  }

  #note(entries: readonly LiveEntry[], from: number, openRuns: OpenRuns): void {
    entries.forEach((entry, index) => {
      const number = from + index
      if (isOfRequest(entry)) {
        this.#requests.set(entry.requestId, withEntry(this.#requests.get(entry.requestId), number, entry))
        return
      }
      const run = runOf(entry, number, openRuns)
      if (run) this.#runs.set(number, run)
    })
  }
}
