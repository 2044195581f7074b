/**
 * Audit reader: searches the trail, read-only, while it is being written.
 *
 * Newest rows come first. Pages are cut by row number, so that new rows do not shift them.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import {
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
  type AuditRow,
  type AuditStory,
  maxAuditRows,
} from '@shared/trail/audit.js'
import { eventOf, type StoredRow } from './audit/chain.js'
import { readHead } from './audit/checkpoint.js'
import { conditionsOf, fits } from './audit/facts.js'
import { indexFile, isMarkOf, markOf } from './audit/search-index.js'
import { auditFile, rowColumns, rowsAfter } from './audit/trail-file.js'
import { type VerificationResult, verifyTrail } from './audit/verify.js'
import { matchOf, type Terms, termsOf } from './audit/words.js'
import { type Database, openToRead } from './sqlite.js'

/** Default rows per page, rows read at once, and rows of one request. */
const normal = { page: 50, read: 50, request: 200 } as const

/** Limits after which a search returns a partial page. */
export interface SearchEffort {
  readonly milliseconds: number
  /** Initial number of index rows searched at once; increased while that is fast. */
  readonly span: number
}

/** The search blocks the program. A span of a word that is everywhere takes as long as its list of rows is to read. */
export const onePage: SearchEffort = { milliseconds: 30, span: 20_000 }

export const fullSearch: SearchEffort = { ...onePage, milliseconds: Number.POSITIVE_INFINITY }

/** @throws Error when there is no trail, or it cannot be read */
export function openAuditReader(profile: string, waiting: 'alone' | 'serving' = 'alone'): AuditReader {
  const database = openToRead(path.join(profile, auditFile), waiting)
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

  search(query: AuditQuery, effort: SearchEffort = onePage): AuditPage {
    const limit = Math.min(Math.max(1, query.limit ?? normal.page), maxAuditRows)
    const terms = termsOf(query.text)
    const before = sequenceOf(query.cursor)
    const indexed = this.#indexed()
    const until = performance.now() + effort.milliseconds
    const beside = this.#scan(query, terms, { before, downTo: indexed, limit, until })
    if (beside.rows.length >= limit || !beside.isWhole) return page(beside.rows, beside.reached)
    const end = { before: Math.min(before, indexed + 1), limit: limit - beside.rows.length }
    const rest = this.#searchIndex(query, terms, end, { until, span: effort.span })
    return page([...beside.rows, ...rest.rows], rest.reached)
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

  /**
   * All matching rows in stored form, oldest first, from one snapshot. This reader must not be used for anything else
   * until it ends.
   */
  async *rows(filter: AuditFilter): AsyncGenerator<StoredRow> {
    const terms = termsOf(filter.text)
    // Rows deleted meanwhile are still in this snapshot.
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

  verify(): VerificationResult {
    return verifyTrail(this.#database, () => readHead(this.#profile))
  }

  close(): void {
    this.#database.close()
  }

  /** The last indexed row; the index may be damaged, or belong to another trail. */
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
    { before, downTo, limit, until }: { before: number; downTo: number; limit: number; until: number },
  ): { rows: AuditRow[]; reached: number; isWhole: boolean } {
    const read = this.#database.prepare(
      `SELECT ${rowColumns} FROM audit_event WHERE sequence < ? AND sequence > ? ORDER BY sequence DESC LIMIT ?`,
    )
    const rows: AuditRow[] = []
    let reached = before
    do {
      const some = read.all(reached, downTo, normal.read) as unknown as StoredRow[]
      for (const row of some) {
        reached = row.sequence
        if (fits(readable(row), filter, terms)) rows.push(shown(row))
        if (rows.length === limit) return { rows, reached, isWhole: false }
      }
      if (some.length < normal.read) return { rows, reached, isWhole: true }
    } while (performance.now() < until)
    return { rows, reached, isWhole: false }
  }

  /** Searches from the newest row in spans while there is time. @returns where to continue, if anything is left */
  #searchIndex(
    filter: AuditFilter,
    terms: Terms | undefined,
    { before, limit }: { before: number; limit: number },
    { until, span }: { until: number; span: number },
  ): { rows: AuditRow[]; reached?: number } {
    if (!this.#hasIndex || before <= 1 || terms?.length === 0) return { rows: [] }
    const find = this.#finding(filter, terms)
    const rows: AuditRow[] = []
    let reached = before
    let size = span
    let growth: number
    do {
      const began = performance.now()
      const from = Math.max(1, Math.floor(reached - size))
      rows.push(...find(from, reached, limit - rows.length))
      if (rows.length >= limit) return { rows, reached: rows.at(-1)?.sequence ?? from }
      reached = from
      const now = performance.now()
      // The next span fits into the time that is left, and even a trail of millions has few spans.
      growth = Math.min(4, (until - now) / (now - began))
      size *= growth
    } while (reached > 1 && growth >= 1)
    return { rows, reached }
  }

  /** Finds rows in a range, newest first. */
  #finding(filter: AuditFilter, terms: Terms | undefined): (from: number, before: number, limit: number) => AuditRow[] {
    const { sql, values } = conditionsOf(filter)
    const sequence = terms ? 'l.rowid' : 'e.sequence'
    const from = terms ? 'found.line l CROSS JOIN found.entry e ON e.sequence = l.rowid' : 'found.entry e'
    const where = [...(terms ? ['l.words MATCH ?'] : []), `${sequence} >= ?`, `${sequence} < ?`, ...sql]
    const columns = rowColumns.split(', ').map((name) => `r.${name}`)
    const statement = this.#database.prepare(
      `SELECT ${columns.join(', ')}
       FROM ${from} CROSS JOIN main.audit_event r ON r.sequence = e.sequence
       WHERE ${where.join(' AND ')} ORDER BY ${sequence} DESC LIMIT ?`,
    )
    const words = terms ? [matchOf(terms)] : []
    return (first, before, limit) => {
      const found = statement.all(...words, first, before, ...values, limit) as unknown as StoredRow[]
      return found.map(shown)
    }
  }
}

/** A row whose text is not a valid event still has its columns. */
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

/** The start of the next page. */
export const cursorOf = (sequence: number): string => Buffer.from(`a${sequence}`).toString('base64url')

/** An invalid cursor starts at the newest row. */
function sequenceOf(cursor: string | undefined): number {
  const [, digits] = /^a(\d{1,15})$/u.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? []
  return digits === undefined ? Number.MAX_SAFE_INTEGER : Number(digits)
}
