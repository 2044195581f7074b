/**
 * Retention: keeps the trail's rows up to an age and a size, then deletes the oldest.
 *
 * Guards the chain: an event records the deleted rows (count, last row and its hash), which confirms the new first row.
 */
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { Database } from '../sqlite.js'
import type { Head } from './chain.js'
import { inSlices } from './slices.js'
import { firstRow } from './trail-file.js'

export type TrailSettings = Pick<Settings, 'auditDays' | 'auditMebibytes' | 'redactAddresses'>

/** The user's settings for the trail, and their defaults. */
export const defaultTrailSettings: TrailSettings = defaultSettings

/** Rows deleted at once: tens of milliseconds. */
const maxAtOnce = 5_000

/** Milliseconds between two rounds, and between two slices of one. */
const hourMs = 3_600_000
const pruningPauseMs = 100

const dayMs = 86_400_000
const mebibyte = 2 ** 20

export interface RowsToDelete {
  /** The last row to delete. */
  readonly through: Head
  readonly rows: number
  readonly why: 'age' | 'size'
  /** Time of the newest deleted row, ISO 8601, when it is less than a day old: something floods the trail. */
  readonly fresh?: string
}

/** The rows to delete now, in parts when there are many. The newest row is kept. */
export function due(database: Database, settings: TrailSettings, now: Date, bytes: number): RowsToDelete | undefined {
  const first = firstRow(database)
  if (!first) return undefined
  const oldest = new Date(now.getTime() - settings.auditDays * dayMs).toISOString()
  const tooMany = bytes > settings.auditMebibytes * mebibyte
  if (first.timestamp >= oldest && !tooMany) return undefined
  const why = tooMany ? 'size' : 'age'
  const fresh = tooMany ? undefined : firstSince(database, oldest)
  const last = Number(database.prepare('SELECT max(sequence) AS last FROM audit_event').get()?.last)
  const end = Math.min(fresh ?? last, first.sequence + (tooMany ? eighth(first.sequence, last) : maxAtOnce), last)
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

const eighth = (first: number, last: number): number => Math.min(maxAtOnce, Math.ceil((last - first + 1) / 8))

/** Rows are in write order; rows after a recent one are kept, whatever their time. */
const firstSince = (database: Database, at: string): number | undefined => {
  const row = database
    .prepare('SELECT sequence FROM audit_event WHERE timestamp >= ? ORDER BY sequence LIMIT 1')
    .get(at)
  return row && Number(row.sequence)
}

/** Size of the rows; freed pages are reused and do not count. */
export function usedBytes(database: Database): number {
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
    Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]),
  ) as [number, number, number]
  return (pages - free) * size
}

/** Prunes now and every hour, in slices, until nothing is due. @returns the function that ends it */
export function pruneHourly(clock: Clock, prune: () => boolean): () => void {
  let stop = () => {}
  const round = () => {
    stop = inSlices(clock, pruningPauseMs, () => {
      if (prune()) return true
      stop = clock.after(hourMs, round)
      return false
    })
  }
  round()
  return () => stop()
}
