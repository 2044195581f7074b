/**
 * Lock-out: whoever sends one wrong token after the other is asked to wait, longer each time.
 *
 * A right token is never asked to wait: all who come are on this computer, so nothing tells a guesser from the owner, and
 * whoever could be locked out could be locked out by a neighbour. Guessing is no danger (2^256); what this guards is the
 * log, and a person who should hear once, not a thousand times, that a program has an old token.
 */
import type { Clock } from '../gateway/ports.js'

/** Wrong tokens within `withinMs` that begin a lock-out. */
export const mostWrongTokens = 10
const withinMs = 60_000
const firstLockMs = 30_000
const longestLockMs = 15 * 60_000

export interface Wait {
  /** 0 when there is none. */
  readonly milliseconds: number
  /** A lock-out began with this. */
  readonly began: boolean
}

export class LockOut {
  readonly #clock: Clock
  /** When the last ones came, in milliseconds on the clock that never jumps. */
  #wrong: number[] = []
  #lockedUntil = 0
  #lockMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a wrong token. @returns how long its sender is to wait */
  wrongToken(): Wait {
    const now = this.#clock.elapsed()
    if (now < this.#lockedUntil) return { milliseconds: this.#lockedUntil - now, began: false }
    this.#wrong = [...this.#wrong.filter((at) => now - at < withinMs), now]
    if (this.#wrong.length < mostWrongTokens) return { milliseconds: 0, began: false }
    const isNew = now - this.#lockedUntil >= longestLockMs
    this.#lockMs = isNew || this.#lockMs === 0 ? firstLockMs : Math.min(2 * this.#lockMs, longestLockMs)
    this.#lockedUntil = now + this.#lockMs
    this.#wrong = []
    return { milliseconds: this.#lockMs, began: true }
  }
}
