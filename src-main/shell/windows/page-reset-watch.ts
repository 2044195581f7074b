/**
 * Page reset watch: reloads a page that does not confirm a reset in time.
 *
 * Enforces invariant 8 on a stream: an unresponsive or broken page may still show sensitive data.
 */
import type { Clock } from '../../gateway/ports/runtime.js'

/** Milliseconds; a healthy page needs only a few. */
const timeoutMs = 2_000

export class PageResetWatch {
  readonly #clock: Pick<Clock, 'after'>
  readonly #reload: () => void
  #end: () => void = () => {}

  constructor(clock: Pick<Clock, 'after'>, reload: () => void) {
    this.#clock = clock
    this.#reload = reload
  }

  expect(): void {
    this.#end()
    this.#end = this.#clock.after(timeoutMs, this.#reload)
  }

  arrived(): void {
    this.#end()
  }
}
