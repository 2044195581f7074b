/** Tick health: how fast the server ticks. A little unsteady, as servers are, and slow for a while on request. */
import { mulberry32 } from '../../validation/mulberry32.js'

/** Milliseconds that a tick has. */
const budget = 50

/** Share of the memory that is in use after it was swept, what comes on top until the next sweep, and ticks between two. */
const memory = { least: 0.32, most: 0.41, ticks: 1_800 }

export interface TickState {
  readonly tps: number
  readonly tickMilliseconds: number
}

export class TickHealth {
  readonly #age: () => number
  readonly #seed: number
  /** Milliseconds more that each tick takes. */
  #extraTickMs = 0

  constructor(age: () => number, seed: number) {
    this.#age = age
    this.#seed = seed
  }

  /** The same second has the same answer. */
  read(): TickState {
    const second = Math.floor(this.#age() / 20)
    const unsteady = 8 + mulberry32(this.#seed + second)() * 4
    const tickMilliseconds = Math.round((unsteady + this.#extraTickMs) * 10) / 10
    return { tps: Math.min(20, Math.round(10_000 / Math.max(budget, tickMilliseconds)) / 10), tickMilliseconds }
  }

  /** Share of its memory that the pretended server uses: it fills until it is swept, as Java's does. */
  get memoryUsage(): number {
    const filled = (this.#age() % memory.ticks) / memory.ticks
    return Math.round((memory.least + memory.most * filled) * 1_000) / 1_000
  }

  get healthy(): boolean {
    return this.#extraTickMs === 0
  }

  slowDown(milliseconds: number): void {
    this.#extraTickMs = milliseconds
  }
}
