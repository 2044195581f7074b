/** Fake clock: time that stands still until a test moves it. */
import type { Clock } from '../../src-main/gateway/ports/runtime.js'

interface Timer {
  readonly due: number
  readonly order: number
  readonly callback: () => void
}

export class FakeClock implements Clock {
  readonly #start: number
  readonly #timers = new Map<number, Timer>()
  #elapsed = 0
  #nextOrder = 0

  constructor(start = Date.parse('2026-01-19T10:30:00Z')) {
    this.#start = start
  }

  now(): Date {
    return new Date(this.#start + this.#elapsed)
  }

  elapsed(): number {
    return this.#elapsed
  }

  after(milliseconds: number, callback: () => void): () => void {
    const order = this.#nextOrder++
    this.#timers.set(order, { due: this.#elapsed + Math.max(0, milliseconds), order, callback })
    return () => void this.#timers.delete(order)
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.size
  }

  /** Moves time on and runs what falls due, in order; promises settle before, between and after. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds
    await settled()
    for (let timer = this.#nextDue(end); timer; timer = this.#nextDue(end)) {
      this.#timers.delete(timer.order)
      this.#elapsed = timer.due
      timer.callback()
      await settled()
    }
    this.#elapsed = end
    await settled()
  }

  #nextDue(end: number): Timer | undefined {
    return [...this.#timers.values()]
      .filter(({ due }) => due <= end)
      .sort((a, b) => a.due - b.due || a.order - b.order)[0]
  }
}

/** Turns of the event loop until a message on a socket within this process is delivered: write, read and dispatch. */
const turns = 4

/** Lets every promise that can settle do so, and what was sent within this process arrive. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
