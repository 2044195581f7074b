import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalRecord, ApprovalStore } from '../../../src-main/gateway/ports/stores.js'
import { approvalsFile, openApprovalStore, readApprovals } from '../../../src-main/storage/approval-store.js'
import { openDatabase } from '../../../src-main/storage/sqlite.js'
import { RecordingLog } from '../../fakes/recording-log.js'

const ada = { id: 'ada', name: 'ada', kind: 'desktop' as const }
const record: ApprovalRecord = {
  id: 'question-1',
  requestId: 'request-1',
  capabilityId: 'world.time.set',
  capabilityVersion: '1.0.0',
  server: { id: 'overworld', name: 'Overworld' },
  caller: { type: 'model', id: 'bridge', name: 'Claude' },
  arguments: { time: 1 },
  bound: 'a'.repeat(64),
  risk: 'high',
  askedAt: '2026-01-19T10:30:00.000Z',
  expiresAt: '2026-01-19T10:35:00.000Z',
  changedAt: '2026-01-19T10:30:00.000Z',
  state: { phase: 'open', needed: 2, agreed: [ada] },
}

let profile: string
let log: RecordingLog
const stores: ApprovalStore[] = []

function open(): ApprovalStore {
  const store = openApprovalStore(profile, log)
  stores.push(store)
  return store
}

beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-approvals-'))
  log = new RecordingLog()
})
afterEach(() => {
  for (const store of stores.splice(0)) store.close()
  rmSync(profile, { recursive: true, force: true })
})

describe('the questions of a profile', () => {
  it('survive a restart, with the approvals so far', () => {
    open().write(record)
    expect(open().unfinished()).toEqual([record])
  })

  it('are unfinished until they are over', () => {
    const store = open()
    for (const phase of ['approved', 'executing'] as const) {
      store.write({ ...record, state: { phase, by: [ada] } })
      expect(store.unfinished()).toHaveLength(1)
    }
    store.write({ ...record, state: { phase: 'done', by: [ada] } })
    expect(store.unfinished()).toEqual([])
  })

  it('are listed for read-only access: the waiting ones, or all', () => {
    const store = open()
    store.write({ ...record, state: { phase: 'denied', by: [ada] } })
    store.write({ ...record, id: 'question-2', askedAt: '2026-01-19T10:31:00.000Z' })
    const ids = (all: boolean, limit = 10) => readApprovals(profile, { all, limit }).map(({ id }) => id)
    expect([ids(false), ids(true), ids(true, 1)]).toEqual([
      ['question-2'],
      ['question-2', 'question-1'],
      ['question-2'],
    ])
  })

  it('that cannot be read are reported, and block no others', () => {
    const store = open()
    store.write(record)
    const database = openDatabase(path.join(profile, approvalsFile))
    database.prepare('INSERT INTO approval VALUES (?, ?, 0, ?)').run('broken', '2026', '{"state":{"phase":"open"}}')
    database.close()
    expect(store.unfinished()).toEqual([record])
    expect(log.lines.some(({ level }) => level === 'error')).toBe(true)
  })

  it.skipIf(process.platform === 'win32')('are readable by their owner alone', () => {
    open().write(record)
    for (const end of ['', '-wal'])
      expect(statSync(path.join(profile, `${approvalsFile}${end}`)).mode & 0o777).toBe(0o600)
  })
})
