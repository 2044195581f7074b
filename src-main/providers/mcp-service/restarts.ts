/**
 * Restarts: a service that failed is started again after a pause that grows, a limited number of times.
 * See docs/protocol.md#services-restarts.
 */
import type { Clock } from '../../gateway/ports.js'
import { backOff } from '../../policy/back-off.js'

/** Starts in a row that may fail before only a person starts it again. */
export const mostRestarts = 5
const firstRestartMs = 1_000
/** Milliseconds after which a service that runs counts as well again. */
export const steadyMs = 60_000

export class Restarts {
  readonly #clock: Clock
  #failures = 0
  #cancel = (): void => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A person wants it to run: failures before do not count. */
  reset(): void {
    this.#failures = 0
  }

  cancel(): void {
    this.#cancel()
  }

  /** It runs; the failures before are forgotten once it has run for a while. */
  running(): void {
    this.#cancel()
    this.#cancel = this.#clock.after(steadyMs, () => this.reset())
  }

  /** @param code of its failure: what is wrong with the configuration is not tried again */
  plan(code: number, start: () => void): void {
    this.#cancel()
    if (code < 2_000 || this.#failures >= mostRestarts) return
    const wait = backOff(this.#failures, firstRestartMs, Math.random())
    this.#failures += 1
    this.#cancel = this.#clock.after(wait, start)
  }
}
