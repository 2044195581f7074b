/**
 * Event queue: what waits for a subscriber who reads slower than things happen.
 *
 * Never longer than agreed: the oldest goes, and the subscriber is told how many went.
 */
import type { GameEntry } from '../contract/live.js'

/** Events that wait for one subscriber; with the bound of each, two megabytes. */
export const mostWaiting = 256

export interface Taken {
  /** Events that went since the last one taken. */
  readonly missed: number
  readonly event: GameEntry
}

export class EventQueue {
  readonly #most: number
  #waiting: GameEntry[] = []
  #missed = 0

  constructor(most = mostWaiting) {
    this.#most = most
  }

  add(event: GameEntry): void {
    this.#waiting.push(event)
    if (this.#waiting.length <= this.#most) return
    this.#waiting.shift()
    this.#missed += 1
  }

  /** The oldest that waits. */
  take(): Taken | undefined {
    const event = this.#waiting.shift()
    if (!event) return undefined
    const missed = this.#missed
    this.#missed = 0
    return { missed, event }
  }

  /** Lets go of everything. */
  clear(): void {
    this.#waiting = []
  }
}
