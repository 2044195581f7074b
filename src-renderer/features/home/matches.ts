/**
 * Matches: the log entries that pass a filter, found in slices, the newest first.
 *
 * Guards that filtering a hundred thousand entries blocks no frame: new entries are tested once when they arrive, older
 * ones in slices. Each match keeps its index, however many are found before it, so that the list does not move. A
 * request is one match, wherever its entries are, as soon as one of them passes.
 */
import type { LiveEntry } from '@shared/trail/live.js'
import type { LiveLog } from '../../state/live-log.js'
import { isOfRequest } from '../../state/request-rows.js'

/** Index of the first match that comes after the filter was set; older ones count down from here. */
export const originIndex = 10_000_000

/** Numbers of dropped entries that are kept at most, before their list is cut. */
const maxGone = 4_096

/** Entries between two looks at the clock. */
const slice = 256

export class Matches {
  readonly #log: LiveLog
  readonly #test: (entry: LiveEntry, number: number) => boolean
  /** Numbers, newest first. */
  readonly #older: number[] = []
  /** Numbers, oldest first. */
  readonly #newer: number[] = []
  /** Newer matches that the log no longer has, and how many of them were cut from the list. */
  #gone = 0
  #cut = 0
  /** Requests that are among them, by id, with the number of the entry that represents each. */
  readonly #requests = new Map<string, number>()
  /** Tested range: from here up to, and excluding, `#to`. */
  #from: number
  #to: number

  constructor(log: LiveLog, test: (entry: LiveEntry, number: number) => boolean) {
    this.#log = log
    this.#test = test
    this.#from = log.end
    this.#to = log.end
  }

  get firstIndex(): number {
    return originIndex - this.#older.length + this.#gone
  }

  /** Index that the next match gets. */
  get endIndex(): number {
    return originIndex + this.#cut + this.#newer.length
  }

  /** Whether older entries are still to be tested. */
  get isSearching(): boolean {
    return this.#from > this.#log.first
  }

  at(index: number): LiveEntry | undefined {
    const place = index - originIndex
    const number = place < 0 ? this.#older[-place - 1] : this.#newer[place - this.#cut]
    return number === undefined ? undefined : this.#log.shownAt(number)
  }

  /** Adds new entries, and drops those that the log dropped. */
  follow(): void {
    const { first, end } = this.#log
    // A log that was empty, or was reloaded, begins at a later number; what is read before it is still to be tested.
    this.#from = Math.max(this.#from, first)
    for (let number = Math.max(this.#to, first); number < end; number += 1) {
      if (this.#isMatch(number, this.#from)) this.#newer.push(number)
    }
    this.#to = Math.max(end, this.#to)
    while (this.#older.length > 0 && (this.#older.at(-1) ?? first) < first) this.#older.pop()
    while ((this.#newer[this.#gone - this.#cut] ?? first) < first) this.#gone += 1
    if (this.#gone - this.#cut > maxGone) {
      this.#newer.splice(0, this.#gone - this.#cut)
      this.#cut = this.#gone
    }
    if (this.#requests.size > this.#log.size) {
      for (const [id, number] of this.#requests) if (number < first) this.#requests.delete(id)
    }
  }

  /** Tests older entries until `isTimeUp`. */
  search(isTimeUp: () => boolean): void {
    do {
      const until = Math.max(this.#log.first, this.#from - slice)
      for (let number = this.#from - 1; number >= until; number -= 1) {
        if (this.#isMatch(number, number)) this.#older.push(number)
      }
      this.#from = Math.min(this.#from, until)
    } while (this.isSearching && !isTimeUp())
  }

  /** @param asked entries from this number on were tested; a request that begins earlier is found by the search */
  #isMatch(number: number, asked: number): boolean {
    const entry = this.#log.at(number)
    if (entry === undefined) return false
    if (!isOfRequest(entry)) return this.#log.rowOf(number) === number && this.#test(entry, number)
    const request = this.#log.requestAt(number)
    if (request === undefined) return this.#test(entry, number)
    if (request.number < asked) return false
    if ((this.#requests.get(entry.requestId) ?? -1) >= this.#log.first) return false
    const passes = [...request.entries].some(([place, one]) => this.#test(one, place))
    if (passes) this.#requests.set(entry.requestId, number)
    return passes
  }
}
