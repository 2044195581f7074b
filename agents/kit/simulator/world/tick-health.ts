/** Tick health: the simulated tick rate, with some jitter; `slowDown` makes it slow. */
import { mulberry32 } from '../mulberry32.js'

/** Milliseconds available per tick. */
const tickBudgetMs = 50

/** Simulated garbage collection: share of memory after one, growth until the next, and ticks between two. */
const memory = { least: 0.32, most: 0.41, ticks: 1_800 }

export interface TickState {
  readonly tps: number
  readonly tickMilliseconds: number
}

export class TickHealth {
  readonly #age: () => number
  readonly #seed: number
  /** Additional milliseconds per tick. */
  #extraTickMs = 0

  constructor(age: () => number, seed: number) {
    this.#age = age
    this.#seed = seed
  }

  /** Deterministic per second. */
  read(): TickState {
    const second = Math.floor(this.#age() / 20)
    const jitterMs = 8 + mulberry32(this.#seed + second)() * 4
    const tickMilliseconds = Math.round((jitterMs + this.#extraTickMs) * 10) / 10
    return { tps: Math.min(20, Math.round(10_000 / Math.max(tickBudgetMs, tickMilliseconds)) / 10), tickMilliseconds }
  }

  /** Share of memory in use; it grows until the next simulated garbage collection. */
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
