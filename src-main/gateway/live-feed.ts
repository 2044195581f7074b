/**
 * Live feed: the newest entries of what happens, and who follows them.
 *
 * Guards that a flood stays bounded: so many entries are kept, and so many characters of them, whatever servers send. Adding
 * costs the same however many there are.
 */
import { randomUUID } from 'node:crypto'
import {
  type AskedEntry,
  type CallEntry,
  type GameEntry,
  keptEntries,
  type LiveEntry,
  type LivePage,
  type ServerEntry,
} from '../contract/live.js'
import { Emitter } from './emitter.js'
import type { Clock } from './ports.js'

type New<T> = Omit<T, 'id' | 'at'>
export type NewEntry = New<GameEntry> | New<CallEntry> | New<AskedEntry> | New<ServerEntry>

/** Entries that a listener who comes back is told at most. */
export const recentEntries = 1_000

/** Entries on a page: few enough that handing them over holds nothing up. */
export const pageEntries = 2_000

/** Characters of JSON that are kept; an ordinary event has 300, the largest 9,000. */
const keptCharacters = 64 * 1_024 * 1_024

/** Slots that may stand empty before the rest moves up. */
const mostEmpty = 4_096

export interface LiveFeedLimits {
  readonly entries: number
  readonly characters: number
}

interface Kept {
  readonly entry: LiveEntry
  readonly characters: number
}

export class LiveFeed {
  readonly #clock: Clock
  readonly #limits: LiveFeedLimits
  /** The first `#empty` slots are empty. */
  readonly #slots: (Kept | undefined)[] = []
  #empty = 0
  #characters = 0
  /** Number of the entry that comes next. */
  #next = 0
  readonly #onDidArrive = new Emitter<LiveEntry>()
  readonly onDidArrive = this.#onDidArrive.on

  constructor(clock: Clock, limits: LiveFeedLimits = { entries: keptEntries, characters: keptCharacters }) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Number of the entry that comes next. */
  get next(): number {
    return this.#next
  }

  /** Number of the oldest entry that is kept. */
  get oldest(): number {
    return this.#next - this.#size
  }

  /** @param at ISO 8601; now when left out */
  add(entry: NewEntry, at = this.#clock.now().toISOString()): void {
    const complete = { ...entry, id: randomUUID(), at } as LiveEntry
    const characters = JSON.stringify(complete).length
    this.#slots.push({ entry: complete, characters })
    this.#characters += characters
    this.#next += 1
    while (this.#size > this.#limits.entries || (this.#characters > this.#limits.characters && this.#size > 1))
      this.#forgetOldest()
    this.#onDidArrive.emit(complete)
  }

  /** The newest, oldest first. */
  recent(count: number = recentEntries): LiveEntry[] {
    const first = Math.max(this.#empty, this.#slots.length - count)
    return this.#slots.slice(first).flatMap((kept) => (kept ? [kept.entry] : []))
  }

  /** The entries before a number, the newest when it is left out. */
  page(before: number = this.#next, count: number = pageEntries): LivePage {
    const end = Math.min(Math.max(before, this.oldest), this.#next)
    const from = Math.max(this.oldest, end - count)
    const offset = this.#slots.length - this.#next
    const slots = this.#slots.slice(from + offset, end + offset)
    return { from, entries: slots.flatMap((kept) => (kept ? [kept.entry] : [])), oldest: this.oldest }
  }

  get #size(): number {
    return this.#slots.length - this.#empty
  }

  #forgetOldest(): void {
    this.#characters -= this.#slots[this.#empty]?.characters ?? 0
    this.#slots[this.#empty] = undefined
    this.#empty += 1
    if (this.#empty < mostEmpty) return
    this.#slots.splice(0, this.#empty)
    this.#empty = 0
  }
}
