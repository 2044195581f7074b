import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewUndoEntry, UndoStore } from '../../../src-main/gateway/ports/stores.js'
import { openDatabase } from '../../../src-main/storage/sqlite.js'
import {
  memoryUndoStore,
  openUndoStore,
  readUndoPage,
  undoFile,
  undoRetention,
} from '../../../src-main/storage/undo-store.js'
import { RecordingLog } from '../../fakes/recording-log.js'

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
let stores: UndoStore[]
const log = new RecordingLog()
const open = (at = now): UndoStore => {
  const store = openUndoStore(profile, log, () => at)
  stores.push(store)
  return store
}
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-undo-'))
  stores = []
})
afterEach(() => {
  for (const store of stores) store.close()
  rmSync(profile, { recursive: true, force: true })
})
const close = (store: UndoStore) => {
  stores.splice(stores.indexOf(store), 1)
  store.close()
}

describe('the store of what can be undone', () => {
  it('survives a restart, readable by its owner alone', () => {
    const first = open()
    first.add(entry('a'))
    first.finish('a', now, { time: 1 })
    close(first)
    expect(open().get('a')).toMatchObject({ ...entry('a'), state: 'done', after: { time: 1 } })
    if (process.platform !== 'win32') expect(statSync(path.join(profile, undoFile)).mode & 0o777).toBe(0o600)
  })

  it('marks actions that were about to run when the program was killed as unknown', () => {
    const store = open()
    store.add(entry('a'))
    close(store)
    expect(open().get('a')).toMatchObject({ state: 'uncertain' })
  })

  it('is read by others while the program writes, and after it has ended', () => {
    const store = open()
    store.add(entry('a'))
    expect(readUndoPage(profile, {}).entries).toMatchObject([{ requestId: 'a' }])
    close(store)
    expect(readUndoPage(profile, {}).entries).toMatchObject([{ requestId: 'a' }])
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
    close(store)
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
    close(store)
    const later = open(new Date(now.getTime() + undoRetention.milliseconds + 1))
    expect(later.page({}).entries).toEqual([])

    const many = memoryUndoStore(() => now)
    for (let count = 0; count < undoRetention.entries + 200; count += 1) many.add(entry(`${count}`))
    expect(many.get('0')).toBeUndefined()
    expect(many.get('250')).toBeDefined()
    many.close()
  })

  it('skips a row that is broken', () => {
    const store = open()
    store.add(entry('a'))
    store.add(entry('b'))
    const database = openDatabase(path.join(profile, undoFile))
    database.exec(`UPDATE undo_entry SET body = '{' WHERE request_id = 'a'`)
    database.close()
    expect(store.page({}).entries.map(({ requestId }) => requestId)).toEqual(['b'])
    expect(store.get('a')).toBeUndefined()
  })

  it('keeps what it can until the program ends where the file cannot be used, and says so', () => {
    writeFileSync(
      path.join(profile, undoFile),
      'This is no database, and long enough to be seen to be none.'.repeat(50),
    )
    chmodSync(path.join(profile, undoFile), 0o600)
    const store = open()
    store.add(entry('a'))
    expect(store.get('a')).toBeDefined()
    expect(log.lines.map(({ message }) => message).join()).toContain('cannot be kept')
  })
})
