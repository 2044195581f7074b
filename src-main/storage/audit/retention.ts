/**
 * Retention: the trail keeps its rows for so many days and so many mebibytes, then lets the oldest go.
 *
 * Guards the chain: what went is named by an event in it (how many, until which row, with which hash), which vouches for
 * the row that is the first from then on.
 */
import type { Database } from '../sqlite.js'
import type { Head } from './chain.js'
import { firstRow } from './trail-file.js'
import type { TrailSettings } from './trail-settings.js'

/** Rows that go at once: some tens of milliseconds. */
const mostAtOnce = 5_000

const dayMs = 86_400_000
const mebibyte = 2 ** 20

export interface Letting {
  /** The last row that goes. */
  readonly through: Head
  readonly rows: number
  readonly why: 'age' | 'size'
  /** Of the newest of them, ISO 8601, where that is less than a day old: something fills the trail. */
  readonly fresh?: string
}

/** What is to go now; less than all of it when that is much. The newest row stays. */
export function due(database: Database, settings: TrailSettings, now: Date, bytes: number): Letting | undefined {
  const first = firstRow(database)
  if (!first) return undefined
  const oldest = new Date(now.getTime() - settings.auditDays * dayMs).toISOString()
  const tooMany = bytes > settings.auditMebibytes * mebibyte
  if (first.timestamp >= oldest && !tooMany) return undefined
  const why = tooMany ? 'size' : 'age'
  const fresh = tooMany ? undefined : firstSince(database, oldest)
  const last = Number(database.prepare('SELECT max(sequence) AS last FROM audit_event').get()?.last)
  const end = Math.min(fresh ?? last, first.sequence + (tooMany ? eighth(first.sequence, last) : mostAtOnce), last)
  const through = database
    .prepare('SELECT sequence, hash, timestamp FROM audit_event WHERE sequence < ? ORDER BY sequence DESC LIMIT 1')
    .get(end) as (Head & { timestamp: string }) | undefined
  if (!through) return undefined
  const rows = Number(
    database.prepare('SELECT count(*) AS rows FROM audit_event WHERE sequence <= ?').get(through.sequence)?.rows,
  )
  const isFresh = why === 'size' && through.timestamp > new Date(now.getTime() - dayMs).toISOString()
  return {
    through: { sequence: through.sequence, hash: through.hash },
    rows,
    why,
    ...(isFresh && { fresh: through.timestamp }),
  }
}

const eighth = (first: number, last: number): number => Math.min(mostAtOnce, Math.ceil((last - first + 1) / 8))

/** Rows stand in the order they were written; what is behind a fresh one stays, whatever the clock said then. */
const firstSince = (database: Database, at: string): number | undefined => {
  const row = database
    .prepare('SELECT sequence FROM audit_event WHERE timestamp >= ? ORDER BY sequence LIMIT 1')
    .get(at)
  return row && Number(row.sequence)
}

/** What the rows take up; what was let go is used again and does not count. */
export function usedBytes(database: Database): number {
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
    Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]),
  ) as [number, number, number]
  return (pages - free) * size
}
