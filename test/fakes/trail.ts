/** Trail: an audit trail in its own folder, and functions that tamper with it from outside the program. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { StoredRow } from '../../src-main/storage/audit/chain.js'
import { headFile, readHead } from '../../src-main/storage/audit/checkpoint.js'
import { auditFile } from '../../src-main/storage/audit/trail-file.js'
import { type VerificationResult, verifyTrail } from '../../src-main/storage/audit/verify.js'
import { type AuditLogOptions, type AuditTrail, openAuditLog } from '../../src-main/storage/audit-log.js'
import { type Database, openDatabase } from '../../src-main/storage/sqlite.js'
import { FakeClock } from './fake-clock.js'
import { RecordingLog } from './recording-log.js'

export const auditEvent = (id: string, change: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  timestamp: '2026-01-19T10:30:00.000Z',
  eventType: 'invoke',
  capabilityId: 'world.time.get',
  caller: { type: 'model', id: 'mcp:test', name: 'A test' },
  request: { worldName: "Robert'); DROP TABLE audit_event;--" },
  metadata: { requestId: 'request-1', serverId: 'overworld' },
  ...change,
})

/** Columns of a row whose change must be found. */
export const checkedColumns = [
  'id',
  'timestamp',
  'event_type',
  'capability_id',
  'server_id',
  'request_id',
  'body',
  'previous',
  'hash',
]

/** Adds a row as it is, without the checks of the program. */
export function insertRow(database: Database, row: StoredRow, how: '' | 'OR IGNORE' = ''): void {
  const names = Object.keys(row)
  database
    .prepare(`INSERT ${how} INTO audit_event (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row))
}

const untriggered = 'DROP TRIGGER IF EXISTS audit_event_stays; DROP TRIGGER IF EXISTS audit_event_is_kept;'

export class TrailScene {
  readonly profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-audit-'))
  readonly clock = new FakeClock()
  readonly log = new RecordingLog()
  readonly #options: Partial<AuditLogOptions>
  #trail: AuditTrail | undefined

  constructor(options: Partial<AuditLogOptions> = {}) {
    this.#options = options
  }

  get trail(): AuditTrail {
    this.#trail ??= openAuditLog(this.profile, { clock: this.clock, log: this.log, ...this.#options })
    return this.#trail
  }

  get head(): string {
    return path.join(this.profile, headFile)
  }

  append(...ids: string[]): void {
    for (const id of ids) this.trail.append(auditEvent(id))
  }

  /** Another program that holds the file. */
  lock(): { release(): void } {
    const database = openDatabase(path.join(this.profile, auditFile))
    database.exec('BEGIN IMMEDIATE')
    return {
      release: () => {
        database.exec('ROLLBACK')
        database.close()
      },
    }
  }

  close(): void {
    this.#trail?.close()
    this.#trail = undefined
  }

  restart(options: Partial<AuditLogOptions> = {}): AuditTrail {
    this.close()
    this.#trail = openAuditLog(this.profile, { clock: this.clock, log: this.log, ...this.#options, ...options })
    return this.#trail
  }

  /** Works on the file as somebody who has the rights of the program, triggers out of the way. */
  tamper<T>(work: (database: Database) => T): T {
    return this.look((database) => {
      database.exec(untriggered)
      return work(database)
    })
  }

  look<T>(work: (database: Database) => T): T {
    const database = openDatabase(path.join(this.profile, auditFile))
    try {
      return work(database)
    } finally {
      database.close()
    }
  }

  verify(): VerificationResult {
    return this.look((database) => verifyTrail(database, () => readHead(this.profile)))
  }

  /** A checkpoint may still be written when the trail is closed. */
  async remove(): Promise<void> {
    this.close()
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10 })
  }
}
