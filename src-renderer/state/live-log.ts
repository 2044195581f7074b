/**
 * Live log: the newest entries, oldest first, each under its number.
 *
 * Guards that a hundred thousand of them cost no more than a few: what comes is added at the end, what is older is put before
 * the first, and nothing is copied. Numbers have no gaps, so an entry that comes twice is known by its number.
 */
import { keptEntries, type LiveEntry, type LivePage } from '../../src-main/contract/live.js'

export class LiveLog {
  readonly #cap: number
  readonly #entries: LiveEntry[] = []
  #first = 0

  constructor(cap: number = keptEntries) {
    this.#cap = cap
  }

  /** Number of the oldest entry at hand. */
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

  /** Takes in what is new of a page, at either end. Returns the new entries that came after the last. */
  take({ from, entries }: Pick<LivePage, 'from' | 'entries'>): readonly LiveEntry[] {
    if (entries.length === 0) return entries
    const isApart = from > this.end || from + entries.length < this.#first
    if (isApart || this.size === 0) {
      // Something between was lost: what is older would stand beside what it does not belong to.
      if (this.size > 0 && from < this.#first) return []
      this.#entries.splice(0)
      this.#first = from
      return this.#add(entries)
    }
    const older = entries.slice(0, Math.max(0, this.#first - from))
    if (older.length > 0 && !this.isFull) {
      this.#entries.unshift(...older)
      this.#first = from
    }
    return this.#add(entries.slice(Math.max(0, this.end - from)))
  }

  #add(entries: readonly LiveEntry[]): readonly LiveEntry[] {
    for (const entry of entries) this.#entries.push(entry)
    // A few at a time: taking one out moves all the others.
    if (this.size > this.#cap * 1.05 || (this.#cap < 100 && this.size > this.#cap)) {
      const excess = this.size - this.#cap
      this.#entries.splice(0, excess)
      this.#first += excess
    }
    return entries
  }
}
