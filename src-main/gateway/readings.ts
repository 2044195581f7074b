/**
 * Readings: which callers were told of which events, and what they asked soon after.
 *
 * A person who sees an odd call wants to know who had told the AI to make it, and one who sees an odd line in the chat what
 * came of it. Whether a call was made because of a line nobody can know: what is told is what came after it. In memory, and
 * bounded however much is told to however many.
 */
import type { Caller } from '../contract/call.js'
import type { CallEntry, GameEntry, Reading } from '../contract/live.js'
import { keptEntries } from '../contract/live.js'
import type { LiveFeed } from './live-feed.js'
import type { Clock } from './ports.js'

/** Events whose readers are remembered. */
export const mostRead = 10_000
/** Readers of one event that are remembered: the first. */
export const mostReaders = 16
/** Calls of one reader that are told: the first. */
export const mostCalls = 5
/** Milliseconds after it was told in which a call may have come of it. */
export const soonMs = 10 * 60_000

type Read = Omit<Reading, 'calls'>

export class Readings {
  readonly #feed: Pick<LiveFeed, 'recent'>
  readonly #clock: Clock
  /** Id of the event → who, oldest event first. */
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
    } else if (readers.length < mostReaders && !readers.some((reader) => isSame(reader.caller, caller))) {
      readers.push({ caller, at: this.#now() })
    }
  }

  /** @param id of the entry of the event */
  of(id: string): readonly Reading[] {
    const readers = this.#read.get(id) ?? []
    if (readers.length === 0) return []
    const ended = this.#feed.recent(keptEntries).filter((entry) => entry.kind === 'call')
    return readers.map((reader) => ({ ...reader, calls: ended.filter(isSoonAfter(reader)).slice(0, mostCalls) }))
  }

  #now(): string {
    return this.#clock.now().toISOString()
  }

  #forgetOldest(): void {
    if (this.#read.size <= mostRead) return
    const [oldest] = this.#read.keys()
    if (oldest !== undefined) this.#read.delete(oldest)
  }
}

const isSame = (one: Caller, other: Caller): boolean =>
  one.type === other.type && one.id === other.id && one.sessionId === other.sessionId

const isSoonAfter = ({ caller, at }: Read) => {
  const told = Date.parse(at)
  return (call: CallEntry): boolean => {
    const began = Date.parse(call.at) - call.milliseconds
    return isSame(call.caller, caller) && began >= told && began <= told + soonMs
  }
}
