/**
 * Context cache: what a server was just asked is told again for a moment. See docs/protocol.md#contexts-freshness.
 *
 * Guards that nobody is told a state from before the last action that had ended when they asked, nor one that was read
 * longer ago than its lifetime: lifetimes count from the beginning of a read, a read on its way is joined, and what a
 * server's action, event or absence makes stale is never told again, not even when it is still on its way. Failures are told to those who wait and to nobody after them.
 * An action that ran out of time counts as ended: if it still happens, reads of before it live out their lifetime.
 */

import { canonical } from '../contract/canonical-json.js'
import { isAlikeForAll, lifetimeOf, staleAfter } from '../policy/freshness.js'
import type { Clock, ProviderAnswer, ProviderRequest } from './ports.js'

/** Answers kept; the oldest goes first. */
const keptAnswers = 256
/** Characters of JSON; what is longer is not kept. */
const longestKept = 32_768

/** What the server is asked, by whom; without the ids of one call. */
export type Question = Omit<ProviderRequest, 'requestId' | 'traceId'>

export interface Told {
  readonly answer: ProviderAnswer
  /** Milliseconds since it was asked for, where another call did. */
  readonly ageMs?: number
}

interface Read {
  readonly answer: Promise<ProviderAnswer>
  readonly serverId: string
  readonly capabilityId: string
  /** Place in the order of reads and of what makes them stale. */
  readonly turn: number
  /** Milliseconds on the clock that never jumps. */
  readonly at: number
  readonly until: number
  /** Until then everybody who wants the same joins, however long the server takes. */
  ended: boolean
}

export class ContextCache {
  readonly #clock: Clock
  /** In the order they began. */
  readonly #reads = new Map<string, Read>()
  /** Server → all of it, or one capability → the turn at which everything read before became stale. */
  readonly #staleSince = new Map<string, Map<string | undefined, number>>()
  #turn = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Tells what is known and fresh; otherwise asks, once for all who want to know the same.
   *
   * @param ask must not depend on its caller's patience: others may wait for it too
   * @throws what `ask` throws
   */
  async read(serverId: string, question: Question, ask: () => Promise<ProviderAnswer>): Promise<Told> {
    const { capabilityId } = question
    const lifetime = lifetimeOf(capabilityId)
    if (lifetime === 0) return { answer: await ask() }
    const key = keyOf(serverId, question)
    const at = this.#clock.elapsed()
    const known = this.#reads.get(key)
    if (known && (!known.ended || at < known.until) && !this.#isStale(known)) {
      const answer = await known.answer
      return { answer, ageMs: this.#clock.elapsed() - known.at }
    }
    const read: Read = {
      answer: ask(),
      serverId,
      capabilityId,
      turn: this.#turn,
      at,
      until: at + lifetime,
      ended: false,
    }
    this.#reads.delete(key)
    this.#reads.set(key, read)
    this.#sweep(at)
    const forget = (): void => {
      if (this.#reads.get(key) === read) this.#reads.delete(key)
    }
    try {
      const answer = await read.answer
      read.ended = true
      if (JSON.stringify(answer).length > longestKept) forget()
      return { answer }
    } catch (thrown) {
      forget()
      throw thrown
    }
  }

  /** Runs what may change a server: nothing read before its end is told after it. */
  async change<T>(serverId: string, act: () => Promise<T>): Promise<T> {
    this.forget(serverId)
    try {
      return await act()
    } finally {
      this.forget(serverId)
    }
  }

  /** Makes stale what was read of a server, or of one of its contexts. */
  forget(serverId: string, capabilityId?: string): void {
    this.#turn += 1
    const since = this.#staleSince.get(serverId) ?? new Map<string | undefined, number>()
    this.#staleSince.set(serverId, since.set(capabilityId, this.#turn))
  }

  /** Lets go of a server that is gone for good, and of what was read of it. */
  remove(serverId: string): void {
    for (const [key, read] of this.#reads) if (read.serverId === serverId) this.#reads.delete(key)
    this.#staleSince.delete(serverId)
  }

  /** Makes stale what an event of the server tells otherwise. */
  forgetAfter(serverId: string, eventId: string): void {
    const contexts = staleAfter(eventId)
    if (contexts === 'all') this.forget(serverId)
    else for (const capabilityId of contexts) this.forget(serverId, capabilityId)
  }

  #isStale({ serverId, capabilityId, turn }: Read): boolean {
    const since = this.#staleSince.get(serverId)
    return (since?.get(undefined) ?? 0) > turn || (since?.get(capabilityId) ?? 0) > turn
  }

  /** Lifetimes differ little, so the oldest are looked at until one is still good. */
  #sweep(now: number): void {
    for (const [key, { until, ended }] of this.#reads) {
      if ((!ended || until > now) && this.#reads.size <= keptAnswers) return
      this.#reads.delete(key)
    }
  }
}

const keyOf = (serverId: string, { caller, sessionId, ...asked }: Question): string =>
  canonical(isAlikeForAll(asked.capabilityId) ? { serverId, ...asked } : { serverId, caller, sessionId, ...asked })
