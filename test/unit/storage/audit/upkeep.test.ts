import type { AuditState } from '@shared/trail/audit.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultTrailSettings, type TrailSettings } from '../../../../src-main/storage/audit/retention.js'
import type { Database } from '../../../../src-main/storage/sqlite.js'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'

const day = 86_400_000
const hour = 3_600_000

let settings: TrailSettings
let scene: TrailScene
let writing: Database
beforeEach(() => {
  settings = { ...defaultTrailSettings, auditDays: 4 }
  scene = new TrailScene({
    settings: () => settings,
    onOpen: (database) => {
      writing = database
    },
  })
})
afterEach(() => scene.remove())

const now = () => scene.clock.now().toISOString()

describe('retention', () => {
  it('deletes what is too old, records it in the trail, and the chain stays valid', async () => {
    for (const id of ['one', 'two']) scene.trail.append(auditEvent(id, { timestamp: now() }))
    await scene.clock.advance(3 * day)
    scene.trail.append(auditEvent('three', { timestamp: now() }))
    expect(scene.trail.state().rows).toBe(3)
    await scene.clock.advance(day + hour)
    expect(scene.trail.recent(10)).toMatchObject([
      { capabilityId: 'system.audit.prune', request: { rows: 2, through: 2, why: 'age' } },
      { id: 'three' },
    ])
    expect(scene.verify().broken).toBeUndefined()
    expect(scene.restart().state().broken).toBeUndefined()
    await scene.clock.advance(hour)
    expect(scene.trail.state()).toMatchObject({ rows: 2, verified: { whole: true } })
  })

  it('does not treat removed rows as pruned', async () => {
    for (const id of ['one', 'two']) scene.trail.append(auditEvent(id, { timestamp: now() }))
    await scene.clock.advance(5 * day)
    for (const id of ['three', 'four']) scene.trail.append(auditEvent(id, { timestamp: now() }))
    const { rows } = scene.trail.state()
    expect(scene.verify()).toMatchObject({ rows, head: { sequence: 6 } })
    scene.tamper((database) => database.exec("DELETE FROM audit_event WHERE id = 'three'"))
    expect(scene.verify().broken).toEqual({ sequence: 5, what: 'missing' })
  })

  it('deletes the oldest rows until the trail is within its size', async () => {
    settings = { ...settings, auditMebibytes: 1 }
    const request = { message: 'x'.repeat(2_000) }
    for (let number = 0; number < 1_000; number += 1) {
      scene.trail.append(auditEvent(`event-${number}`, { request, timestamp: now() }), 'soon')
    }
    expect(scene.trail.state().bytes).toBeGreaterThan(2 ** 20)
    await scene.clock.advance(2 * hour)
    expect(scene.trail.state().bytes).toBeLessThanOrEqual(2 ** 20)
    const why = { why: 'size', fresh: expect.any(String) }
    expect(scene.trail.recent(1)).toMatchObject([{ capabilityId: 'system.audit.prune', request: why }])
    expect(scene.trail.state().crowdedOut).toBeDefined()
    expect(JSON.stringify(scene.log)).toContain('rows of the last day were deleted')
    expect(scene.verify().broken).toBeUndefined()
  })
})

// verifies: promise 10
describe('a full disk', () => {
  /** The disk is full for SQLite when the file may have no more pages; the real thing behind the same error. */
  const fill = (pages: number) => writing.exec(`PRAGMA max_page_count = ${pages}`)

  it('is reported once, counted, and ends by itself when there is space', () => {
    const reported: AuditState['unwritable'][] = []
    scene.append('one')
    scene.trail.onDidChangeState(({ unwritable }) => reported.push(unwritable))
    fill(1)
    const large = (id: string) => auditEvent(id, { request: { message: 'x'.repeat(20_000) } })
    expect(() => scene.trail.append(large('two'))).toThrow('full')
    expect(() => scene.trail.append(large('three'))).toThrow('full')
    expect(scene.trail.state().unwritable).toMatchObject({ lost: 2, since: now() })
    expect(reported).toHaveLength(1)
    fill(1_000_000)
    scene.trail.append(large('four'))
    expect(scene.trail.state().unwritable).toBeUndefined()
    expect(reported).toMatchObject([{ lost: 1 }, undefined])
    expect(scene.trail.recent(2)).toMatchObject([
      { capabilityId: 'system.audit.gap', request: { lost: 2 } },
      { id: 'four' },
    ])
    expect(scene.verify().broken).toBeUndefined()
  })

  it('is not confused with a duplicate event', () => {
    scene.append('one')
    expect(() => scene.append('one')).toThrow()
    expect(scene.trail.state().unwritable).toBeUndefined()
  })
})

describe('addresses', () => {
  const from = auditEvent('one', { request: { from: '203.0.113.7' }, metadata: { serverId: 'ws://192.168.1.5:8765' } })

  // verifies: audit metadata.clientIp
  it('are not written, but for what servers are called by', () => {
    scene.trail.append(from)
    expect(scene.trail.recent(1)).toMatchObject([{ request: { from: '[address]' }, metadata: from.metadata }])
  })

  it('are written when a person wants them', () => {
    settings = { ...settings, redactAddresses: false }
    scene.trail.append(from)
    expect(scene.trail.recent(1)).toEqual([from])
  })
})
