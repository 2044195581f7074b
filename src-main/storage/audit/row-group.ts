/**
 * Row group: rows of reads that wait a few milliseconds, so that one transaction writes them all.
 *
 * Guards invariant 1 by what it never holds: a decision, an intent or the outcome of an action is written at once, and
 * this group before it, so that the order of the chain is the order of the events. A crash of the program loses at most
 * what waits here.
 */
import type { AuditEvent } from '../../contract/generated/audit-event.js'
import type { Clock } from '../../gateway/ports.js'

/** Milliseconds that a row waits at most. */
export const groupMs = 10
/** Rows, and characters of all of them, that may wait. */
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

  /** @param write all of them, in order. Must not throw */
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

  /** Writes what waits. */
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
