import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ApprovalRecord, StoreLockedError } from '../../../src-main/gateway/ports/stores.js'
import { retryMs } from '../../../src-main/storage/audit/row-group.js'
import { openDatabase } from '../../../src-main/storage/sqlite.js'
import { stateFile } from '../../../src-main/storage/state-database.js'
import type { Stores } from '../../../src-main/storage/stores.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { changeState, openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { CleanUp } from '../../fixtures/programs.js'

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
const cleanUp = new CleanUp()

const open = (): Stores['approvals'] =>
  cleanUp.add(openProfileStores(profile, log), (stores) => stores.close()).approvals

beforeEach(() => {
  profile = cleanUp.folder()
  log = new RecordingLog()
})
afterEach(() => cleanUp.run())

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

  it('are listed: the waiting ones, or all', () => {
    const store = open()
    store.write({ ...record, state: { phase: 'denied', by: [ada] } })
    store.write({ ...record, id: 'question-2', askedAt: '2026-01-19T10:31:00.000Z' })
    const ids = (all: boolean, limit = 10) => store.recorded({ all, limit }).map(({ id }) => id)
    expect([ids(false), ids(true), ids(true, 1)]).toEqual([
      ['question-2'],
      ['question-2', 'question-1'],
      ['question-2'],
    ])
  })

  it('that cannot be read are reported, and block no others', () => {
    const store = open()
    store.write(record)
    changeState(profile, `INSERT INTO approval VALUES ('broken', '2026', 0, '{"state":{"phase":"open"}}')`)
    expect(store.unfinished()).toEqual([record])
    expect(log.lines.some(({ level }) => level === 'error')).toBe(true)
  })
})

it('a request that ends while another program holds the file is stored later, and an approval is refused', async () => {
  const clock = new FakeClock()
  const { approvals } = cleanUp.add(openProfileStores(profile, log, clock), (stores) => stores.close())
  approvals.write(record)
  const other = openDatabase(path.join(profile, stateFile))
  other.exec('BEGIN IMMEDIATE')
  expect(() => approvals.write({ ...record, state: { phase: 'approved', by: [ada] } })).toThrow(StoreLockedError)
  approvals.write({ ...record, state: { phase: 'denied', by: [ada] } })
  expect(approvals.unfinished()).toHaveLength(1)
  other.close()
  await clock.advance(retryMs)
  expect([approvals.unfinished(), log.lines]).toEqual([[], []])
})
