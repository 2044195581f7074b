/**
 * Audit reader: looks things up in the trail, beside whoever writes it. It can change nothing.
 *
 * Newest rows come first; pages are cut by row, so that rows that come meanwhile shift none.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  type AuditRow,
  type AuditStory,
  mostAuditRows,
} from '../contract/audit.js'
import type { AuditEvent } from '../contract/generated/audit-event.js'
import { eventOf, type StoredRow } from './audit/chain.js'
import { conditionsOf, fits } from './audit/facts.js'
import { readHead } from './audit/kept-head.js'
import { indexFile, isMarkOf, markOf } from './audit/search-index.js'
import { auditFile, rowColumns, rowsAfter } from './audit/trail-file.js'
import { type Verdict, verifyTrail } from './audit/verify.js'
import { matchOf, type Terms, termsOf } from './audit/words.js'
import { type Database, openToRead } from './sqlite.js'

/** Rows of a page when nothing is said, rows that are read at once, and rows of one request. */
const normal = { page: 50, read: 200, request: 200 } as const

/** Rows without an index that a page may look at before it is handed over short: some tens of milliseconds. */
export const patience = 5_000

/** @throws Error when there is no trail, or it cannot be read */
export function openAuditReader(profile: string): AuditReader {
  const database = openToRead(path.join(profile, auditFile))
  try {
    const index = path.join(profile, indexFile)
    if (existsSync(index)) database.prepare('ATTACH ? AS found').run(index)
    return new AuditReader(profile, database, existsSync(index))
  } catch (error) {
    database.close()
    throw error
  }
}

export class AuditReader {
  readonly #profile: string
  readonly #database: Database
  readonly #hasIndex: boolean

  constructor(profile: string, database: Database, hasIndex: boolean) {
    this.#profile = profile
    this.#database = database
    this.#hasIndex = hasIndex
  }

  /** @param look rows that may be looked at where the index does not reach */
  search(query: AuditQuery, look: number = patience): AuditPage {
    const limit = Math.min(Math.max(1, query.limit ?? normal.page), mostAuditRows)
    const terms = termsOf(query.text)
    const before = sequenceOf(query.cursor)
    const indexed = this.#indexed()
    const beside = this.#scan(query, terms, { before, downTo: indexed, limit, look })
    if (beside.rows.length >= limit || !beside.isWhole) return page(beside.rows, beside.reached)
    const rest = this.#look(query, terms, Math.min(before, indexed + 1), limit - beside.rows.length)
    const rows = [...beside.rows, ...rest]
    return rows.length < limit ? page(rows) : page(rows, rows.at(-1)?.sequence)
  }

  /** Undefined when there is no such event. */
  get(id: string): AuditStory | undefined {
    const row = this.#database.prepare(`SELECT ${rowColumns} FROM audit_event WHERE id = ?`).get(id) as
      | StoredRow
      | undefined
    if (!row) return undefined
    const request = this.#database
      .prepare(`SELECT ${rowColumns} FROM audit_event WHERE request_id = ? ORDER BY sequence LIMIT ?`)
      .all(row.request_id, normal.request) as unknown as StoredRow[]
    return { row: shown(row), request: row.request_id === null ? [shown(row)] : request.map(shown) }
  }

  /** Every row that passes, oldest first, as it is stored; of rows that come meanwhile none. Nothing else is read by this reader until then. */
  async *rows(filter: AuditFilter): AsyncGenerator<StoredRow> {
    const terms = termsOf(filter.text)
    // What is let go of meanwhile is still there at this moment.
    this.#database.exec('BEGIN')
    try {
      for (let rows = rowsAfter(this.#database, 0, normal.read); rows.length > 0; ) {
        for (const row of rows) if (fits(readable(row), filter, terms)) yield row
        rows = rowsAfter(this.#database, rows.at(-1)?.sequence ?? 0, normal.read)
        await setImmediate()
      }
    } finally {
      this.#database.exec('COMMIT')
    }
  }

  verify(): Verdict {
    return verifyTrail(this.#database, () => readHead(this.#profile))
  }

  close(): void {
    this.#database.close()
  }

  /** How far the index goes; it may be broken, or of another trail. */
  #indexed(): number {
    if (!this.#hasIndex) return 0
    try {
      const mark = markOf(this.#database, 'found')
      return isMarkOf(this.#database, mark) ? mark.sequence : 0
    } catch {
      return 0
    }
  }

  #scan(
    filter: AuditFilter,
    terms: Terms | undefined,
    { before, downTo, limit, look }: { before: number; downTo: number; limit: number; look: number },
  ): { rows: AuditRow[]; reached: number; isWhole: boolean } {
    const read = this.#database.prepare(
      `SELECT ${rowColumns} FROM audit_event WHERE sequence < ? AND sequence > ? ORDER BY sequence DESC LIMIT ?`,
    )
    const rows: AuditRow[] = []
    let reached = before
    for (let looked = 0; looked < look; looked += normal.read) {
      const some = read.all(reached, downTo, normal.read) as unknown as StoredRow[]
      for (const row of some) {
        reached = row.sequence
        if (fits(readable(row), filter, terms)) rows.push(shown(row))
        if (rows.length === limit) return { rows, reached, isWhole: false }
      }
      if (some.length < normal.read) return { rows, reached, isWhole: true }
    }
    return { rows, reached, isWhole: false }
  }

  #look(filter: AuditFilter, terms: Terms | undefined, before: number, limit: number): AuditRow[] {
    if (!this.#hasIndex || before <= 1 || terms?.length === 0) return []
    const { sql, values } = conditionsOf(filter)
    const from = terms ? 'found.line l CROSS JOIN found.entry e ON e.sequence = l.rowid' : 'found.entry e'
    const where = terms ? ['l.words MATCH ?', 'l.rowid < ?', ...sql] : ['e.sequence < ?', ...sql]
    const given = [...(terms ? [matchOf(terms)] : []), before, ...values]
    const found = this.#database
      .prepare(
        `SELECT ${rowColumns
          .split(', ')
          .map((name) => `r.${name}`)
          .join(', ')}
         FROM ${from} CROSS JOIN main.audit_event r ON r.sequence = e.sequence
         WHERE ${where.join(' AND ')} ORDER BY ${terms ? 'l.rowid' : 'e.sequence'} DESC LIMIT ?`,
      )
      .all(...given, limit) as unknown as StoredRow[]
    return found.map(shown)
  }
}

/** A row whose text is no event any more still has its columns. */
function readable(row: StoredRow): AuditEvent {
  const event = eventOf(row)
  if (event && typeof event.caller === 'object' && event.caller !== null) return event
  const { id, timestamp, event_type, capability_id } = row
  return { id, timestamp, eventType: event_type as AuditEvent['eventType'], capabilityId: capability_id, caller: {} }
}

const shown = (row: StoredRow): AuditRow => ({
  sequence: row.sequence,
  previous: row.previous,
  hash: row.hash,
  event: readable(row),
})

const page = (rows: readonly AuditRow[], last?: number): AuditPage => ({
  rows,
  ...(last !== undefined && last > 1 && { next: cursorOf(last) }),
})

/** Where a page goes on behind this row. */
export const cursorOf = (sequence: number): string => Buffer.from(`a${sequence}`).toString('base64url')

/** One that is none begins at the newest row. */
function sequenceOf(cursor: string | undefined): number {
  const [, digits] = /^a(\d{1,15})$/u.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? []
  return digits === undefined ? Number.MAX_SAFE_INTEGER : Number(digits)
}
