/** Rates: the rate limit buckets per client, and per client, capability and server. */
import type { RateLimit } from '@contract/generated/capability-manifest.js'
import { type Bucket, type RateDecision, take } from '../../policy/limits/rate.js'
import type { Clock } from '../ports/runtime.js'

/** Maximum buckets; the longest unused is dropped first. */
const maxRateBuckets = 10_000

export class Rates {
  readonly #clock: Clock
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Milliseconds to wait, or 0 when the call may continue.
   *
   * @param whose a client id; or a capability id, a server id and a client id
   */
  take(limit: RateLimit, ...whose: readonly string[]): number {
    const key = JSON.stringify(whose)
    const taken = take(limit, this.#buckets.get(key), this.#clock.elapsed())
    this.#buckets.delete(key)
    this.#buckets.set(key, taken.bucket)
    if (this.#buckets.size > maxRateBuckets) this.#buckets.delete(this.#buckets.keys().next().value ?? key)
    return waitOf(taken)
  }

  /** The result of `take` without taking. */
  peek(limit: RateLimit, ...whose: readonly string[]): number {
    return waitOf(take(limit, this.#buckets.get(JSON.stringify(whose)), this.#clock.elapsed()))
  }
}

const waitOf = (taken: RateDecision): number => (taken.allowed ? 0 : taken.retryAfterMs)
