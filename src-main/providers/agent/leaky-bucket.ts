/** Leaky count: how often something has happened lately, where time forgives. */

export class LeakyBucket {
  readonly #forgivenEveryMs: number
  #forgivenAt: number
  #count = 0

  /** @param now milliseconds of the clock that never jumps */
  constructor(forgivenEveryMs: number, now: number) {
    this.#forgivenEveryMs = forgivenEveryMs
    this.#forgivenAt = now
  }

  /** Counts one more; returns how many are not forgiven yet, this one among them. */
  add(now: number): number {
    const forgiven = Math.floor((now - this.#forgivenAt) / this.#forgivenEveryMs)
    this.#forgivenAt += forgiven * this.#forgivenEveryMs
    this.#count = Math.max(0, this.#count - forgiven) + 1
    return this.#count
  }
}
