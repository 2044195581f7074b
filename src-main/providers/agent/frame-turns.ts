/**
 * Frame turns: limits the frames of an agent handled in one turn of the event loop.
 *
 * Enforces invariant 7: a batch of costly frames does not block the event loop. Cheap ones of the same chunk are
 * handled together, so that their effects are sent together.
 */

/** Maximum frames in one turn. */
const maxFrames = 32
/** Milliseconds of one turn after which no further frame starts. */
const sliceMs = 4

export interface FrameTurnsOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly nextTurn?: (work: () => void) => void
  /** Whether frames are queued: reading should pause until they are handled. */
  readonly onWaiting: (waits: boolean) => void
}

export class FrameTurns {
  readonly #options: FrameTurnsOptions
  /** The first `#next` entries have run. */
  #waiting: (() => void)[] = []
  #next = 0
  #handled = 0
  #began = 0
  #isScheduled = false

  constructor(options: FrameTurnsOptions) {
    this.#options = options
  }

  /** Runs it now, or in a later turn after those before it. @param work must not throw */
  run(work: () => void): void {
    if (this.#waiting.length === 0 && this.#hasTime()) return this.#do(work)
    this.#waiting.push(work)
    if (this.#waiting.length === 1) this.#options.onWaiting(true)
    this.#schedule()
  }

  /** Drops the queue. */
  clear(): void {
    this.#waiting = []
    this.#next = 0
  }

  #hasTime(): boolean {
    return this.#handled === 0 || (this.#handled < maxFrames && this.#options.now() - this.#began < sliceMs)
  }

  #do(work: () => void): void {
    if (this.#handled === 0) this.#began = this.#options.now()
    this.#handled += 1
    this.#schedule()
    work()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const { nextTurn = setImmediate } = this.#options
    nextTurn(() => this.#takeTurn())
  }

  #takeTurn(): void {
    this.#isScheduled = false
    this.#handled = 0
    if (this.#waiting.length === 0) return
    while (this.#next < this.#waiting.length && this.#hasTime()) {
      const work = this.#waiting[this.#next]
      this.#next += 1
      if (work) this.#do(work)
    }
    if (this.#next < this.#waiting.length) return this.#schedule()
    this.clear()
    this.#options.onWaiting(false)
  }
}
