/**
 * Context cache: serves recent reads of a server again for a short time. See docs/protocol.md#contexts-freshness.
 *
 * Guards that no caller receives a state older than the last action that ended before its request, or older than its
 * lifetime. Lifetimes start when a read starts, and a read in progress is shared. Reads that an action, an event or an
 * offline server invalidated are never served again, not even while they are in progress. Failures are sent only to
 * current waiters. An action that timed out counts as ended: if it still happens, earlier reads stay until their
 * lifetime ends.
 */

import { canonical } from '@contract/json/canonical-json.js'
import { isSharedBetweenCallers, lifetimeOf, staleAfter } from '../../policy/limits/freshness.js'
import type { ProviderRequest, ProviderResponse } from '../ports/provider.js'
import type { Clock } from '../ports/runtime.js'

/** Maximum responses; the oldest is dropped first. */
const maxCachedReads = 256
/** Maximum characters of JSON; longer responses are not stored. */
const maxCachedLength = 32_768

/** The request to the server and its caller, without ids of a single call. */
export type ContextQuery = Omit<ProviderRequest, 'requestId' | 'traceId' | 'traceContext'>

export interface CachedRead {
  readonly response: ProviderResponse
  /** Age in milliseconds, when another call read it. */
  readonly ageMs?: number
}

interface Read {
  readonly response: Promise<ProviderResponse>
  readonly serverId: string
  readonly capabilityId: string
  /** Position in the order of reads and invalidations. */
  readonly turn: number
  /** Milliseconds on the monotonic clock. */
  readonly at: number
  readonly until: number
  /** Until then equal requests share this read, however long the server takes. */
  ended: boolean
}

export class ContextCache {
  readonly #clock: Clock
  /** In the order of their start. */
  readonly #reads = new Map<string, Read>()
  /** Server, or server and capability → the position at which all earlier reads became stale. */
  readonly #staleSince = new Map<string, Map<string | undefined, number>>()
  #turn = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Returns a cached fresh value; otherwise reads it, once for all equal requests.
   *
   * @param fetch must not depend on its caller's timeout: others may wait for it too
   * @throws the error of `fetch`
   */
  async read(serverId: string, query: ContextQuery, fetch: () => Promise<ProviderResponse>): Promise<CachedRead> {
    const { capabilityId } = query
    const lifetime = lifetimeOf(capabilityId)
    if (lifetime === 0) return { response: await fetch() }
    const key = keyOf(serverId, query)
    const at = this.#clock.elapsed()
    const known = this.#reads.get(key)
    if (known && (!known.ended || at < known.until) && !this.#isStale(known)) {
      const response = await known.response
      return { response, ageMs: this.#clock.elapsed() - known.at }
    }
    const read: Read = {
      response: fetch(),
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
      const response = await read.response
      read.ended = true
      // A picture is larger than any other response; equal requests at the same time share it.
      if (response.pictures || JSON.stringify(response).length > maxCachedLength) forget()
      return { response }
    } catch (thrown) {
      forget()
      throw thrown
    }
  }

  /** Runs an action on a server: nothing read before its end is served after it. */
  async change<T>(serverId: string, act: () => Promise<T>): Promise<T> {
    this.forget(serverId)
    try {
      return await act()
    } finally {
      this.forget(serverId)
    }
  }

  /** Invalidates the reads of a server, or of one of its contexts. */
  forget(serverId: string, capabilityId?: string): void {
    this.#turn += 1
    const since = this.#staleSince.get(serverId) ?? new Map<string | undefined, number>()
    this.#staleSince.set(serverId, since.set(capabilityId, this.#turn))
  }

  /** Drops the data of a server that was removed. */
  remove(serverId: string): void {
    for (const [key, read] of this.#reads) if (read.serverId === serverId) this.#reads.delete(key)
    this.#staleSince.delete(serverId)
  }

  /** Invalidates the contexts that an event of the server affects. */
  forgetAfter(serverId: string, eventId: string): void {
    const contexts = staleAfter(eventId)
    if (contexts === 'all') this.forget(serverId)
    else for (const capabilityId of contexts) this.forget(serverId, capabilityId)
  }

  #isStale({ serverId, capabilityId, turn }: Read): boolean {
    const since = this.#staleSince.get(serverId)
    return (since?.get(undefined) ?? 0) > turn || (since?.get(capabilityId) ?? 0) > turn
  }

  /** Lifetimes are similar, so the oldest entries are checked until one is still valid. */
  #sweep(now: number): void {
    for (const [key, { until, ended }] of this.#reads) {
      if ((!ended || until > now) && this.#reads.size <= maxCachedReads) return
      this.#reads.delete(key)
    }
  }
}

const keyOf = (serverId: string, { caller, sessionId, ...asked }: ContextQuery): string =>
  canonical(
    isSharedBetweenCallers(asked.capabilityId) ? { serverId, ...asked } : { serverId, caller, sessionId, ...asked },
  )
