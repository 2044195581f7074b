/**
 * Event limit: a token bucket for the events of one game; excess events are dropped and counted.
 *
 * Guards invariant 7: a game that floods events does not slow down the program.
 */

/** Maximum events in a burst. */
const burst = 200
/** Sustained events per second. */
const perSecond = 60

export class EventLimit {
  #tokens = burst
  #at: number
  #dropped = 0

  /** @param now milliseconds of the monotonic clock */
  constructor(now: number) {
    this.#at = now
  }

  /** Whether one more event is allowed now. */
  passesNow(now: number): boolean {
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) * perSecond) / 1_000)
    this.#at = now
    return this.#tokens >= 1
  }

  /** Counts one event. @returns whether it is allowed */
  passes(now: number): boolean {
    if (!this.passesNow(now)) return false
    this.#tokens -= 1
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
