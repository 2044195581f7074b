/**
 * Countdown: the remaining time of a request. It pauses while a person reads the request, up to a total limit.
 *
 * Guards invariant 2: a timeout means denied, and no approver can keep a request open forever.
 */
import type { Clock } from '../ports/runtime.js'

/** Maximum total pause in milliseconds, for all readers together. */
export const maxPauseMs = 600_000

export class Countdown {
  readonly #clock: Clock
  readonly #onExpire: () => void
  readonly #holders = new Set<string>()
  /** Milliseconds since 1970: the deadline while it is not paused. */
  #deadline: number
  #pauseBudgetMs = maxPauseMs
  #heldSince = 0
  #stop: () => void

  constructor(clock: Clock, timeoutMs: number, onExpire: () => void) {
    this.#clock = clock
    this.#onExpire = onExpire
    this.#deadline = this.#now() + timeoutMs
    this.#stop = clock.after(timeoutMs, onExpire)
  }

  get isHeld(): boolean {
    return this.#holders.size > 0
  }

  /** Milliseconds since 1970; the latest possible deadline while paused. */
  get endsAt(): number {
    return this.isHeld ? this.#deadline + this.#pauseBudgetMs : this.#deadline
  }

  /** Checked in addition to the timer, because timers do not run while the computer sleeps. */
  get isExpired(): boolean {
    return this.#now() >= this.endsAt
  }

  hold(who: string): void {
    if (!this.isHeld) this.#heldSince = this.#now()
    this.#holders.add(who)
    this.#schedule()
  }

  release(who: string): void {
    if (!this.#holders.delete(who) || this.isHeld) return
    const held = Math.min(this.#pauseBudgetMs, Math.max(0, this.#now() - this.#heldSince))
    this.#pauseBudgetMs -= held
    this.#deadline += held
    this.#schedule()
  }

  stop(): void {
    this.#stop()
  }

  #schedule(): void {
    this.#stop()
    this.#stop = this.#clock.after(Math.max(0, this.endsAt - this.#now()), this.#onExpire)
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
