import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHead } from '../../../../src-main/storage/audit/checkpoint.js'
import { groupMs, retryMs } from '../../../../src-main/storage/audit/row-group.js'
import type { Database } from '../../../../src-main/storage/sqlite.js'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'

let scene: TrailScene
let writing: Database
beforeEach(() => {
  scene = new TrailScene({
    onOpen: (database) => {
      writing = database
    },
  })
})
afterEach(() => scene.remove())

const read = (...ids: string[]) => {
  for (const id of ids) scene.trail.append(auditEvent(id), 'soon')
}
/** What another connection sees. */
const inFile = () => scene.look((database) => database.prepare('SELECT id FROM audit_event ORDER BY sequence').all())
const ids = () => inFile().map(({ id }) => id)

describe('rows of reads', () => {
  it('are written together within some milliseconds, in order, and the chain holds', async () => {
    read('one', 'two', 'three')
    expect(ids()).toEqual([])
    await scene.clock.advance(groupMs)
    expect(ids()).toEqual(['one', 'two', 'three'])
    read('four')
    await scene.clock.advance(groupMs)
    expect(ids()).toHaveLength(4)
    expect(scene.verify().broken).toBeUndefined()
  })

  it('come before the next action, which is on disk at once', () => {
    read('one', 'two')
    scene.append('action')
    expect(ids()).toEqual(['one', 'two', 'action'])
  })

  it.each([
    ['the newest rows', () => scene.trail.recent(1)],
    ['the state', () => scene.trail.state()],
    ['the outcome of a request', () => scene.trail.outcomeOf('request-1')],
    ['the open intents', () => scene.trail.openIntents()],
    ['the end of the program', () => scene.close()],
  ] as const)('are written before %s', (_what, look) => {
    read('one')
    look()
    expect(ids()).toEqual(['one'])
  })

  it('never wait when they are an intent', () => {
    scene.trail.append(auditEvent('intent', { metadata: { phase: 'intent', requestId: 'request-2' } }), 'soon')
    expect(ids()).toEqual(['intent'])
  })

  it('are written as they were appended, whatever becomes of the event', async () => {
    const event = auditEvent('one', { response: { players: 1 } })
    scene.trail.append(event, 'soon')
    Object.assign(event.response ?? {}, { players: 2 })
    expect(scene.trail.recent(1)).toMatchObject([{ response: { players: 1 } }])
  })

  it('do not wait in any number or size', () => {
    read(...Array.from({ length: 300 }, (_, at) => `row-${at}`))
    expect(ids()).toHaveLength(256)
    const request = { message: 'x'.repeat(300_000) }
    for (let at = 0; at < 4; at++) scene.trail.append(auditEvent(`large-${at}`, { request }), 'soon')
    expect(ids()).toHaveLength(304)
  })

  it('are in the checkpoint within 250 milliseconds', async () => {
    const noted = () => {
      const reading = readHead(scene.profile)
      return reading.kind === 'kept' ? reading.checkpoint.sequence : 0
    }
    scene.append('first')
    await scene.clock.advance(250)
    await expect.poll(noted).toBe(1)
    // What writes the note ends in a turn of its own.
    await new Promise((resolve) => setImmediate(resolve))
    read('one')
    await scene.clock.advance(200)
    await expect.poll(noted).toBe(2)
  })
})

describe('rows of reads that cannot be written', () => {
  const fill = (pages: number) => writing.exec(`PRAGMA max_page_count = ${pages}`)
  const large = (id: string) => auditEvent(id, { request: { message: 'x'.repeat(20_000) } })

  it('fail no read, are counted and reported, and stop actions until there is space', async () => {
    scene.append('before')
    fill(1)
    for (const id of ['one', 'two']) scene.trail.append(large(id), 'soon')
    await scene.clock.advance(groupMs)
    expect(scene.trail.state().unwritable).toMatchObject({ why: 'disk', lost: 2 })
    expect(() => scene.trail.append(large('action'))).toThrow('full')
    fill(1_000_000)
    scene.trail.append(auditEvent('three'), 'soon')
    await scene.clock.advance(groupMs)
    expect(scene.trail.state().unwritable).toBeUndefined()
    expect(scene.trail.recent(2)).toMatchObject([
      { capabilityId: 'system.audit.gap', request: { lost: 3 } },
      { id: 'three' },
    ])
    expect(scene.verify().broken).toBeUndefined()
  })

  it('do not affect the others of their group when one exists already', async () => {
    scene.append('one')
    read('two', 'one', 'three')
    await scene.clock.advance(groupMs)
    expect(ids()).toEqual(['one', 'two', 'three'])
    expect(scene.trail.state().unwritable).toBeUndefined()
    expect(scene.verify().broken).toBeUndefined()
  })

  it('are not dropped by what another program plants into the file', async () => {
    scene.append('one')
    scene.tamper((database) =>
      database.exec('CREATE TRIGGER planted BEFORE INSERT ON audit_event BEGIN SELECT RAISE(IGNORE); END'),
    )
    read('two')
    await scene.clock.advance(groupMs)
    expect(scene.trail.state().unwritable).toMatchObject({ why: 'schema', lost: 1 })
    expect(() => scene.append('action')).toThrow('changed the audit log file')
  })

  it('wait while another program holds the file, and an action fails at once', async () => {
    scene.append('one')
    const other = scene.lock()
    read('two', 'three')
    await scene.clock.advance(groupMs)
    expect(scene.trail.state().unwritable).toBeUndefined()
    expect(() => scene.append('action')).toThrow('locked')
    expect(scene.trail.state().unwritable).toMatchObject({ lost: 1 })
    other.release()
    await scene.clock.advance(retryMs)
    expect(ids().slice(0, 3)).toEqual(['one', 'two', 'three'])
    expect(scene.trail.state().unwritable).toBeUndefined()
    expect(scene.verify().broken).toBeUndefined()
  })

  it('are counted as lost when the program ends before the file is released', () => {
    scene.append('one')
    const other = scene.lock()
    read('two')
    scene.close()
    other.release()
    expect(ids()).toEqual(['one'])
  })
})
