/**
 * Anew watch: a page that is to let go of what it has drawn, and does not say in time that it has, is loaded again.
 *
 * Guards invariant 8 on a stream: a page that hangs, or is broken, is not believed to have covered anything.
 */
import type { Clock } from '../gateway/ports.js'

/** Milliseconds. A page that is well needs a few. */
const patience = 2_000

export class AnewWatch {
  readonly #clock: Pick<Clock, 'after'>
  readonly #reload: () => void
  #end: () => void = () => {}

  constructor(clock: Pick<Clock, 'after'>, reload: () => void) {
    this.#clock = clock
    this.#reload = reload
  }

  expect(): void {
    this.#end()
    this.#end = this.#clock.after(patience, this.#reload)
  }

  arrived(): void {
    this.#end()
  }
}
