/**
 * Live feed: the newest entries of the activity log, and its listeners.
 *
 * Guards against floods: the number of entries and their total characters are limited. Adding an entry takes constant
 * time.
 */
import { randomUUID } from 'node:crypto'
import {
  type CallEntry,
  type GameEntry,
  type LiveEntry,
  type LivePage,
  maxLiveEntries,
  type RequestedEntry,
  type ServerEntry,
} from '@shared/trail/live.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock } from '../ports/runtime.js'

type New<T> = Omit<T, 'id' | 'at'>
export type NewEntry = New<GameEntry> | New<CallEntry> | New<RequestedEntry> | New<ServerEntry>

/** Maximum number of entries replayed to a listener. */
export const recentEntries = 1_000

/** Entries per page: few enough to send them in one turn. */
export const pageEntries = 2_000

/** Maximum total characters of JSON; an ordinary event has 300, the largest 9,000. */
const maxLiveCharacters = 4 * 1_024 * 1_024

/** Maximum empty slots before the array is compacted. */
const maxEmpty = 4_096

export interface LiveFeedLimits {
  readonly entries: number
  readonly characters: number
}

interface BufferedEntry {
  readonly entry: LiveEntry
  readonly characters: number
}

export class LiveFeed {
  readonly #clock: Clock
  readonly #limits: LiveFeedLimits
  /** The first `#empty` slots are empty. */
  readonly #slots: (BufferedEntry | undefined)[] = []
  #empty = 0
  #characters = 0
  /** Number of the next entry. */
  #next = 0
  readonly #onDidArrive = new Emitter<LiveEntry>()
  readonly onDidArrive = this.#onDidArrive.on

  constructor(clock: Clock, limits: LiveFeedLimits = { entries: maxLiveEntries, characters: maxLiveCharacters }) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Number of the next entry. */
  get next(): number {
    return this.#next
  }

  /** Number of the oldest stored entry. */
  get oldest(): number {
    return this.#next - this.#size
  }

  /** @param at ISO 8601; now when omitted */
  add(entry: NewEntry, at = this.#clock.now().toISOString()): void {
    const complete = { ...entry, id: randomUUID(), at } as LiveEntry
    this.#keep(complete)
    this.#onDidArrive.emit(complete)
  }

  /** Entries of an earlier run, oldest first, before any of this one. Nobody is notified: they are no news. */
  restore(entries: readonly LiveEntry[]): void {
    for (const entry of entries) this.#keep(entry)
  }

  /** The newest entries, oldest first. */
  recent(count: number = recentEntries): LiveEntry[] {
    const first = Math.max(this.#empty, this.#slots.length - count)
    return this.#slots.slice(first).flatMap((slot) => (slot ? [slot.entry] : []))
  }

  /** The entries before a number; the newest when omitted. */
  page(before: number = this.#next, count: number = pageEntries): LivePage {
    const end = Math.min(Math.max(before, this.oldest), this.#next)
    const from = Math.max(this.oldest, end - count)
    const offset = this.#slots.length - this.#next
    const slots = this.#slots.slice(from + offset, end + offset)
    return { from, entries: slots.flatMap((slot) => (slot ? [slot.entry] : [])), oldest: this.oldest }
  }

  get #size(): number {
    return this.#slots.length - this.#empty
  }

  #keep(entry: LiveEntry): void {
    const characters = charactersOf(entry)
    this.#slots.push({ entry, characters })
    this.#characters += characters
    this.#next += 1
    while (this.#size > this.#limits.entries || (this.#characters > this.#limits.characters && this.#size > 1))
      this.#forgetOldest()
  }

  #forgetOldest(): void {
    this.#characters -= this.#slots[this.#empty]?.characters ?? 0
    this.#slots[this.#empty] = undefined
    this.#empty += 1
    if (this.#empty < maxEmpty) return
    this.#slots.splice(0, this.#empty)
    this.#empty = 0
  }
}

/** Characters of a value as JSON, without those added by escapes. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return otherCharacters
  let characters = 2
  const members = value as Readonly<Record<string, unknown>>
  // The separators, and for a member its quotes.
  for (const name in members) characters += name.length + 4 + charactersOf(members[name])
  return characters
}

/** The length of an ordinary number. */
const otherCharacters = 6
