/**
 * Matches: the entries of the log that pass a filter, found a piece at a time, the newest first.
 *
 * Guards that filtering a hundred thousand entries holds up no frame: what comes is asked once when it comes, what is older is
 * asked in slices. Each match keeps its index however many are found before it, so that a list stands still.
 */
import type { LiveEntry } from '../../../src-main/contract/live.js'
import type { LiveLog } from '../../state/live-log.js'

/** Index of the first match that comes after the filter was set; older ones count down from here. */
export const originIndex = 10_000_000

/** Entries between two looks at the clock. */
const slice = 256

export class Matches {
  readonly #log: LiveLog
  readonly #test: (entry: LiveEntry, number: number) => boolean
  /** Numbers, newest first. */
  readonly #older: number[] = []
  /** Numbers, oldest first. */
  readonly #newer: number[] = []
  /** Those of `#newer` that the log no longer has. */
  #gone = 0
  /** What was asked: from here up to, and without, `#to`. */
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
    return originIndex + this.#newer.length
  }

  /** Whether older entries are still to be asked. */
  get isSearching(): boolean {
    return this.#from > this.#log.first
  }

  at(index: number): LiveEntry | undefined {
    const place = index - originIndex
    const number = place < 0 ? this.#older[-place - 1] : this.#newer[place]
    return number === undefined ? undefined : this.#log.at(number)
  }

  /** Takes in what has come, and lets go of what the log let go of. */
  follow(): void {
    const { first, end } = this.#log
    for (let number = Math.max(this.#to, first); number < end; number += 1) {
      const entry = this.#log.at(number)
      if (entry && this.#test(entry, number)) this.#newer.push(number)
    }
    this.#to = Math.max(end, this.#to)
    while (this.#older.length > 0 && (this.#older.at(-1) ?? first) < first) this.#older.pop()
    while (this.#gone < this.#newer.length && (this.#newer[this.#gone] ?? first) < first) this.#gone += 1
  }

  /** Asks older entries until `isTimeUp`. */
  search(isTimeUp: () => boolean): void {
    do {
      const until = Math.max(this.#log.first, this.#from - slice)
      for (let number = this.#from - 1; number >= until; number -= 1) {
        const entry = this.#log.at(number)
        if (entry && this.#test(entry, number)) this.#older.push(number)
      }
      this.#from = Math.min(this.#from, until)
    } while (this.isSearching && !isTimeUp())
  }
}
