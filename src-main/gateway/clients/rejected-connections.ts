/**
 * Rejected connections: rejected clients and the reason, for a person whose client does not connect.
 *
 * Guards invariant 8 and memory: no keys are stored, untrusted text is cleaned and truncated. Rejections of one kind
 * from one source share a row, and only the newest rows are stored.
 */
import type { RejectedConnection } from '@shared/clients/connection.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { NewRejection, RejectionList, RejectionRecorder } from '../ports/connections.js'
import type { Clock } from '../ports/runtime.js'

/** Maximum rows per reason; the oldest is dropped first. One reason does not displace another. */
export const maxRowsPerReason = 8

/** Maximum characters of a Host or an Origin. */
const maxFromLength = 128

export class RejectedConnections implements RejectionList, RejectionRecorder {
  readonly #clock: Pick<Clock, 'now'>
  /** Oldest first. */
  readonly #rows = new Map<string, RejectedConnection>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  note({ reason, from, clientId }: NewRejection): void {
    const shown = from === undefined ? undefined : cleanText(from, maxFromLength)
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
    if (alike.length > maxRowsPerReason && oldest !== undefined) this.#rows.delete(oldest)
  }

  /** Newest first. */
  all(): readonly RejectedConnection[] {
    return [...this.#rows.values()].reverse()
  }
}
