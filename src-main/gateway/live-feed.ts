/** Live feed: the newest entries of what happens, and who follows them. */
import { randomUUID } from 'node:crypto'
import type { AskedEntry, CallEntry, GameEntry, LiveEntry, ServerEntry } from '../contract/live.js'
import { Emitter } from './emitter.js'
import type { Clock } from './ports.js'

type New<T> = Omit<T, 'id' | 'at'>
export type NewEntry = New<GameEntry> | New<CallEntry> | New<AskedEntry> | New<ServerEntry>

/** Entries that are kept for a window that opens later. */
export const keptEntries = 1_000

export class LiveFeed {
  readonly #clock: Clock
  readonly #kept: LiveEntry[] = []
  readonly #onDidArrive = new Emitter<LiveEntry>()
  readonly onDidArrive = this.#onDidArrive.on

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param at ISO 8601; now when left out */
  add(entry: NewEntry, at = this.#clock.now().toISOString()): void {
    const complete = { ...entry, id: randomUUID(), at } as LiveEntry
    this.#kept.push(complete)
    if (this.#kept.length > keptEntries) this.#kept.shift()
    this.#onDidArrive.emit(complete)
  }

  /** Oldest first. */
  recent(): LiveEntry[] {
    return [...this.#kept]
  }
}
