/**
 * Row group: batches rows of reads for a few milliseconds, so that one transaction writes them.
 *
 * Guards invariant 1: it never contains a decision, an intent or the outcome of an action. Those are written at once,
 * after this group, which keeps the chain in event order. A program crash loses at most this group. While another
 * program holds the file, the rows wait.
 */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { Clock } from '../../gateway/ports/runtime.js'

/** Maximum delay of a row in milliseconds. */
export const groupMs = 10
/** Milliseconds until rows are written again, when another program holds the file. */
export const retryMs = 250
/** Maximum rows that wait for another program; the oldest are written or lost first. */
const maxWaiting = 4_096
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
  readonly #write: (rows: readonly WaitingRow[], isLastTry: boolean) => boolean
  #rows: WaitingRow[] = []
  #characters = 0
  #cancel: (() => void) | undefined
  #isWaiting = false

  /**
   * @param write all rows, in order. False when another program holds the file, except at the last try. Must not throw
   */
  constructor(clock: Clock, write: (rows: readonly WaitingRow[], isLastTry: boolean) => boolean) {
    this.#clock = clock
    this.#write = write
  }

  add(row: WaitingRow): void {
    this.#rows.push(row)
    this.#characters += row.body.length
    const isFull = this.#rows.length >= most.rows || this.#characters >= most.characters
    if (isFull && (!this.#isWaiting || this.#rows.length >= maxWaiting)) return this.flush()
    this.#cancel ??= this.#clock.after(groupMs, () => this.flush())
  }

  /** Writes the pending rows. @param isLastTry nothing is kept for later */
  flush(isLastTry = false): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#rows.length === 0) return
    const rows = this.#rows
    const characters = this.#characters
    this.#rows = []
    this.#characters = 0
    this.#isWaiting = !this.#write(rows, isLastTry || rows.length >= maxWaiting)
    if (!this.#isWaiting) return
    this.#rows = rows
    this.#characters = characters
    this.#cancel = this.#clock.after(retryMs, () => this.flush())
  }
}
