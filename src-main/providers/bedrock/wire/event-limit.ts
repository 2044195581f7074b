/**
 * Event limit: how many events of one game are passed on; the others are dropped and counted.
 *
 * Guards invariant 7: a game that sends ten thousand chat lines a second costs itself, not the program.
 */

/** Events that may come at once. */
const burst = 200
/** Events a second in the long run. */
const perSecond = 60

export class EventLimit {
  #left = burst
  #at: number
  #dropped = 0

  /** @param now of the monotonic clock, in milliseconds */
  constructor(now: number) {
    this.#at = now
  }

  /** Whether one more event would be passed on. */
  passesNow(now: number): boolean {
    this.#left = Math.min(burst, this.#left + ((now - this.#at) * perSecond) / 1_000)
    this.#at = now
    return this.#left >= 1
  }

  /** Counts one event. @returns whether it is passed on */
  passes(now: number): boolean {
    if (!this.passesNow(now)) return false
    this.#left -= 1
    return true
  }

  countDropped(): void {
    this.#dropped += 1
  }

  /** Events dropped since the last call. */
  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }
}
