/**
 * Audit log: the trail of everything that was asked, decided and done, in SQLite. Specification 1, section 10.
 *
 * Guards invariant 1: an event appended `now` is on disk when `append` returns. Rows are only ever added; a trigger
 * refuses to change or delete one.
 */
import path from 'node:path'
import type { AuditEvent } from '../contract/generated/audit-event.js'
import type { AuditLog, Durability } from '../gateway/ports.js'
import { createPrivately, openDatabase } from './sqlite.js'

export const auditFile = 'audit.sqlite'

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS audit_event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    event_type TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    server_id TEXT,
    request_id TEXT,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS audit_event_by_time ON audit_event (timestamp);
  CREATE INDEX IF NOT EXISTS audit_event_by_request ON audit_event (request_id);
  CREATE TRIGGER IF NOT EXISTS audit_event_stays BEFORE UPDATE ON audit_event
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;
  CREATE TRIGGER IF NOT EXISTS audit_event_is_kept BEFORE DELETE ON audit_event
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;
`

/** Opens or creates the trail in a profile. @throws Error when the file cannot be used */
export function openAuditLog(profile: string): AuditLog {
  const file = path.join(profile, auditFile)
  createPrivately(file)
  const database = openDatabase(file)
  database.exec(schema)
  const insert = database.prepare(
    `INSERT INTO audit_event (id, timestamp, event_type, capability_id, server_id, request_id, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const newest = database.prepare('SELECT body FROM audit_event ORDER BY sequence DESC LIMIT ?')

  let synchronous: Durability = 'now'
  /** Waiting for the disk is most of what a read costs: SQLite waits only where it must. */
  function setDurability(durability: Durability): void {
    if (durability === synchronous) return
    database.exec(`PRAGMA synchronous = ${durability === 'now' ? 'FULL' : 'NORMAL'}`)
    synchronous = durability
  }

  return {
    append(event, durability = 'now') {
      setDurability(durability)
      const { serverId = null, requestId = null } = event.metadata ?? {}
      const { id, timestamp, eventType, capabilityId } = event
      insert.run(id, timestamp, eventType, capabilityId, serverId, requestId, JSON.stringify(event))
    },
    recent(limit) {
      return newest.all(limit).map((row) => JSON.parse(String(row.body)) as AuditEvent)
    },
    close: () => database.close(),
  }
}
