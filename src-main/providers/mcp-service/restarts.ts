/**
 * Restarts: restarts a failed service after a growing pause, a limited number of times. See
 * docs/protocol.md#services-restarts.
 */
import type { Clock } from '../../gateway/ports/runtime.js'
import { backOff } from '../../policy/limits/back-off.js'

/** Failed starts in a row before only a person can start it again. */
export const maxRestarts = 5
const firstRestartMs = 1_000
/** Milliseconds after which a running service counts as stable. */
export const minStableMs = 60_000

export class Restarts {
  readonly #clock: Clock
  #failures = 0
  #cancel = (): void => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A person started it: resets the failures. */
  reset(): void {
    this.#failures = 0
  }

  cancel(): void {
    this.#cancel()
  }

  /** It is running; resets the failures when it is stable. */
  running(): void {
    this.#cancel()
    this.#cancel = this.#clock.after(minStableMs, () => this.reset())
  }

  /** @param code of the failure: configuration errors are not retried */
  plan(code: number, start: () => void): void {
    this.#cancel()
    if (code < 2_000 || this.#failures >= maxRestarts) return
    const wait = backOff(this.#failures, firstRestartMs, Math.random())
    this.#failures += 1
    this.#cancel = this.#clock.after(wait, start)
  }
}
