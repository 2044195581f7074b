/**
 * Lock-out: repeated wrong tokens are delayed, longer each time.
 *
 * A correct token is never delayed. All clients are on this computer, so a lock-out by address would lock out the owner
 * too. Guessing is impossible (2^256 tokens); this protects the log, and the owner gets one warning instead of thousands
 * about a program with an old token.
 */
import type { Clock } from '../../gateway/ports/runtime.js'

/** Wrong tokens within `withinMs` that start a lock-out. */
export const maxWrongTokens = 10
const withinMs = 60_000
const firstLockMs = 30_000
const maxLockMs = 15 * 60_000

export interface LockOutDelay {
  /** 0 when there is none. */
  readonly milliseconds: number
  /** Whether a lock-out started now. */
  readonly began: boolean
}

export class LockOut {
  readonly #clock: Clock
  /** Monotonic milliseconds of the last wrong tokens. */
  #wrong: number[] = []
  #lockedUntil = 0
  #lockMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a wrong token. @returns how long its sender must wait */
  wrongToken(): LockOutDelay {
    const now = this.#clock.elapsed()
    if (now < this.#lockedUntil) return { milliseconds: this.#lockedUntil - now, began: false }
    this.#wrong = [...this.#wrong.filter((at) => now - at < withinMs), now]
    if (this.#wrong.length < maxWrongTokens) return { milliseconds: 0, began: false }
    const isNew = now - this.#lockedUntil >= maxLockMs
    this.#lockMs = isNew || this.#lockMs === 0 ? firstLockMs : Math.min(2 * this.#lockMs, maxLockMs)
    this.#lockedUntil = now + this.#lockMs
    this.#wrong = []
    return { milliseconds: this.#lockMs, began: true }
  }
}
