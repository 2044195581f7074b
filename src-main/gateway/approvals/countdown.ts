/**
 * Countdown: the remaining time of a request. It pauses while somebody reads, up to a total limit.
 *
 * Guards invariant 2: a timeout means denied, and nobody can keep a request open forever.
 */
import type { Clock } from '../ports/runtime.js'

/** Maximum total pause in milliseconds, for all readers together. */
export const maxHoldMs = 600_000

export class Countdown {
  readonly #clock: Clock
  readonly #onUp: () => void
  readonly #holders = new Set<string>()
  /** Milliseconds since 1970: the deadline while it is not paused. */
  #due: number
  #allowance = maxHoldMs
  #heldSince = 0
  #stop: () => void

  constructor(clock: Clock, timeoutMs: number, onUp: () => void) {
    this.#clock = clock
    this.#onUp = onUp
    this.#due = this.#now() + timeoutMs
    this.#stop = clock.after(timeoutMs, onUp)
  }

  get isHeld(): boolean {
    return this.#holders.size > 0
  }

  /** Milliseconds since 1970; the latest possible deadline while paused. */
  get endsAt(): number {
    return this.isHeld ? this.#due + this.#allowance : this.#due
  }

  /** Timers do not run while the computer sleeps. */
  get isUp(): boolean {
    return this.#now() >= this.endsAt
  }

  hold(who: string): void {
    if (!this.isHeld) this.#heldSince = this.#now()
    this.#holders.add(who)
    this.#schedule()
  }

  release(who: string): void {
    if (!this.#holders.delete(who) || this.isHeld) return
    const held = Math.min(this.#allowance, Math.max(0, this.#now() - this.#heldSince))
    this.#allowance -= held
    this.#due += held
    this.#schedule()
  }

  stop(): void {
    this.#stop()
  }

  #schedule(): void {
    this.#stop()
    this.#stop = this.#clock.after(Math.max(0, this.endsAt - this.#now()), this.#onUp)
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
