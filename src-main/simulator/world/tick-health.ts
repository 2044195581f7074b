/** Tick health: how fast the server ticks. A little unsteady, as servers are, and slow for a while when it is told so. */
import { mulberry32 } from '../../validation/mulberry32.js'

/** Milliseconds that a tick has. */
const budget = 50

export interface TickState {
  readonly tps: number
  readonly tickMilliseconds: number
}

export class TickHealth {
  readonly #age: () => number
  readonly #seed: number
  /** Milliseconds more that each tick takes. */
  #burden = 0

  constructor(age: () => number, seed: number) {
    this.#age = age
    this.#seed = seed
  }

  /** The same second has the same answer. */
  read(): TickState {
    const second = Math.floor(this.#age() / 20)
    const unsteady = 8 + mulberry32(this.#seed + second)() * 4
    const tickMilliseconds = Math.round((unsteady + this.#burden) * 10) / 10
    return { tps: Math.min(20, Math.round(10_000 / Math.max(budget, tickMilliseconds)) / 10), tickMilliseconds }
  }

  get healthy(): boolean {
    return this.#burden === 0
  }

  burden(milliseconds: number): void {
    this.#burden = milliseconds
  }
}
