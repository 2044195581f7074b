/**
 * Search index: words and facts of the trail's rows, in a separate file.
 *
 * It is updated in the background, so that adding a row costs nothing extra. It proves nothing: a damaged index, or one
 * of another trail, is deleted and rebuilt.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { createPrivately, type Database, inTransaction, isBusy, openDatabase } from '../sqlite.js'
import { eventOf, genesis, type Head } from './chain.js'
import { factsOf } from './facts.js'
import { bodiesAfter, firstRow } from './trail-file.js'
import { indexedTextOf } from './words.js'

export const indexFile = 'audit-index.sqlite'

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS mark (one INTEGER PRIMARY KEY CHECK (one = 1), sequence INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS entry (
    sequence INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    capability TEXT NOT NULL,
    server TEXT,
    client TEXT,
    client_name TEXT,
    request TEXT,
    risk TEXT,
    outcome TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entry_by_capability ON entry (capability, sequence);
  CREATE INDEX IF NOT EXISTS entry_by_client ON entry (client, sequence);
  CREATE INDEX IF NOT EXISTS entry_by_request ON entry (request, sequence);
  CREATE VIRTUAL TABLE IF NOT EXISTS line USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'ascii');
`

/** Opens the index of a trail, or creates one. @throws Error when that is impossible, for example on a full disk */
export function openSearchIndex(profile: string, trail: Database): SearchIndex {
  const file = path.join(profile, indexFile)
  try {
    const index = open(file, trail)
    if (index.isOf(trail)) return index
    index.close()
  } catch (error) {
    if (isBusy(error)) throw error
    // Broken: rebuilt below.
  }
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  return open(file, trail)
}

function open(file: string, trail: Database): SearchIndex {
  createPrivately(file)
  const database = openDatabase(file, schema, 'serving')
  try {
    return new SearchIndex(database, trail)
  } catch (error) {
    database.close()
    throw error
  }
}

export const markOf = (database: Database, where = 'main'): Head =>
  (database.prepare(`SELECT sequence, hash FROM ${where}.mark`).get() as Head | undefined) ?? {
    sequence: 0,
    hash: genesis,
  }

/** Whether a position belongs to this trail. */
export function isMarkOf(trail: Database, { sequence, hash }: Head): boolean {
  if (sequence === 0) return true
  return trail.prepare('SELECT hash FROM audit_event WHERE sequence = ?').get(sequence)?.hash === hash
}

export class SearchIndex {
  readonly #database: Database
  readonly #trail: Database
  readonly #insertEntry: ReturnType<Database['prepare']>
  readonly #insertLine: ReturnType<Database['prepare']>
  #mark: Head

  constructor(database: Database, trail: Database) {
    this.#database = database
    this.#trail = trail
    this.#mark = markOf(database)
    this.#insertEntry = database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    this.#insertLine = database.prepare('INSERT OR REPLACE INTO line (rowid, words) VALUES (?, ?)')
  }

  isOf(trail: Database): boolean {
    return isMarkOf(trail, this.#mark)
  }

  /** The last indexed row. */
  get through(): number {
    return this.#mark.sequence
  }

  /** Indexes the next rows. @returns whether some are left */
  catchUp(limit: number): boolean {
    const rows = bodiesAfter(this.#trail, this.#mark.sequence, limit)
    const last = rows.at(-1)
    if (!last) return false
    const events = rows.flatMap((row) => {
      const event = eventOf(row)
      return event ? [{ sequence: row.sequence, event }] : []
    })
    inTransaction(this.#database, () => {
      // Words first, then facts: FTS5 flushes its words when another statement may have to be rolled back.
      for (const { sequence, event } of events) this.#insertLine.run(sequence, indexedTextOf(event))
      for (const { sequence, event } of events) {
        const { at, type, capability, server, client, client_name, request, risk, outcome } = factsOf(event)
        this.#insertEntry.run(sequence, at, type, capability, server, client, client_name, request, risk, outcome)
      }
      const { sequence, hash } = last
      this.#database.prepare('INSERT OR REPLACE INTO mark VALUES (1, ?, ?)').run(sequence, hash)
    })
    this.#mark = { sequence: last.sequence, hash: last.hash }
    return rows.length === limit
  }

  /** Removes rows that were deleted from the trail. @returns whether some are left */
  forget(limit: number): boolean {
    const first = firstRow(this.#trail)?.sequence ?? 0
    const oldest = this.#database.prepare('SELECT min(sequence) AS oldest FROM entry').get()?.oldest
    if (typeof oldest !== 'number' || oldest >= first) return false
    const end = Math.min(first, oldest + limit)
    inTransaction(this.#database, () => {
      this.#database.prepare('DELETE FROM line WHERE rowid < ?').run(end)
      this.#database.prepare('DELETE FROM entry WHERE sequence < ?').run(end)
    })
    return end < first
  }

  close(): void {
    this.#database.close()
  }
}
