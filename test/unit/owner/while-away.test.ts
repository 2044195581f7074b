import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { owner } from '@shared/approvals/attempt.js'
import type { AuditQuery, AuditRow } from '@shared/trail/audit.js'
import type { UndoEntry } from '@shared/trail/undo.js'
import { afterEach, describe, expect, it } from 'vitest'
import { type LastLook, lastLookIn, WhileAway } from '../../../src-main/owner/while-away.js'
import { newestCalls } from '../../../src-main/storage/ended-calls.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { auditEvent } from '../../fakes/trail.js'

const minute = 60_000
const start = Date.parse('2026-01-19T18:00:00Z')
const claude: AuditEvent['caller'] = { type: 'model', id: 'client:1', name: 'Claude' }

/** The end of a call, some minutes after the start. */
const ended = (minutes: number, change: Partial<AuditEvent> = {}, requestId = `${minutes} ${JSON.stringify(change)}`) =>
  auditEvent(requestId, {
    timestamp: new Date(start + minutes * minute).toISOString(),
    capabilityId: 'world.time.set',
    caller: claude,
    metadata: { phase: 'outcome', requestId, serverId: 'overworld', executionTime: 3 },
    ...change,
  })
const denied = { eventType: 'reject' as const, approvalInfo: { outcome: 'denied' as const } }

function scene(events: readonly AuditEvent[], lastLook?: LastLook) {
  const clock = new FakeClock(start)
  let kept: number | undefined
  const search = ({ since = '', limit = 0, cursor = '0' }: AuditQuery) => {
    const found = events.filter(({ timestamp }) => timestamp >= since).toReversed()
    const from = Number(cursor)
    const rows = found
      .slice(from, from + limit)
      .map((event, sequence): AuditRow => ({ sequence, previous: '', hash: '', event }))
    return { rows, ...(from + limit < found.length && { next: `${from + limit}` }) }
  }
  const undone = (minutes: number, part: Partial<UndoEntry> = {}) =>
    ({ at: new Date(start + minutes * minute).toISOString(), state: 'done', caller: claude, ...part }) as UndoEntry
  const broken = { audit: false }
  const away = new WhileAway({
    lastLook: lastLook ?? { read: () => kept, write: (at) => (kept = at) },
    audit: {
      search: (query) => {
        if (broken.audit) throw new Error('The log cannot be read.')
        return search(query)
      },
    },
    undo: { list: () => ({ entries: [undone(20), undone(15, { state: 'undone' }), undone(-5)] }) },
    isRead: (id) => id.endsWith('.get'),
    clock,
  })
  return { clock, away, search, broken }
}

describe('while the owner was away', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  it('counts what AI changed, what was denied or expired, and what can be undone', async () => {
    const { clock, away } = scene([
      ended(-1),
      ended(1),
      ended(2),
      ended(3, { capabilityId: 'world.time.get' }),
      ended(4, denied),
      ended(5, { eventType: 'reject', approvalInfo: { outcome: 'expired' } }),
      ended(6, { eventType: 'error', response: { error: { code: 'SYSTEM.TIMEOUT', message: 'x' } } }),
      ended(7, { caller: { type: 'user', id: owner.id, name: owner.name } }),
      auditEvent('rule', { capabilityId: 'system.rule.create', metadata: {} }),
    ])
    expect(await away.look()).toBeNull()
    await clock.advance(42 * minute)
    expect(await away.look()).toEqual({
      since: '2026-01-19T18:00:00.000Z',
      ...{ done: 2, failed: 1, denied: 1, expired: 1, undoable: 1 },
    })
  })

  it('stays until it is dismissed, and is none for who never left or missed nothing', async () => {
    const { clock, away } = scene([ended(15)])
    await away.look()
    await clock.advance(5 * minute)
    expect(await away.look()).toBeNull()
    await clock.advance(20 * minute)
    expect(await away.look()).toMatchObject({ done: 1 })
    expect(await away.look()).toMatchObject({ done: 1 })
    away.dismiss()
    expect(await away.look()).toBeNull()
  })

  it('is counted since the last look of an earlier run, from a trail of many pages', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-look-'))
    folders.push(folder)
    const events = Array.from({ length: 1_203 }, (_, index) => ended(1, {}, `${index}`))
    const before = scene([], lastLookIn(folder))
    expect(await before.away.look()).toBeNull()
    const after = scene(events, lastLookIn(folder))
    await after.clock.advance(60 * minute)
    expect(await after.away.look()).toMatchObject({ since: '2026-01-19T18:00:00.000Z', done: 1_203 })
  })

  it('is not lost when it cannot be counted, also not in the next run', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-look-'))
    folders.push(folder)
    const { clock, away, broken } = scene([ended(1)], lastLookIn(folder))
    await away.look()
    await clock.advance(20 * minute)
    broken.audit = true
    await expect(away.look()).rejects.toThrow('cannot be read')
    const next = scene([ended(1)], lastLookIn(folder))
    await next.clock.advance(20 * minute)
    broken.audit = false
    expect([await away.look(), await next.away.look()]).toMatchObject([{ done: 1 }, { done: 1 }])
  })

  it('is the feed of a new run, oldest first, with the names of servers', () => {
    const { search } = scene([ended(1, {}, 'a'), ended(2, denied, 'b'), auditEvent('rule', { metadata: {} })])
    const calls = newestCalls({ search }, '', () => 'Survival')
    expect(calls.map(({ requestId, result, server }) => [requestId, result, server?.name])).toEqual([
      ['a', 'done', 'Survival'],
      ['b', 'denied', 'Survival'],
    ])
  })
})
