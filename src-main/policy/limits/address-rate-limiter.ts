/** Address rate limiter: limits actions per address. Addresses are untrusted: only the most recent ones are stored. */
import { type Bucket, take } from './rate.js'

/** Maximum number of stored addresses. */
const maxAddresses = 256

export class AddressRateLimiter {
  readonly #perMinute: number
  /** In the order of their last use. */
  readonly #buckets = new Map<string, Bucket>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one action. Returns false when the limit is exceeded. @param now milliseconds on the monotonic clock */
  allows(address: string, now: number): boolean {
    const pace = { requests: this.#perMinute, period: 'minute' } as const
    const { allowed, bucket } = take(pace, this.#buckets.get(address), now)
    this.#buckets.delete(address)
    this.#buckets.set(address, bucket)
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= maxAddresses) break
      this.#buckets.delete(oldest)
    }
    return allowed
  }
}
