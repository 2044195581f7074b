/** Snapshots of a hostile server: an undo uses only the server and the file that the owner saw. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import type { JsonObject } from '@contract/call.js'
import { snapshotCatalogue, snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SnapshotStore } from '../../../src-main/providers/java/snapshots/snapshot-store.js'
import { memoryStores } from '../../../src-main/storage/stores.js'
import { settled } from '../../fakes/fake-clock.js'
import { core } from '../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest, noon } from '../../fakes/gateway-under-test.js'
import { CleanUp } from '../../fixtures/programs.js'
import { forAllAsync, times } from '../../fixtures/properties.js'

let cleanUp: CleanUp
beforeEach(() => {
  cleanUp = new CleanUp()
})
afterEach(() => cleanUp.run())

const texts = fc.constantFrom(
  ...[
    '../x',
    '../../other/snapshot',
    '/etc/passwd',
    'C:\\x',
    'a\u0000b',
    '',
    ' ',
    'x'.repeat(129),
    'x'.repeat(1_000_000),
  ],
  ...[
    '__proto__',
    'constructor',
    'same',
    'of-the-other',
    'x\nop Eve',
    '\u202eevE',
    '§kx',
    '@a',
    '"}; stop',
    'CON',
    '..',
  ],
)
const snapshotIds = fc.oneof(texts, texts, fc.string({ maxLength: 140 }), fc.jsonValue({ maxDepth: 3 }))

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const bombs = fc.constantFrom<() => unknown>(
  () => nested(5_000),
  () => Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, at])),
  () => 'x'.repeat(1_000_000),
  () => Array.from({ length: 50_000 }, () => ({})),
  () => JSON.parse('{"__proto__":{"snapshotId":"x"}}'),
  () => null,
)

const known = new Set(['world.time.get', 'world.time.set', snapshotCreate, snapshotRestore])
const withSnapshots = {
  capabilities: [...['world.time.get', 'world.time.set'].map(core), ...snapshotCatalogue.values()],
}

function twoServers() {
  const under = new GatewayUnderTest({ stores: { undo: memoryStores().undo } })
  const { approvals } = under.gateway
  approvals.attach()
  approvals.onDidOpen(({ id }) => queueMicrotask(() => approvals.decide(id, 'approve', 'ada')))
  const serve = (id: string) =>
    under
      .serve(id, [], withSnapshots)
      .answers('world.time.get', () => ({ data: { ...noon } }))
      .answers('world.time.set', () => ({ data: { worldName: 'world', previousTime: 6_000, time: 13_000 } }))
  return {
    under,
    hostile: serve('hostile'),
    other: serve('other').answers(snapshotCreate, () => ({ data: { snapshotId: 'of-the-other' } })),
  }
}

it('a snapshot names the request that it is taken for: two may have the same arguments', async () => {
  const { under, other } = twoServers()
  const reports = [await under.setTime({ server: 'other' }), await under.setTime({ server: 'other' })]
  const ids = reports.map(({ requestId }) => requestId)
  expect(other.requestsFor('world.time.set').map(({ requestId }) => requestId)).toEqual(ids)
  expect(other.requestsFor(snapshotCreate).map(({ snapshotFor }) => snapshotFor)).toEqual(ids)
})

describe('a server with false snapshot ids', () => {
  it('is sent only its own id, exactly as logged, and no other server gets a request', async () => {
    let restored = 0
    await times(60).forAllAsync(snapshotIds, async (snapshotId) => {
      const { under, hostile, other } = twoServers()
      await under.setTime({ server: 'other' })
      await settled()
      const before = other.requests.length
      hostile.answers(snapshotCreate, () => ({ data: { snapshotId } as JsonObject }))
      const done = await under.setTime({ server: 'hostile' })
      await settled()
      if (endOf(done) !== 'done') return
      const entry = under.gateway.undo.list().entries.find(({ requestId }) => requestId === done.requestId)
      await under.gateway.undo.run(done.requestId, { force: true }, 'ada')
      await settled()
      const isSnapshot = entry?.undo.how === 'snapshot'
      const sent = hostile.requestsFor(snapshotRestore).map(({ arguments: given }) => given)
      expect(sent).toEqual(isSnapshot ? [{ snapshotId }] : [])
      if (isSnapshot) {
        restored += 1
        expect(entry.snapshotId).toBe(snapshotId)
        expect(String(snapshotId)).toMatch(/^[^\p{Cc}\p{Bidi_Control}]{1,128}$/u)
      }
      expect(other.requests).toHaveLength(before)
      expect(hostile.requests.filter(({ capabilityId }) => !known.has(capabilityId))).toEqual([])
    })
    expect(restored).toBeGreaterThan(0)
  })

  it('cannot run another action with deep, wide, long or wrongly typed data', async () => {
    const { under, hostile, other } = twoServers()
    const before = other.requests.length
    await times(30).forAllAsync(bombs, bombs, fc.boolean(), async (created, back, hasId) => {
      const data = { ...(hasId && { snapshotId: 'good' }), extra: created() }
      hostile.answers(snapshotCreate, () => ({ data: (hasId ? data : created()) as JsonObject }))
      hostile.answers(snapshotRestore, () => ({ data: back() as JsonObject }))
      const done = await under.setTime({ server: 'hostile' })
      await settled()
      if (endOf(done) === 'done') await under.gateway.undo.run(done.requestId, { force: true }, 'ada')
      await settled()
    })
    for (const { arguments: given } of hostile.requestsFor(snapshotRestore))
      expect(given).toEqual({ snapshotId: 'good' })
    expect(other.requests).toHaveLength(before)
    expect({}).not.toHaveProperty('snapshotId')
  })
})

describe('the files of snapshots', () => {
  const foldersOf = () => {
    const all = cleanUp.folder()
    const [own, other] = [path.join(all, 'own'), path.join(all, 'other')]
    for (const folder of [own, other]) mkdirSync(folder)
    writeFileSync(path.join(other, 'theirs.blocks'), deflateSync(Buffer.from('of the other')))
    writeFileSync(path.join(all, 'outside.blocks'), 'outside')
    return { all, own, other }
  }

  it('are found by plain names in the own folder alone, whatever the id is', async () => {
    const { all, own, other } = foldersOf()
    const store = new SnapshotStore(own)
    const ways = fc.constantFrom(
      ...['../other/theirs', '../outside', path.join(other, 'theirs'), './../other/theirs', '..\\other\\theirs'],
      ...[
        'theirs',
        'theirs\u0000',
        '../other/theirs.blocks',
        'own/../../other/theirs',
        'x'.repeat(100_000),
        '__proto__',
      ],
    )
    await forAllAsync(fc.oneof(ways, fc.string()), async (id) => {
      expect(await store.read(id)).toBeUndefined()
      expect(await store.readAfter(id)).toBeUndefined()
      store.remove(id)
    })
    expect(readdirSync(all).sort()).toEqual(['other', 'outside.blocks', 'own'])
    expect(readdirSync(other)).toEqual(['theirs.blocks'])
  })

  const file = (header: string, cells = Buffer.alloc(0)): Buffer => {
    const [size, head] = [Buffer.alloc(4), Buffer.from(header)]
    size.writeUInt32LE(head.length)
    return deflateSync(Buffer.concat([size, head, cells]))
  }
  const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 30_000_000, y: 300, z: 30_000_000 } }
  const damaged: readonly (readonly [what: string, bytes: () => Buffer])[] = [
    ['hold nothing', () => Buffer.alloc(0)],
    ['are no compressed data', () => Buffer.from('x'.repeat(1_000))],
    ['unpack into 200 MB', () => deflateSync(Buffer.alloc(200 * 1_024 * 1_024), { level: 1 })],
    ['announce a header of 4 GB', () => deflateSync(Buffer.from([255, 255, 255, 255, 1, 2]))],
    ['nest 100,000 levels', () => file('['.repeat(100_000))],
    ['have a header that is null', () => file('null')],
    ['have a box of the whole world', () => file(JSON.stringify({ box, palette: [], entityBytes: 0, dataVersion: 1 }))],
    ['have other types', () => file(JSON.stringify({ box: 'x', palette: 7, entityBytes: '__proto__' }))],
  ]
  it.each(damaged)('are refused when they %s', async (_what, bytes) => {
    const { own } = foldersOf()
    writeFileSync(path.join(own, 'kept.blocks'), bytes())
    await expect(new SnapshotStore(own).read('kept')).rejects.toThrow()
  })
})
