/**
 * Row group: batches rows of reads for a few milliseconds, so that one transaction writes them.
 *
 * Guards invariant 1: it never contains a decision, an intent or the outcome of an action. Those are written at once,
 * after this group, which keeps the chain in event order. A program crash loses at most this group.
 */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { Clock } from '../../gateway/ports/runtime.js'

/** Maximum delay of a row in milliseconds. */
export const groupMs = 10
/** Maximum rows, and characters in total. */
const most = { rows: 256, characters: 1_048_576 } as const

export interface WaitingRow {
  readonly event: AuditEvent
  /** The event as JSON when it was appended. */
  readonly body: string
}

export const rowOf = (event: AuditEvent): WaitingRow => ({ event, body: JSON.stringify(event) })

export class RowGroup {
  readonly #clock: Clock
  readonly #write: (rows: readonly WaitingRow[]) => void
  #rows: WaitingRow[] = []
  #characters = 0
  #cancel: (() => void) | undefined

  /** @param write all rows, in order. Must not throw */
  constructor(clock: Clock, write: (rows: readonly WaitingRow[]) => void) {
    this.#clock = clock
    this.#write = write
  }

  add(row: WaitingRow): void {
    this.#rows.push(row)
    this.#characters += row.body.length
    if (this.#rows.length >= most.rows || this.#characters >= most.characters) return this.flush()
    this.#cancel ??= this.#clock.after(groupMs, () => this.flush())
  }

  /** Writes the pending rows. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#rows.length === 0) return
    const rows = this.#rows
    this.#rows = []
    this.#characters = 0
    this.#write(rows)
  }
}
