/**
 * Countdown: the time a question has. It stands still while somebody reads, for so long in all.
 *
 * Guards invariant 2: silence ends in no, and nobody can hold a question open for ever.
 */
import type { Clock } from './ports.js'

/** Milliseconds that all who read may stop it in all. */
export const longestHoldMs = 600_000

export class Countdown {
  readonly #clock: Clock
  readonly #onUp: () => void
  readonly #holders = new Set<string>()
  /** Milliseconds since 1970: where time runs out when nobody holds it. */
  #due: number
  #allowance = longestHoldMs
  #heldSince = 0
  #stop: () => void

  constructor(clock: Clock, patienceMs: number, onUp: () => void) {
    this.#clock = clock
    this.#onUp = onUp
    this.#due = this.#now() + patienceMs
    this.#stop = clock.after(patienceMs, onUp)
  }

  get isHeld(): boolean {
    return this.#holders.size > 0
  }

  /** Milliseconds since 1970; while it is held, the latest it can be. */
  get endsAt(): number {
    return this.isHeld ? this.#due + this.#allowance : this.#due
  }

  /** A timer oversleeps where the computer does. */
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
