/**
 * Undo store: actions that can be undone, in SQLite. See docs/protocol.md#undo.
 *
 * Guards that nothing is undone twice: an undo first claims its row. The data is not redacted, so only the owner can
 * read the file, and old rows are deleted. An unreadable row cannot be undone.
 */
import path from 'node:path'
import type { JsonObject } from '@contract/call.js'
import type { UndoEntry, UndoPage, UndoQuery } from '@shared/trail/undo.js'
import type { Log } from '../gateway/ports/runtime.js'
import type { NewUndoEntry, UndoStore } from '../gateway/ports/stores.js'
import { createPrivately, type Database, openDatabase, openToRead } from './sqlite.js'

export const undoFile = 'undo.sqlite'

/** Maximum age and number of rows. */
export const undoRetention = { milliseconds: 30 * 86_400_000, entries: 10_000 }

export const undoPageSize = { usual: 50, most: 200 }

/** Rows added between two cleanups. */
const cleanupInterval = 100

// A power failure may lose the last rows, and so only their undo: the audit trail has the actions.
const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS undo_entry (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id TEXT NOT NULL UNIQUE,
    client_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('uncertain', 'done', 'claimed', 'undone')),
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    after TEXT,
    undone_at TEXT,
    undone_by TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS undo_entry_by_client ON undo_entry (client_id, sequence);
  CREATE INDEX IF NOT EXISTS undo_entry_by_server ON undo_entry (server_id, sequence);
`

/** Opens or creates the store of a profile; if it cannot be used, undo works until the program ends. */
export function openUndoStore(profile: string, log: Log, now: () => Date): UndoStore {
  const file = path.join(profile, undoFile)
  let database: Database | undefined
  try {
    createPrivately(file)
    database = openDatabase(file, schema)
    return new SqliteUndoStore(database, now)
  } catch (error) {
    database?.close()
    log.error('what can be undone cannot be kept: it is forgotten when the program ends', { file, error: `${error}` })
    return memoryUndoStore(now)
  }
}

/** An in-memory store. */
export const memoryUndoStore = (now: () => Date = () => new Date()): UndoStore =>
  new SqliteUndoStore(openDatabase(':memory:', schema), now)

/** The undoable actions of a profile, read-only. @throws Error when the file does not exist */
export function readUndoPage(profile: string, query: UndoQuery): UndoPage {
  const database = openToRead(path.join(profile, undoFile), 'alone')
  try {
    return pageIn(database, query)
  } finally {
    database.close()
  }
}

class SqliteUndoStore implements UndoStore {
  readonly #database: Database
  readonly #now: () => Date
  #added = 0

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
    // A claim of a previous run: its progress is unknown.
    database.exec(`UPDATE undo_entry SET state = 'uncertain' WHERE state = 'claimed'`)
    this.#deleteOld()
  }

  add({ requestId, caller, server, at, ...body }: NewUndoEntry): void {
    this.#database
      .prepare(
        `INSERT INTO undo_entry (request_id, client_id, server_id, state, at, body) VALUES (?, ?, ?, 'uncertain', ?, ?)`,
      )
      .run(requestId, caller.id, server.id, at, JSON.stringify({ caller, server, ...body }))
    this.#added += 1
    if (this.#added % cleanupInterval === 0) this.#deleteOld()
  }

  finish(requestId: string, at: Date, after: JsonObject | undefined): void {
    this.#database
      .prepare(
        `UPDATE undo_entry SET state = 'done', at = ?, after = ? WHERE request_id = ? AND state IN ('uncertain', 'done')`,
      )
      .run(at.toISOString(), after ? JSON.stringify(after) : null, requestId)
  }

  drop(requestId: string): void {
    this.#database.prepare('DELETE FROM undo_entry WHERE request_id = ?').run(requestId)
  }

  get(requestId: string): UndoEntry | undefined {
    const row = this.#database.prepare('SELECT * FROM undo_entry WHERE request_id = ?').get(requestId)
    return row && entryOf(row)[0]
  }

  page(query: UndoQuery): UndoPage {
    return pageIn(this.#database, query)
  }

  claim(requestId: string): boolean {
    const { changes } = this.#database
      .prepare(`UPDATE undo_entry SET state = 'claimed' WHERE request_id = ? AND state IN ('done', 'uncertain')`)
      .run(requestId)
    return Number(changes) === 1
  }

  release(requestId: string, state: 'done' | 'uncertain'): void {
    this.#database
      .prepare(`UPDATE undo_entry SET state = ? WHERE request_id = ? AND state = 'claimed'`)
      .run(state, requestId)
  }

  markUndone(requestId: string, at: Date, by: string): void {
    this.#database
      .prepare(`UPDATE undo_entry SET state = 'undone', undone_at = ?, undone_by = ? WHERE request_id = ?`)
      .run(at.toISOString(), by, requestId)
  }

  close(): void {
    this.#database.close()
  }

  #deleteOld(): void {
    const oldest = new Date(this.#now().getTime() - undoRetention.milliseconds).toISOString()
    this.#database.prepare('DELETE FROM undo_entry WHERE at < ?').run(oldest)
    this.#database
      .prepare(
        'DELETE FROM undo_entry WHERE sequence <= (SELECT sequence FROM undo_entry ORDER BY sequence DESC LIMIT 1 OFFSET ?)',
      )
      .run(undoRetention.entries)
  }
}

function pageIn(database: Database, { client, server, before, limit = undoPageSize.usual }: UndoQuery): UndoPage {
  const conditions = [
    ...(client === undefined ? [] : [['client_id = ?', client] as const]),
    ...(server === undefined ? [] : [['server_id = ?', server] as const]),
    ...(before === undefined ? [] : [['sequence < ?', before] as const]),
  ]
  const size = Math.min(Math.max(1, limit), undoPageSize.most)
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([condition]) => condition).join(' AND ')}` : ''
  const rows = database
    .prepare(`SELECT * FROM undo_entry ${where} ORDER BY sequence DESC LIMIT ?`)
    .all(...conditions.map(([, value]) => value), size + 1)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)?.sequence
  return {
    entries: shown.flatMap(entryOf),
    ...(rows.length > size && last !== undefined && { next: Number(last) }),
  }
}

function entryOf(row: Record<string, unknown>): UndoEntry[] {
  try {
    const body = JSON.parse(String(row.body)) as Omit<UndoEntry, 'requestId' | 'sequence' | 'state' | 'at'>
    const { state, after, undone_at: undoneAt, undone_by: undoneBy } = row
    const entry: UndoEntry = {
      ...body,
      requestId: String(row.request_id),
      sequence: Number(row.sequence),
      // A claim is only relevant for the undo itself.
      state: state === 'done' || state === 'undone' ? state : 'uncertain',
      at: String(row.at),
      ...(typeof after === 'string' && { after: JSON.parse(after) as JsonObject }),
      ...(typeof undoneAt === 'string' && { undoneAt }),
      ...(typeof undoneBy === 'string' && { undoneBy }),
    }
    return [entry]
  } catch {
    return []
  }
}
