/**
 * Screens elsewhere: since when the pop-up of a person on another computer shows what.
 *
 * Guards invariant 2: what a service asks for is answered only after it was visible long enough to be read.
 */
import { readingMs } from '@shared/approvals/reading-time.js'
import type { Clock } from '../gateway/ports/runtime.js'
import type { RemoteGiver } from './table/table.js'

/** Times that are kept; the oldest are forgotten. */
const maxTimes = 1_000

export class ScreensElsewhere {
  readonly #clock: Pick<Clock, 'elapsed'>
  /** Person and id → milliseconds of the monotonic clock. */
  readonly #since = new Map<string, number>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** The pop-up of this person reports that these are visible. */
  shown({ person }: RemoteGiver, ids: readonly string[]): void {
    for (const id of ids) {
      const key = keyOf(person.id, id)
      if (!this.#since.has(key)) this.#since.set(key, this.#clock.elapsed())
    }
    for (const key of this.#since.keys()) {
      if (this.#since.size <= maxTimes) break
      this.#since.delete(key)
    }
  }

  /** Whether it was visible long enough on a pop-up of this person. */
  mayApprove({ page, person }: RemoteGiver, id: string): boolean {
    const since = this.#since.get(keyOf(person.id, id))
    return page === 'pop-up' && since !== undefined && this.#clock.elapsed() - since >= readingMs
  }
}

const keyOf = (person: string, id: string): string => `${person} ${id}`
