/** Address rate limiter: limits actions per address. Addresses are untrusted: only the most recent ones are kept. */
import { type Bucket, take } from './rate.js'

/** Addresses whose pace is remembered. */
const maxAddresses = 256

export class AddressRateLimiter {
  readonly #perMinute: number
  /** The one that came last is at the end. */
  readonly #buckets = new Map<string, Bucket>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one. False when it is one too many. @param now milliseconds on the monotonic clock */
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
