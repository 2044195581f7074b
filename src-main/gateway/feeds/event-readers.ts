/**
 * Event readers: which callers received which events, and the calls they made soon after.
 *
 * Helps a person to trace an unexpected call to the text that the AI read before. It lists calls by time: whether the
 * text caused a call is unknown. Kept in memory, bounded.
 */
import type { Caller } from '@contract/call.js'
import type { CallEntry, EventReader, GameEntry } from '@shared/trail/live.js'
import { maxLiveEntries } from '@shared/trail/live.js'
import type { Clock } from '../ports/runtime.js'
import type { LiveFeed } from './live-feed.js'

/** Maximum events with recorded readers. */
export const maxRead = 10_000
/** Maximum readers of one event: the first ones. */
export const maxReaders = 16
/** Maximum calls listed for one reader: the first ones. */
export const maxCalls = 5
/** Calls within these milliseconds after delivery are listed. */
export const recentReadMs = 10 * 60_000

type Read = Omit<EventReader, 'calls'>

export class EventReaders {
  readonly #feed: Pick<LiveFeed, 'recent'>
  readonly #clock: Clock
  /** Event id → readers, oldest event first. */
  readonly #read = new Map<string, Read[]>()

  constructor(feed: Pick<LiveFeed, 'recent'>, clock: Clock) {
    this.#feed = feed
    this.#clock = clock
  }

  note(caller: Caller, { id }: GameEntry): void {
    const readers = this.#read.get(id)
    if (!readers) {
      this.#read.set(id, [{ caller, at: this.#now() }])
      this.#forgetOldest()
    } else if (readers.length < maxReaders && !readers.some((reader) => isSame(reader.caller, caller))) {
      readers.push({ caller, at: this.#now() })
    }
  }

  /** @param id of the entry of the event */
  of(id: string): readonly EventReader[] {
    const readers = this.#read.get(id) ?? []
    if (readers.length === 0) return []
    const ended = this.#feed.recent(maxLiveEntries).filter((entry) => entry.kind === 'call')
    return readers.map((reader) => ({ ...reader, calls: ended.filter(isSoonAfter(reader)).slice(0, maxCalls) }))
  }

  #now(): string {
    return this.#clock.now().toISOString()
  }

  #forgetOldest(): void {
    if (this.#read.size <= maxRead) return
    const [oldest] = this.#read.keys()
    if (oldest !== undefined) this.#read.delete(oldest)
  }
}

const isSame = (one: Caller, other: Caller): boolean =>
  one.type === other.type && one.id === other.id && one.sessionId === other.sessionId

const isSoonAfter = ({ caller, at }: Read) => {
  const deliveredAt = Date.parse(at)
  return (call: CallEntry): boolean => {
    const began = Date.parse(call.at) - call.milliseconds
    return isSame(call.caller, caller) && began >= deliveredAt && began <= deliveredAt + recentReadMs
  }
}
