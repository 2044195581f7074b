import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewUndoEntry, UndoStore } from '../../../src-main/gateway/ports/stores.js'
import { memoryStores, type Stores } from '../../../src-main/storage/stores.js'
import { undoRetention } from '../../../src-main/storage/undo-store.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { changeState, openProfileStores } from '../../fakes/profile-stores.js'
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
