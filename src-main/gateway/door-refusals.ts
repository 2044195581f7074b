/**
 * Door refusals: who was not let in and why, for the person who wonders why nothing connects.
 *
 * Guards invariant 8 and memory: a key is never in them, what a stranger sent is cleaned and cut, and one row stands for
 * all refusals of one kind from one source, of which only the newest few are kept.
 */
import type { DoorRefusal, RefusalReason } from '../contract/connection.js'
import { cleanText } from '../policy/untrusted-text.js'
import type { Clock } from './ports.js'

/** Rows of one reason that are kept; those that happened longest ago go first. No reason pushes out another. */
export const keptOfAReason = 8

/** Characters of a Host or an Origin. */
const longestFrom = 128

export interface Refused {
  readonly reason: RefusalReason
  /** The Host or Origin that came. */
  readonly from?: string | undefined
  /** Whom the key names. */
  readonly clientId?: string | undefined
}

export class DoorRefusals {
  readonly #clock: Pick<Clock, 'now'>
  /** The oldest comes first. */
  readonly #rows = new Map<string, DoorRefusal>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  note({ reason, from, clientId }: Refused): void {
    const shown = from === undefined ? undefined : cleanText(from, longestFrom)
    const key = JSON.stringify([reason, shown, clientId])
    const times = (this.#rows.get(key)?.times ?? 0) + 1
    this.#rows.delete(key)
    this.#rows.set(key, {
      reason,
      times,
      lastAt: this.#clock.now().toISOString(),
      ...(shown !== undefined && { from: shown }),
      ...(clientId !== undefined && { clientId }),
    })
    const alike = [...this.#rows].filter(([, row]) => row.reason === reason)
    const [oldest] = alike[0] ?? []
    if (alike.length > keptOfAReason && oldest !== undefined) this.#rows.delete(oldest)
  }

  /** The newest first. */
  all(): readonly DoorRefusal[] {
    return [...this.#rows.values()].reverse()
  }
}
