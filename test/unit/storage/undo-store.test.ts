import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type NewUndoEntry, StoreLockedError, type UndoStore } from '../../../src-main/gateway/ports/stores.js'
import { retryMs } from '../../../src-main/storage/audit/row-group.js'
import { mostMs } from '../../../src-main/storage/later-writes.js'
import { openDatabase } from '../../../src-main/storage/sqlite.js'
import { stateFile } from '../../../src-main/storage/state-database.js'
import { memoryStores, type Stores } from '../../../src-main/storage/stores.js'
import { undoRetention } from '../../../src-main/storage/undo-store.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { changeState, openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { CleanUp } from '../../fixtures/programs.js'

const now = new Date('2026-01-19T10:30:00Z')
const entry = (requestId: string, change: Partial<NewUndoEntry> = {}): NewUndoEntry => ({
  requestId,
  capabilityId: 'world.time.set',
  arguments: { worldName: 'world', time: 1 },
  caller: { type: 'model', id: 'mcp:test', name: 'A test' },
  server: { id: 'overworld', name: 'Overworld' },
  risk: 'high',
  snapshotId: `s-${requestId}`,
  undo: { how: 'inverse', capabilityId: 'world.time.set', arguments: { worldName: 'world', time: 6_000 } },
  before: { time: 6_000 },
  at: now.toISOString(),
  ...change,
})

let profile: string
const opened: Stores[] = []
const cleanUp = new CleanUp()

const open = (at = now): UndoStore => {
  const stores = openProfileStores(profile, undefined, new FakeClock(at.getTime()))
  opened.push(stores)
  return stores.undo
}
const close = () => {
  for (const stores of opened.splice(0)) stores.close()
}
beforeEach(() => {
  profile = cleanUp.folder()
})
afterEach(() => {
  close()
  return cleanUp.run()
})

describe('the store of what can be undone', () => {
  it('survives a restart', () => {
    const first = open()
    first.add(entry('a'))
    first.finish('a', now, { time: 1 })
    close()
    expect(open().get('a')).toMatchObject({ ...entry('a'), state: 'done', after: { time: 1 } })
  })

  it('marks actions that were about to run when the program was killed as unknown', () => {
    const store = open()
    store.add(entry('a'))
    close()
    expect(open().get('a')).toMatchObject({ state: 'uncertain' })
  })

  it('allows one undo, once', () => {
    const store = open()
    store.add(entry('a'))
    store.finish('a', now, undefined)
    expect([store.claim('a'), store.claim('a')]).toEqual([true, false])
    store.release('a', 'done')
    expect(store.claim('a')).toBe(true)
    store.markUndone('a', now, 'ada')
    store.release('a', 'done')
    expect(store.claim('a')).toBe(false)
    expect(store.get('a')).toMatchObject({ state: 'undone', undoneBy: 'ada', undoneAt: now.toISOString() })
  })

  it('marks undos that were running when the program was killed as unknown', () => {
    const store = open()
    store.add(entry('a'))
    store.finish('a', now, undefined)
    store.claim('a')
    close()
    const again = open()
    expect(again.get('a')).toMatchObject({ state: 'uncertain' })
    expect(again.claim('a')).toBe(true)
  })

  it('returns pages, newest first, by caller and server', () => {
    const store = open()
    for (const id of ['a', 'b', 'c', 'd', 'e']) store.add(entry(id))
    store.add(entry('other', { caller: { type: 'model', id: 'mcp:other', name: '' } }))
    store.add(entry('nether', { server: { id: 'nether', name: '' } }))
    const first = store.page({ client: 'mcp:test', server: 'overworld', limit: 3 })
    expect(first.entries.map(({ requestId }) => requestId)).toEqual(['e', 'd', 'c'])
    const { entries, next } = store.page({ client: 'mcp:test', server: 'overworld', limit: 3, before: first.next ?? 0 })
    expect(entries.map(({ requestId }) => requestId)).toEqual(['b', 'a'])
    expect(next).toBeUndefined()
    expect(store.page({ server: 'nether' }).entries).toHaveLength(1)
  })

  it('forgets what is old, and the oldest where there are too many', () => {
    const store = open()
    store.add(entry('a'))
    close()
    const later = open(new Date(now.getTime() + undoRetention.milliseconds + 1))
    expect(later.page({}).entries).toEqual([])

    const many = memoryStores({ clock: new FakeClock(now.getTime()) }).undo
    for (let count = 0; count < undoRetention.entries + 200; count += 1) many.add(entry(`${count}`))
    expect(many.get('0')).toBeUndefined()
    expect(many.get('250')).toBeDefined()
  })

  it('skips a row that is broken', () => {
    const store = open()
    store.add(entry('a'))
    store.add(entry('b'))
    changeState(profile, `UPDATE undo_entry SET body = '{' WHERE request_id = 'a'`)
    expect(store.page({}).entries.map(({ requestId }) => requestId)).toEqual(['b'])
    expect(store.get('a')).toBeUndefined()
  })
})

describe('while another program holds the file', () => {
  function locked() {
    const clock = new FakeClock(now.getTime())
    const log = new RecordingLog()
    const stores = openProfileStores(profile, log, clock)
    opened.push(stores)
    const { undo } = stores
    undo.add(entry('a'))
    const other = openDatabase(path.join(profile, stateFile))
    other.exec('BEGIN IMMEDIATE')
    return { clock, log, stores, undo, other }
  }

  it('what was done or undone is stored as soon as the file is free', async () => {
    const { clock, log, undo, other } = locked()
    undo.finish('a', now, undefined)
    undo.finish('a', now, { time: 1 })
    expect(undo.get('a')?.state).toBe('uncertain')
    other.close()
    await clock.advance(retryMs)
    expect(undo.get('a')).toMatchObject({ state: 'done', after: { time: 1 } })
    undo.markUndone('a', now, 'ada')
    expect(undo.get('a')?.state).toBe('undone')
    expect(log.lines).toEqual([])
  })

  it('it is tried for a bounded time, and the loss is logged', async () => {
    const { clock, log, undo, other } = locked()
    undo.finish('a', now, undefined)
    await clock.advance(mostMs + retryMs)
    expect(log.lines).toMatchObject([{ level: 'error', message: expect.stringContaining('could not be stored') }])
    other.close()
    await clock.advance(mostMs)
    expect(undo.get('a')?.state).toBe('uncertain')
  })

  it('an action that is about to run is refused', () => {
    const { undo, other } = locked()
    expect(() => undo.add(entry('b'))).toThrow(StoreLockedError)
    other.close()
  })
})
