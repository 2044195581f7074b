import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditFile } from '../../../../src-main/storage/audit/trail-file.js'
import { openDatabase } from '../../../../src-main/storage/sqlite.js'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'

/** The table as version 0.1.0 made it. */
const earlier = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE audit_event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    event_type TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    server_id TEXT,
    request_id TEXT,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_event_by_time ON audit_event (timestamp);
  CREATE INDEX audit_event_by_request ON audit_event (request_id);
  CREATE TRIGGER audit_event_stays BEFORE UPDATE ON audit_event
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;
  CREATE TRIGGER audit_event_is_kept BEFORE DELETE ON audit_event
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;
`

let scene: TrailScene
beforeEach(() => {
  scene = new TrailScene()
})
afterEach(() => scene.remove())

function writeEarlier(count: number): void {
  const database = openDatabase(path.join(scene.profile, auditFile))
  database.exec(earlier)
  const insert = database.prepare(
    `INSERT INTO audit_event (id, timestamp, event_type, capability_id, server_id, request_id, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  for (let number = 1; number <= count; number += 1) {
    const event = auditEvent(`old-${number}`)
    const { serverId = null, requestId = null } = event.metadata ?? {}
    insert.run(
      event.id,
      event.timestamp,
      event.eventType,
      event.capabilityId,
      serverId,
      requestId,
      JSON.stringify(event),
    )
  }
  database.close()
}

describe('the trail of an earlier version', () => {
  it('is chained as it stands, and the trail says so', () => {
    writeEarlier(2_345)
    const [newest, before] = scene.trail.recent(2)
    expect(newest).toMatchObject({ capabilityId: 'system.audit.takeover', request: { rows: 2_345, through: 2_345 } })
    expect(before).toEqual(auditEvent('old-2345'))
    expect(scene.trail.state().broken).toBeUndefined()
    scene.append('new')
    expect(scene.verify()).toEqual({ rows: 2_347, head: scene.trail.state().head })
  })

  it('is taken over once, and is only added to from then on', () => {
    writeEarlier(3)
    scene.trail
    expect(scene.restart().recent(10)).toHaveLength(4)
    expect(() => scene.look((database) => database.exec('DELETE FROM audit_event'))).toThrow('only added to')
    expect(() => scene.look((database) => database.exec("UPDATE audit_event SET hash = ''"))).toThrow('only added to')
  })

  it('may be empty', () => {
    writeEarlier(0)
    scene.append('one')
    expect(existsSync(scene.head)).toBe(true)
    expect(scene.restart().state()).toMatchObject({ rows: 1 })
    expect(scene.verify().broken).toBeUndefined()
  })
})
