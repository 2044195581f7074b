/** Foreign rows in the file of the trail, and a checkpoint that cannot be written, stop actions and are reported. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditState } from '@shared/trail/audit.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'
import { times } from '../../../fixtures/properties.js'
import { until } from '../../../fixtures/until.js'

let scene: TrailScene
beforeEach(() => {
  scene = new TrailScene()
})
afterEach(() => scene.remove())

const intent = (id: string): AuditEvent => auditEvent(id, { metadata: { phase: 'intent', requestId: id } })
const outcome = (id: string, of: string): AuditEvent =>
  auditEvent(id, { metadata: { phase: 'outcome', requestId: of } })

const planted = [
  'CREATE TRIGGER planted BEFORE INSERT ON audit_event BEGIN SELECT RAISE(IGNORE); END',
  "CREATE TRIGGER planted BEFORE INSERT ON audit_event WHEN NEW.id = 'two' BEGIN SELECT RAISE(IGNORE); END",
  'CREATE TRIGGER planted AFTER INSERT ON audit_event BEGIN INSERT INTO elsewhere VALUES (NEW.body); END',
  'CREATE TABLE elsewhere (body TEXT)',
  'CREATE VIEW planted AS SELECT * FROM audit_event',
  'CREATE UNIQUE INDEX planted ON audit_event (event_type)',
  'CREATE INDEX planted ON audit_event (timestamp)',
  'DROP TRIGGER audit_event_stays',
  'DROP TRIGGER audit_event_is_kept',
  'DROP INDEX audit_event_by_request',
  'ALTER TABLE audit_event ADD COLUMN planted TEXT',
  'ALTER TABLE audit_event RENAME COLUMN body TO text',
  'DROP TRIGGER audit_event_is_kept; CREATE TRIGGER audit_event_is_kept BEFORE DELETE ON audit_event BEGIN SELECT 1; END',
] as const

describe('a file that another program changed', () => {
  it.each(planted)('takes no row while it runs: %s', (statement) => {
    scene.append('one')
    scene.look((database) => database.exec(statement))
    expect(() => scene.append('two')).toThrow('Another program changed the audit log file')
    expect(scene.trail.state().unwritable).toMatchObject({ why: 'schema', lost: 1 })
    expect(scene.trail.state().head.sequence).toBe(1)
  })

  const lasting = planted.filter((statement) => statement.startsWith('CREATE'))
  it.each(lasting)('takes no row from the start on, and says so: %s', (statement) => {
    scene.append('one')
    scene.close()
    scene.look((database) => database.exec(statement))
    expect(scene.trail.state().unwritable).toMatchObject({
      why: 'schema',
      reason: expect.stringMatching(/not the program's own/),
    })
    expect(() => scene.append('two')).toThrow('Another program changed')
  })

  it('is written again once it is restored, and reports what was lost', () => {
    const reported: AuditState['unwritable'][] = []
    scene.append('one')
    scene.trail.onDidChangeState(({ unwritable }) => reported.push(unwritable))
    scene.look((database) => database.exec(planted[0]))
    expect(() => scene.append('two')).toThrow()
    scene.look((database) => database.exec('DROP TRIGGER planted'))
    scene.append('three')
    expect(scene.trail.recent(3)).toMatchObject([
      { capabilityId: 'system.audit.gap', request: { lost: 1 } },
      { id: 'three' },
      { id: 'one' },
    ])
    expect(reported).toMatchObject([{ why: 'schema' }, undefined])
    expect(scene.verify().broken).toBeUndefined()
  })

  // verifies: promise 10
  it('never counts a missing row as written, in any order of planting, repairing and writing', () => {
    const act = fc.oneof(
      fc.constantFrom(...planted).map((statement) => ({ statement })),
      fc.constant({
        statement: 'DROP TRIGGER IF EXISTS planted; DROP TABLE IF EXISTS elsewhere; DROP VIEW IF EXISTS planted',
      }),
      fc.constant('write' as const),
    )
    let number = 0
    times(30).forAll(fc.array(act, { maxLength: 12 }), (acts) => {
      for (const one of acts) {
        if (one === 'write') {
          number += 1
          const id = `row-${number}`
          let isWritten = true
          try {
            scene.append(id)
          } catch {
            isWritten = false
          }
          const there = scene.look((database) => database.prepare('SELECT id FROM audit_event WHERE id = ?').all(id))
          expect(there).toHaveLength(isWritten ? 1 : 0)
        } else attempt(one.statement)
      }
    })
    expect(number).toBeGreaterThan(0)
  })

  it('is reported by verify', () => {
    scene.append('one')
    scene.look((database) => database.exec(planted[0]))
    expect(scene.verify().broken).toEqual({ sequence: 1, what: 'schema' })
  })
})

function attempt(statement: string): void {
  try {
    scene.look((database) => database.exec(statement))
  } catch {
    // It does not fit what was planted before.
  }
}

const noted = (): { sequence: number; closed: boolean; settled: number } => JSON.parse(readFileSync(scene.head, 'utf8'))

describe('the checkpoint', () => {
  it.each(['now', 'soon'] as const)('is kept 250 ms after a row that is written %s', async (durability) => {
    scene.append('one')
    scene.trail.append(auditEvent('two'), durability)
    await scene.clock.advance(200)
    await until(() => noted().sequence === 2)
  })

  it('is written after the last of many rows that arrive during a write', async () => {
    for (let number = 1; number <= 20; number += 1) {
      scene.trail.append(auditEvent(`row-${number}`), 'soon')
      await scene.clock.advance(40)
    }
    await until(async () => {
      await scene.clock.advance(200)
      return noted().sequence === 20
    })
  })

  it('is written at a normal exit, and verify finds a row that is added after that', () => {
    scene.append('one')
    scene.trail.append(auditEvent('two'), 'soon')
    const { head } = scene.trail.state()
    scene.close()
    expect(noted()).toMatchObject({ ...head, closed: true })
    expect(scene.verify().broken).toBeUndefined()
    const before = readFileSync(scene.head)
    scene.append('three')
    scene.close()
    writeFileSync(scene.head, before)
    expect(scene.verify().broken).toMatchObject({ sequence: 3, what: 'added' })
  })

  it('stops actions and nothing else while it cannot be written; they resume once it can', async () => {
    scene.append('one')
    const reported: AuditState['unwritable'][] = []
    scene.trail.onDidChangeState(({ unwritable }) => unwritable && reported.push(unwritable))
    rmSync(scene.head)
    mkdirSync(path.join(scene.head, 'in-the-way'), { recursive: true })
    scene.trail.append(intent('action'))
    await until(async () => {
      await scene.clock.advance(200)
      return reported.length > 0
    })
    expect(reported).toMatchObject([{ why: 'head', lost: 0 }])
    expect(() => scene.trail.append(intent('another'))).toThrow('checkpoint of the audit log')
    scene.trail.append(outcome('end', 'action'))
    scene.trail.append(auditEvent('reading'), 'soon')
    expect(scene.trail.state().unwritable).toMatchObject({ why: 'head' })

    rmSync(scene.head, { recursive: true })
    scene.trail.append(intent('third'))
    expect(scene.trail.state().unwritable).toBeUndefined()
    expect(scene.trail.recent(3).map(({ id }) => id)).toContain('third')
    expect(scene.verify().broken).toBeUndefined()
  })
})

describe('intents without an outcome', () => {
  it('are found at the next start, and only they', () => {
    for (const id of ['a', 'b', 'c']) scene.trail.append(intent(id))
    scene.trail.append(outcome('end-b', 'b'))
    const trail = scene.restart()
    expect(trail.openIntents().map(({ id }) => id)).toEqual(['a', 'c'])
    expect(trail.outcomeOf('b')).toMatchObject({ id: 'end-b' })
    expect(trail.outcomeOf('a')).toBeUndefined()
    trail.append(outcome('end-a', 'a'))
    trail.append(outcome('end-c', 'c'))
    expect(scene.restart().openIntents()).toEqual([])
  })

  it('are looked for in the rows after the oldest open one alone', () => {
    scene.append('one', 'two')
    scene.trail.append(intent('a'))
    scene.trail.append(intent('b'))
    scene.trail.append(outcome('end-b', 'b'))
    scene.close()
    expect(noted()).toMatchObject({ sequence: 5, settled: 2 })
    scene.trail.append(outcome('end-a', 'a'))
    scene.close()
    expect(noted()).toMatchObject({ sequence: 6, settled: 6 })
  })

  it('are found without a checkpoint too', () => {
    scene.trail.append(intent('a'))
    scene.close()
    rmSync(scene.head)
    expect(scene.trail.openIntents()).toHaveLength(1)
  })
})
