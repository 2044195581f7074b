/**
 * Page reset watch: reloads a page that does not confirm in time that it has discarded what it shows.
 *
 * Guards invariant 8 on a stream: a page that hangs or is broken is not trusted to have redacted anything.
 */
import type { Clock } from '../gateway/ports.js'

/** Milliseconds. A healthy page needs a few. */
const patience = 2_000

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
    this.#end = this.#clock.after(patience, this.#reload)
  }

  arrived(): void {
    this.#end()
  }
}
