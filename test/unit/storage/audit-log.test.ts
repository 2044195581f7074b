import { copyFileSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditLog } from '../../../src-main/gateway/ports/audit-log.js'
import { auditFile, openAuditLog } from '../../../src-main/storage/audit-log.js'
import { openAuditReader } from '../../../src-main/storage/audit-reader.js'
import { openDatabase } from '../../../src-main/storage/sqlite.js'

let profile: string
let trail: AuditLog
let umask: number
beforeEach(() => {
  umask = process.umask(0o022)
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-audit-'))
  trail = openAuditLog(profile)
})
afterEach(() => {
  process.umask(umask)
  trail.close()
  return rm(profile, { recursive: true, force: true, maxRetries: 10 })
})

const event = (id: string, change: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  timestamp: '2026-01-19T10:30:00.000Z',
  eventType: 'invoke',
  capabilityId: 'world.time.get',
  caller: { type: 'model', id: 'mcp:test', name: 'A test' },
  request: { worldName: "Robert'); DROP TABLE audit_event;--" },
  metadata: { requestId: 'request-1', serverId: 'overworld' },
  ...change,
})

/** Runs one statement on the trail's file, past the program. */
function tamper(statement: string): void {
  const database = openDatabase(path.join(profile, auditFile))
  try {
    database.exec(statement)
  } finally {
    database.close()
  }
}

describe('the audit trail', () => {
  it('returns what was written, complete, newest first', () => {
    trail.append(event('one'))
    trail.append(event('two', { eventType: 'error' }))
    expect(trail.recent(10)).toEqual([event('two', { eventType: 'error' }), event('one')])
    expect(trail.recent(1)).toEqual([event('two', { eventType: 'error' })])
  })

  it('is in its file alone when it is closed, also while another program reads it', () => {
    const reader = openAuditReader(profile)
    trail.append(event('one'))
    trail.append(event('two'), 'soon')
    expect(reader.search({}).rows).toHaveLength(1)
    trail.close()
    const copy = path.join(profile, 'copy.sqlite')
    copyFileSync(path.join(profile, auditFile), copy)
    const database = openDatabase(copy)
    expect(database.prepare('SELECT id FROM audit_event').all()).toMatchObject([{ id: 'one' }, { id: 'two' }])
    database.close()
    reader.close()
  })

  it('has on disk what was appended: another connection sees it at once', () => {
    trail.append(event('one'))
    const database = openDatabase(path.join(profile, auditFile))
    expect(database.prepare('SELECT id FROM audit_event').all()).toMatchObject([{ id: 'one' }])
    database.close()
  })

  it('is kept across a restart, and continues', () => {
    trail.append(event('one'))
    trail.close()
    trail = openAuditLog(profile)
    trail.append(event('two'))
    expect(trail.recent(10).map(({ id }) => id)).toEqual(['two', 'one'])
  })

  it.each([
    "UPDATE audit_event SET body = '{}'",
    "UPDATE audit_event SET event_type = 'approve' WHERE id = 'one'",
    'DELETE FROM audit_event',
    "DELETE FROM audit_event WHERE id = 'one'",
  ])('refuses "%s"', (statement) => {
    trail.append(event('one'))
    expect(() => tamper(statement)).toThrow('only added to')
    expect(trail.recent(10)).toEqual([event('one')])
  })

  // verifies: audit id
  it('refuses the same event twice', () => {
    trail.append(event('one'))
    expect(() => trail.append(event('one'))).toThrow()
    expect(trail.recent(10)).toHaveLength(1)
  })

  it('throws when it cannot write', () => {
    trail.close()
    expect(() => trail.append(event('one'))).toThrow()
    trail = openAuditLog(profile)
  })

  it('can be read by its owner alone, with its side files', () => {
    trail.append(event('one'))
    const files = readdirSync(profile)
    expect(files).toContain(auditFile)
    for (const name of files) expect(statSync(path.join(profile, name)).mode & 0o777, name).toBe(0o600)
  })

  it('cannot be opened where there is no folder, and says so', () => {
    expect(() => openAuditLog(path.join(profile, 'nowhere'))).toThrow()
  })
})
