/**
 * Event queue: buffers events for a slow subscriber.
 *
 * Its length is limited: the oldest event is dropped, and the subscriber receives the number of dropped events.
 */
import type { GameEntry } from '@shared/trail/live.js'

/** Maximum events for one subscriber; with the limit of each event, two megabytes. */
export const maxWaiting = 256

export interface DrainedEvents {
  /** Events dropped since the last one was taken. */
  readonly missed: number
  readonly event: GameEntry
}

export class EventQueue {
  readonly #most: number
  #waiting: GameEntry[] = []
  #missed = 0

  constructor(most = maxWaiting) {
    this.#most = most
  }

  add(event: GameEntry): void {
    this.#waiting.push(event)
    if (this.#waiting.length <= this.#most) return
    this.#waiting.shift()
    this.#missed += 1
  }

  /** The oldest event. */
  take(): DrainedEvents | undefined {
    const event = this.#waiting.shift()
    if (!event) return undefined
    const missed = this.#missed
    this.#missed = 0
    return { missed, event }
  }

  /** Clears the queue. */
  clear(): void {
    this.#waiting = []
  }
}
