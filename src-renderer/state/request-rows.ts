/**
 * Request rows: the log has an entry when a request begins to wait and one when it ends; the list has one row for both.
 *
 * The row keeps the place of the entry that was known first, so the list does not move when a request ends, and it has
 * the time at which the request arrived.
 */
import type { CallEntry, LiveEntry, RequestedEntry } from '@shared/trail/live.js'

export type RequestEntry = CallEntry | RequestedEntry

export interface RequestRow {
  /** Number of its row: that of the entry that was known first. */
  readonly number: number
  /** Each entry by its number. */
  readonly entries: ReadonlyMap<number, RequestEntry>
  /** What the row shows: the last state, with the id and the time of the row. */
  readonly shown: RequestEntry
}

export const isOfRequest = (entry: LiveEntry): entry is RequestEntry => entry.kind === 'asked' || entry.kind === 'call'

/** A call has ended for good; of two questions about one call, the later one counts. */
const isLater = (one: RequestEntry, other: RequestEntry): boolean =>
  one.kind === other.kind ? one.at > other.at : one.kind === 'call'

/** Adds an entry to the row of its request. The entries may come in any order. */
export const withEntry = (row: RequestRow | undefined, number: number, entry: RequestEntry): RequestRow => {
  if (row === undefined) return { number, entries: new Map([[number, entry]]), shown: entry }
  const entries = new Map(row.entries).set(number, entry)
  const all = [...entries.values()]
  const last = all.reduce((before, one) => (isLater(one, before) ? one : before))
  const at = all.reduce((first, one) => (one.at < first ? one.at : first), entry.at)
  return { number: row.number, entries, shown: { ...last, id: row.shown.id, at } }
}
