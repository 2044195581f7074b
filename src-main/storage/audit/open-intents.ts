/**
 * Open intents: actions that started and have no outcome yet.
 *
 * Guards invariant 1: every intent gets an outcome. `settledThrough` is stored with the checkpoint, so that the next
 * start reads only rows with possibly open intents.
 */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { Database } from '../sqlite.js'
import { eventOf } from './chain.js'
import { rowsAfter } from './trail-file.js'

const pageSize = 1_000

export class OpenIntents {
  /** Request → row of its intent, oldest first. */
  readonly #open = new Map<string, { readonly sequence: number; readonly event: AuditEvent }>()

  /** @param settledThrough row up to which every intent has an outcome */
  constructor(database: Database, settledThrough: number) {
    let rows = rowsAfter(database, settledThrough, pageSize)
    while (rows.length > 0) {
      for (const row of rows) {
        const event = eventOf(row)
        if (event) this.record(row.sequence, event)
      }
      rows = rowsAfter(database, rows.at(-1)?.sequence ?? 0, pageSize)
    }
  }

  record(sequence: number, event: AuditEvent): void {
    const { phase, requestId } = event.metadata ?? {}
    if (requestId === undefined) return
    if (phase === 'intent') this.#open.set(requestId, { sequence, event })
    else if (phase === 'outcome') this.#open.delete(requestId)
  }

  list(): AuditEvent[] {
    return [...this.#open.values()].map(({ event }) => event)
  }

  /** @param head number of the last row */
  settledThrough(head: number): number {
    const [first] = this.#open.values()
    return first ? first.sequence - 1 : head
  }
}
