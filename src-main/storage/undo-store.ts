/**
 * Undo store: actions that can be undone. See docs/protocol.md#undo.
 *
 * Guards that nothing is undone twice: an undo first claims its row. The data is not redacted, so old rows are deleted.
 * An unreadable row cannot be undone. A power failure may lose the last rows, and so only their undo: the audit log has
 * the actions.
 */
import type { JsonObject } from '@contract/call.js'
import type { UndoEntry, UndoPage, UndoQuery } from '@shared/trail/undo.js'
import type { UndoStore } from '../gateway/ports/stores.js'
import type { LaterWrites } from './later-writes.js'
import type { StateDatabase } from './state-database.js'

/** Maximum age and number of rows. */
export const undoRetention = { milliseconds: 30 * 86_400_000, entries: 10_000 }

export const undoPageSize = { usual: 50, most: 200 }

/** Rows added between two cleanups. */
const cleanupInterval = 100

export function undoStoreIn(state: StateDatabase, now: () => Date, later: LaterWrites): UndoStore {
  let added = 0
  const changes = (sql: string, ...values: (string | null)[]): number =>
    state.unlessLocked(() => state.soon(() => Number(state.prepare(sql).run(...values).changes)))
  /** It has happened, whether it can be stored or not. */
  const keep = (sql: string, ...values: (string | null)[]): void => later.add(() => void changes(sql, ...values))
  // A claim of a previous run: its progress is unknown.
  changes(`UPDATE undo_entry SET state = 'uncertain' WHERE state = 'claimed'`)
  deleteOld(state, now())
  return {
    add({ requestId, caller, server, at, ...body }) {
      changes(
        `INSERT INTO undo_entry (request_id, client_id, server_id, state, at, body) VALUES (?, ?, ?, 'uncertain', ?, ?)`,
        requestId,
        caller.id,
        server.id,
        at,
        JSON.stringify({ caller, server, ...body }),
      )
      added += 1
      if (added % cleanupInterval === 0) deleteOld(state, now())
    },
    finish(requestId, at, after) {
      keep(
        `UPDATE undo_entry SET state = 'done', at = ?, after = ? WHERE request_id = ? AND state IN ('uncertain', 'done')`,
        at.toISOString(),
        after ? JSON.stringify(after) : null,
        requestId,
      )
    },
    drop: (requestId) => keep('DELETE FROM undo_entry WHERE request_id = ?', requestId),
    get(requestId) {
      const row = state.prepare('SELECT * FROM undo_entry WHERE request_id = ?').get(requestId)
      return row && entryOf(row)[0]
    },
    page: (query) => pageIn(state, query),
    claim: (requestId) =>
      changes(
        `UPDATE undo_entry SET state = 'claimed' WHERE request_id = ? AND state IN ('done', 'uncertain')`,
        requestId,
      ) === 1,
    release: (requestId, to) =>
      keep(`UPDATE undo_entry SET state = ? WHERE request_id = ? AND state = 'claimed'`, to, requestId),
    markUndone(requestId, at, by) {
      keep(
        `UPDATE undo_entry SET state = 'undone', undone_at = ?, undone_by = ? WHERE request_id = ?`,
        at.toISOString(),
        by,
        requestId,
      )
    },
  }
}

function deleteOld(state: StateDatabase, now: Date): void {
  const oldest = new Date(now.getTime() - undoRetention.milliseconds).toISOString()
  state.soon(() => {
    state.prepare('DELETE FROM undo_entry WHERE at < ?').run(oldest)
    state
      .prepare(
        'DELETE FROM undo_entry WHERE sequence <= (SELECT sequence FROM undo_entry ORDER BY sequence DESC LIMIT 1 OFFSET ?)',
      )
      .run(undoRetention.entries)
  })
}

function pageIn(state: StateDatabase, { client, server, before, limit = undoPageSize.usual }: UndoQuery): UndoPage {
  const conditions = [
    ...(client === undefined ? [] : [['client_id = ?', client] as const]),
    ...(server === undefined ? [] : [['server_id = ?', server] as const]),
    ...(before === undefined ? [] : [['sequence < ?', before] as const]),
  ]
  const size = Math.min(Math.max(1, limit), undoPageSize.most)
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([condition]) => condition).join(' AND ')}` : ''
  const rows = state
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
