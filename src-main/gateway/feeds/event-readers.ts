/**
 * Event readers: which callers received which events, and the calls they made soon after.
 *
 * Helps a person to trace an unexpected call to the text that the AI read before. It lists calls by time: whether the
 * text caused a call is unknown. Kept in memory, bounded, and small: events that are delivered together share one record.
 */
import type { Caller } from '@contract/call.js'
import type { CallEntry, EventReader, GameEntry } from '@shared/trail/live.js'
import { maxLiveEntries } from '@shared/trail/live.js'
import type { Clock } from '../ports/runtime.js'
import type { LiveFeed } from './live-feed.js'

/** Maximum events with recorded readers: as many as the feed holds. */
export const maxRead = maxLiveEntries
/** Maximum readers of one event: the first ones. */
export const maxReaders = 16
/** Maximum calls listed for one reader: the first ones. */
export const maxCalls = 5
/** Calls within these milliseconds after delivery are listed. */
export const recentReadMs = 10 * 60_000

interface Read {
  readonly caller: Caller
  /** Milliseconds since 1970. */
  readonly at: number
}

export class EventReaders {
  readonly #feed: Pick<LiveFeed, 'recent'>
  readonly #clock: Clock
  /** Event id → readers, oldest event first. */
  readonly #read = new Map<string, Read[]>()
  #newest: Read | undefined

  constructor(feed: Pick<LiveFeed, 'recent'>, clock: Clock) {
    this.#feed = feed
    this.#clock = clock
  }

  note(caller: Caller, { id }: GameEntry): void {
    const readers = this.#read.get(id)
    if (!readers) {
      this.#read.set(id, [this.#readBy(caller)])
      this.#forgetOldest()
    } else if (readers.length < maxReaders && !readers.some((reader) => isSame(reader.caller, caller))) {
      readers.push(this.#readBy(caller))
    }
  }

  /** @param id of the entry of the event */
  of(id: string): readonly EventReader[] {
    const readers = this.#read.get(id) ?? []
    if (readers.length === 0) return []
    const ended = this.#feed.recent(maxLiveEntries).filter((entry) => entry.kind === 'call')
    return readers.map((read) => ({
      caller: read.caller,
      at: new Date(read.at).toISOString(),
      calls: ended.filter(isSoonAfter(read)).slice(0, maxCalls),
    }))
  }

  #readBy(caller: Caller): Read {
    const at = this.#clock.now().getTime()
    if (this.#newest?.caller === caller && this.#newest.at === at) return this.#newest
    this.#newest = { caller, at }
    return this.#newest
  }

  #forgetOldest(): void {
    if (this.#read.size <= maxRead) return
    const [oldest] = this.#read.keys()
    if (oldest !== undefined) this.#read.delete(oldest)
  }
}

const isSame = (one: Caller, other: Caller): boolean =>
  one.type === other.type && one.id === other.id && one.sessionId === other.sessionId

const isSoonAfter =
  ({ caller, at }: Read) =>
  (call: CallEntry): boolean => {
    const began = Date.parse(call.at) - call.milliseconds
    return isSame(call.caller, caller) && began >= at && began <= at + recentReadMs
  }
