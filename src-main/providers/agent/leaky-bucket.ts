/** Leaky bucket: a rate counter that drains over time. */

export class LeakyBucket {
  readonly #leakEveryMs: number
  #leakedAt: number
  #count = 0

  /** @param now monotonic milliseconds */
  constructor(leakEveryMs: number, now: number) {
    this.#leakEveryMs = leakEveryMs
    this.#leakedAt = now
  }

  /** Counts one more; returns the current level. */
  add(now: number): number {
    const leaked = Math.floor((now - this.#leakedAt) / this.#leakEveryMs)
    this.#leakedAt += leaked * this.#leakEveryMs
    this.#count = Math.max(0, this.#count - leaked) + 1
    return this.#count
  }
}
