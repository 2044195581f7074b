/** A large trail that is verified by several threads: the same result, also when a thread fails. */
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { columnsOf, genesis, hashOf } from '../../src-main/storage/audit/chain.js'
import { type RangeThreads, rangeThreads, readInThreads } from '../../src-main/storage/audit/range-threads.js'
import { auditFile } from '../../src-main/storage/audit/trail-file.js'
import { openAuditReader } from '../../src-main/storage/audit-reader.js'
import { inTransaction } from '../../src-main/storage/sqlite.js'
import { auditEvent, TrailScene } from '../fakes/trail.js'
import { type BuiltProgram, buildProgram } from '../fixtures/built-program.js'

const rows = 2_000

let built: BuiltProgram
beforeAll(async () => {
  built = await buildProgram('src-main/verify-worker.ts')
  writeFileSync(path.join(built.folder, 'fails.cjs'), "throw new Error('It does not start.')")
  writeFileSync(path.join(built.folder, 'ends.cjs'), 'process.exit()')
})
afterAll(() => built.remove())

let scene: TrailScene
beforeEach(() => {
  scene = new TrailScene()
  scene.close()
  scene.append('event-1')
  scene.close()
  scene.look((database) =>
    inTransaction(database, () => {
      const add = database.prepare(
        `INSERT INTO audit_event (id, timestamp, event_type, capability_id, server_id, request_id, sequence, body, previous, hash)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      database.exec('DROP TRIGGER audit_event_is_kept; DELETE FROM audit_event')
      let previous = genesis
      for (let sequence = 1; sequence <= rows; sequence += 1) {
        const event = auditEvent(`event-${sequence}`)
        const body = JSON.stringify(event)
        const hash = hashOf(previous, sequence, body)
        add.run(...Object.values(columnsOf(event)), sequence, body, previous, hash)
        previous = hash
      }
    }),
  )
  rmSync(scene.head)
  scene.close()
})
afterEach(() => scene.remove())

const threads = (program: string): RangeThreads => ({
  program: path.join(built.folder, program),
  count: 4,
  fromRows: 100,
})

async function verify(program: string) {
  const reader = openAuditReader(scene.profile)
  try {
    const inThreads = await reader.verifyInThreads(threads(program))
    expect(inThreads).toEqual(reader.verify())
    return inThreads
  } finally {
    reader.close()
  }
}

describe('threads that verify a trail', () => {
  it('read a part each', async () => {
    const parts = await scene.look((database) => {
      const trail = { database, file: path.join(scene.profile, auditFile) }
      return readInThreads(threads('verify-worker.cjs'), trail, { after: 0, through: rows })
    })
    expect(parts.map(({ rows }) => rows)).toEqual([500, 500, 500, 500])
    expect(parts.map(({ steps }) => steps.length)).toEqual([2, 1, 1, 1])
  })

  it('find an intact trail intact', async () => {
    expect(await verify('verify-worker.cjs')).toMatchObject({ rows, broken: { what: 'head-missing' } })
  })

  it.each([1, 2, 499, 500, 501, 502, 1_500, rows])('name the row that was changed: %i', async (sequence) => {
    scene.tamper((database) =>
      database.prepare("UPDATE audit_event SET event_type = 'approve' WHERE sequence = ?").run(sequence),
    )
    expect((await verify('verify-worker.cjs')).broken).toMatchObject({ sequence, what: 'changed' })
  })

  it.each([
    [500, 500],
    [501, 501],
    [400, 1_100],
  ])('name the first of rows %i to %i, which are missing', async (from, to) => {
    scene.tamper((database) => database.prepare('DELETE FROM audit_event WHERE sequence BETWEEN ? AND ?').run(from, to))
    expect((await verify('verify-worker.cjs')).broken).toEqual({ sequence: from, what: 'missing' })
  })

  it.each(['fails.cjs', 'ends.cjs', 'nowhere.cjs'])('may all fail: %s', async (program) => {
    scene.tamper((database) => database.exec('UPDATE audit_event SET server_id = NULL WHERE sequence = 1700'))
    expect((await verify(program)).broken).toMatchObject({ sequence: 1_700, what: 'changed' })
  })

  it('are not started for a trail that one thread reads as soon', async () => {
    const trail = { database: {} as never, file: 'nowhere' }
    expect(await readInThreads(rangeThreads('nowhere'), trail, { after: 0, through: 10_000 })).toEqual([])
  })
})
