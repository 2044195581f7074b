import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { Int8 } from 'nbtify'
import { beforeEach, describe, expect, it } from 'vitest'
import { boxOf } from '../../../../../src-main/providers/java/folder/block-volume.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { BlockSnapshots, type UndoProgress } from '../../../../../src-main/providers/java/snapshots/block-snapshots.js'
import { SnapshotStore } from '../../../../../src-main/providers/java/snapshots/snapshot-store.js'
import { ConsoleWorldEditor } from '../../../../../src-main/providers/java/snapshots/world-editor.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { RegionWorld, type RegionWorldOptions } from '../../../../fakes/java/region-world.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { times } from '../../../../fixtures/properties.js'

const root = folderForEach()
beforeEach(() => {
  writeFileSync(path.join(root(), 'server.properties'), 'level-name=world\n')
})

const overworld = 'minecraft:overworld'
const whole = boxOf({ x: 0, y: 0, z: 0 }, { x: 15, y: 15, z: 15 })

async function scene(options: Partial<RegionWorldOptions> = {}) {
  const world = new RegionWorld({ regions: path.join(root(), 'world', 'region'), packing: 'none', ...options })
  const folder = await openServerFolder(root(), { log: new RecordingLog() })
  const store = new SnapshotStore(path.join(root(), 'snapshots'))
  const editor = new ConsoleWorldEditor(world)
  const log = new RecordingLog()
  const snapshots = new BlockSnapshots({ folder, editor, store, clock: new FakeClock(), log })
  const edits = () => world.commands.filter((command) => command !== 'save-all flush')
  return { world, store, snapshots, edits, log }
}
const whyOf = async (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was thrown',
    (error) => asGatewayError(error).details?.why,
  )

/** What the world shows, comparable. */
const shown = ({ states, entities }: RegionWorld) => ({
  states: Object.fromEntries([...states].sort()),
  entities: JSON.parse(JSON.stringify(Object.fromEntries([...entities].sort()))),
})
const chest = 'minecraft:chest[facing=north]'
const items = (...ids: string[]) => ({
  Items: ids.map((id, slot) => ({ Slot: new Int8(slot), id, count: new Int8(slot + 1) })),
})

describe('an undo', () => {
  it('puts a filled wall back with one command', async () => {
    const { world, snapshots, edits } = await scene()
    for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) world.put(x, 0, z, 'minecraft:grass_block[snowy=false]')
    const before = shown(world)
    const { id, blocks } = await snapshots.take(overworld, boxOf({ x: 2, y: 1, z: 3 }, { x: 9, y: 8, z: 3 }))
    expect(blocks).toBe(64)
    await world.run('fill 2 1 3 9 8 3 minecraft:stone')
    world.commands.length = 0
    expect(await snapshots.restore(id)).toEqual({ commands: 1, restored: 64, left: 0 })
    expect(edits()).toEqual(['fill 2 1 3 9 8 3 minecraft:air'])
    expect(shown(world)).toEqual(before)
  })

  it('leaves alone what was built, dug or filled since, and says how many', async () => {
    const { world, snapshots } = await scene()
    for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) world.put(x, 0, z, 'minecraft:grass_block[snowy=false]')
    const box = boxOf({ x: 2, y: 0, z: 3 }, { x: 9, y: 1, z: 3 })
    const { id } = await snapshots.take(overworld, box)
    await world.run('fill 2 0 3 9 1 3 minecraft:dirt')
    await snapshots.saveAfter(id)
    world.put(3, 1, 3, 'minecraft:oak_planks')
    world.put(4, 1, 3, chest, items('minecraft:diamond'))
    world.put(5, 0, 3, 'minecraft:cave_air')
    // The game makes that change itself; the block equals its state before.
    world.put(6, 1, 3, 'minecraft:grass_block[snowy=true]')
    world.put(7, 1, 3, 'minecraft:air')
    expect(await snapshots.preview(id)).toMatchObject({ left: 3 })
    expect(await snapshots.restore(id)).toMatchObject({ left: 3, restored: 12 })
    const row = (y: number) =>
      [2, 3, 4, 5, 6, 7, 8, 9].map((x) => world.stateAt(x, y, 3).replace(/minecraft:|\[.*/gu, ''))
    expect(row(1)).toEqual(['air', 'oak_planks', 'chest', 'air', 'air', 'air', 'air', 'air'])
    expect(row(0)).toEqual(['grass_block', 'grass_block', 'grass_block', 'cave_air', ...Array(4).fill('grass_block')])
  })

  it('leaves alone a chest that somebody put something into since', async () => {
    const { world, snapshots } = await scene()
    const { id } = await snapshots.take(overworld, boxOf({ x: 2, y: 1, z: 3 }, { x: 3, y: 1, z: 3 }))
    for (const x of [2, 3]) world.put(x, 1, 3, chest, items())
    await snapshots.saveAfter(id)
    world.put(3, 1, 3, chest, items('minecraft:diamond'))
    expect(await snapshots.restore(id)).toMatchObject({ left: 1 })
    expect([world.stateAt(2, 1, 3), world.stateAt(3, 1, 3)]).toEqual(['minecraft:air', chest])
  })

  it('puts back exactly what nobody changed since, in any world', async () => {
    const states = ['minecraft:stone', 'minecraft:dirt', 'minecraft:oak_log[axis=y]', 'minecraft:air']
    const cell = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4), fc.constantFrom(...states))
    const cells = fc.array(cell, { maxLength: 60 })
    const box = boxOf({ x: 0, y: 0, z: 0 }, { x: 4, y: 4, z: 4 })
    await times(40).forAllAsync(cells, cells, cells, async (first, action, later) => {
      const { world, snapshots } = await scene()
      const all = (list: typeof first) => {
        for (const [x, y, z, state] of list) world.put(x, y, z, state)
      }
      const read = () => {
        const found: string[] = []
        for (let index = 0; index < 125; index++)
          found.push(world.stateAt(index % 5, Math.floor(index / 25), Math.floor(index / 5) % 5))
        return found
      }
      all(first)
      const before = read()
      const { id } = await snapshots.take(overworld, box)
      all(action)
      const after = read()
      await snapshots.saveAfter(id)
      all(later)
      const now = read()
      const { left } = await snapshots.restore(id)
      expect(read()).toEqual(now.map((state, at) => (state === after[at] ? before[at] : state)))
      expect(left).toBe(now.filter((state, at) => state !== after[at] && state !== before[at]).length)
    })
  })

  it('puts back any blocks, whatever was done to them', async () => {
    const states = ['minecraft:stone', 'minecraft:dirt', 'minecraft:oak_log[axis=y]', 'minecraft:air', chest]
    const cell = fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5), fc.constantFrom(...states))
    const box = boxOf({ x: 0, y: 0, z: 0 }, { x: 5, y: 5, z: 5 })
    await times(30).forAllAsync(
      fc.array(cell, { maxLength: 80 }),
      fc.array(cell, { maxLength: 80 }),
      async (first, then) => {
        const { world, snapshots } = await scene()
        const put = (x: number, y: number, z: number, state: string, id: string) =>
          world.put(x, y, z, state, state === chest ? items(id) : undefined)
        for (const [x, y, z, state] of first) put(x, y, z, state, 'minecraft:diamond')
        const before = shown(world)
        const { id } = await snapshots.take(overworld, box)
        for (const [x, y, z, state] of then) put(x, y, z, state, 'minecraft:dirt')
        await snapshots.restore(id)
        expect(shown(world)).toEqual(before)
        expect((await snapshots.preview(id)).commands).toBe(0)
      },
    )
  })

  it('overwrites blocks when that takes fewer commands', async () => {
    const { world, snapshots } = await scene()
    for (let x = 0; x < 16; x++)
      for (let y = 0; y < 16; y++) world.put(x, y, 0, (x + y * 3) % 7 === 0 ? 'minecraft:glass' : 'minecraft:stone')
    const before = shown(world)
    const { id } = await snapshots.take(overworld, whole)
    await world.run('fill 0 0 0 15 15 0 minecraft:air')
    const { commands } = await snapshots.restore(id)
    const panes = [...world.states.values()].filter((state) => state === 'minecraft:glass').length
    expect(commands).toBe(panes + 1)
    expect(shown(world)).toEqual(before)
  })

  it('restores what a chest holds, and does not touch a chest that is as it was', async () => {
    const { world, snapshots, edits } = await scene()
    world.put(1, 1, 1, chest, items('minecraft:diamond', 'minecraft:emerald'))
    world.put(3, 1, 1, chest, items('minecraft:gold_ingot'))
    world.put(5, 1, 1, chest, { ...items('minecraft:apple'), CustomName: '"Food"' })
    const before = shown(world)
    const { id } = await snapshots.take(overworld, whole)
    await world.run('setblock 1 1 1 minecraft:air')
    world.entities.set('5 1 1', { ...items('minecraft:poisonous_potato'), Lock: 'x' })
    world.commands.length = 0
    await snapshots.restore(id)
    expect(shown(world)).toEqual(before)
    expect(edits().some((command) => command.includes(' 3 1 1'))).toBe(false)
    expect(edits()).toContain('data remove block 5 1 1 Lock')
  })

  it('writes data that is too long for one command part by part', async () => {
    const { world, snapshots, edits } = await scene()
    const many = Array.from(
      { length: 27 },
      (_, slot) => `minecraft:item_with_a_very_long_name_${slot}_${'x'.repeat(60)}`,
    )
    const before = { ...items(...many), 'odd name': 'y'.repeat(600) }
    world.put(1, 1, 1, chest, before)
    const wanted = shown(world)
    const { id } = await snapshots.take(overworld, whole)
    await world.run('setblock 1 1 1 minecraft:air')
    await snapshots.restore(id)
    expect(shown(world)).toEqual(wanted)
    expect(edits().length).toBeGreaterThan(27)
  })

  it('needs another pass when blocks broke off, and verifies again', async () => {
    const { world, snapshots } = await scene()
    for (let x = 0; x < 10; x++) {
      world.put(x, 3, 0, 'minecraft:stone')
      world.put(x, 4, 0, 'minecraft:torch')
    }
    world.put(0, 5, 0, 'minecraft:gravel')
    const before = shown(world)
    const { id } = await snapshots.take(overworld, whole)
    await world.run('fill 0 0 0 15 15 0 minecraft:air')
    await snapshots.restore(id)
    expect(shown(world)).toEqual(before)
  })

  it('takes smaller boxes where the server fills fewer blocks at once', async () => {
    const { world, snapshots, store } = await scene({ maxPerFill: 100 })
    for (let x = 0; x < 16; x++)
      for (let y = 0; y < 16; y++) for (let z = 0; z < 16; z++) world.put(x, y, z, 'minecraft:dirt')
    const before = shown(world)
    const { id } = await snapshots.take(overworld, whole)
    world.states.clear()
    await snapshots.restore(id)
    expect(shown(world)).toEqual(before)
    expect(store.unfinished()).toEqual([])
  })

  it('reports how far it is', async () => {
    const { world, snapshots } = await scene()
    world.put(0, 0, 0, 'minecraft:stone')
    world.put(5, 5, 5, 'minecraft:stone')
    const { id } = await snapshots.take(overworld, whole)
    world.states.clear()
    const seen: UndoProgress[] = []
    await snapshots.restore(id, { onProgress: (progress) => seen.push(progress) })
    expect(seen).toEqual([
      { done: 1, planned: 2 },
      { done: 2, planned: 2 },
    ])
  })

  it('is recorded until it is verified, wherever it stops, and can be finished', async () => {
    const { world, snapshots, store } = await scene()
    for (let x = 0; x < 8; x += 2) world.put(x, 0, 0, 'minecraft:stone')
    const before = shown(world)
    const { id } = await snapshots.take(overworld, whole)
    world.states.clear()
    for (let stopAt = 0; ; stopAt++) {
      let count = 0
      world.beforeCommand = () => {
        if (count++ === stopAt) throw new Error('The connection closed.')
      }
      const result = await snapshots.restore(id).catch(() => undefined)
      const isRestored = JSON.stringify(shown(world)) === JSON.stringify(before)
      const changedNothing = world.states.size === 0
      if (result) {
        expect(isRestored).toBe(true)
        expect(store.unfinished()).toEqual([])
        break
      }
      expect(
        changedNothing ||
          store
            .unfinished()
            .map((one) => one.id)
            .includes(id),
      ).toBe(true)
    }
  })

  it('finishes an interrupted undo, wherever it stopped, and keeps what was built before and since', async () => {
    const filled = boxOf({ x: 0, y: 0, z: 0 }, { x: 15, y: 3, z: 15 })
    for (let stopAt = 1; ; stopAt++) {
      const { world, snapshots, edits } = await scene()
      for (let x = 0; x < 16; x++) world.put(x, x % 3, 5, `minecraft:${x % 2 ? 'oak_planks' : 'stone'}`)
      const before = shown(world).states
      const { id } = await snapshots.take(overworld, filled)
      await world.run('fill 0 0 0 15 3 15 minecraft:gold_block')
      await snapshots.saveAfter(id)
      world.put(7, 3, 7, 'minecraft:diamond_block')
      const from = edits().length
      world.beforeCommand = () => {
        if (edits().length - from === stopAt) throw new Error('The connection closed.')
      }
      const first = await snapshots.restore(id).catch(() => undefined)
      world.beforeCommand = () => undefined
      if (first) {
        expect(first.left).toBe(1)
        break
      }
      world.put(9, 3, 9, 'minecraft:bookshelf')
      expect(await snapshots.preview(id)).toMatchObject({ left: 2 })
      expect(await snapshots.restore(id)).toMatchObject({ left: 2 })
      const built = { '7 3 7': 'minecraft:diamond_block', '9 3 9': 'minecraft:bookshelf' }
      expect(shown(world).states).toEqual({ ...before, ...built })
    }
  })

  it.each(['{', 'null', '{"kept":1}', '{"kept":"AQ=="}'])(
    'keeps more, and is logged, when the record of an interrupted undo is %s',
    async (marker) => {
      const { world, snapshots, log } = await scene()
      const { id } = await snapshots.take(overworld, whole)
      world.put(0, 0, 0, 'minecraft:gold_block')
      await snapshots.saveAfter(id)
      world.put(0, 0, 0, 'minecraft:bookshelf')
      writeFileSync(path.join(root(), 'snapshots', `${id}.undoing`), marker)
      expect(await snapshots.restore(id)).toMatchObject({ left: 1 })
      expect(world.stateAt(0, 0, 0)).toBe('minecraft:bookshelf')
      expect(log.lines).toMatchObject([{ level: 'warn', details: { id } }])
    },
  )

  it('has not begun when the area was not loaded at its first command', async () => {
    const { world, snapshots, store } = await scene()
    world.put(0, 0, 0, 'minecraft:stone')
    const { id } = await snapshots.take(overworld, whole)
    world.states.clear()
    const run = world.run.bind(world)
    world.run = async (command) => (command.startsWith('setblock') ? 'That position is not loaded' : run(command))
    expect(await whyOf(snapshots.restore(id))).toBe('snapshot-not-loaded')
    expect(store.unfinished()).toEqual([])
  })

  it.each([
    ['That position is not loaded', 'snapshot-not-loaded'],
    ['Ich verstehe kein Wort', 'snapshot-unknown-reply'],
  ])('stops at the reply %j', async (reply, why) => {
    const { world, snapshots } = await scene()
    world.put(0, 0, 0, 'minecraft:stone')
    const { id } = await snapshots.take(overworld, whole)
    world.states.clear()
    const run = world.run.bind(world)
    world.run = async (command) => (command.startsWith('setblock') ? reply : run(command))
    expect(await whyOf(snapshots.restore(id))).toBe(why)
  })

  it('says that blocks still differ when something changes them again and again', async () => {
    const { world, snapshots, store } = await scene()
    world.put(0, 0, 0, 'minecraft:stone')
    const { id } = await snapshots.take(overworld, whole)
    world.states.clear()
    world.beforeCommand = (command) => {
      if (command === 'save-all flush') world.put(0, 0, 0, 'minecraft:water[level=3]')
    }
    expect(await whyOf(snapshots.restore(id))).toBe('snapshot-still-differs')
    expect(store.unfinished().map((one) => one.id)).toEqual([id])
  })
})

describe('a snapshot', () => {
  it('is refused where commands could not restore a block', async () => {
    const { world, snapshots } = await scene()
    world.put(0, 0, 0, chest, { Secret: 'x'.repeat(2_000) })
    expect(await whyOf(snapshots.take(overworld, whole))).toBe('snapshot-not-restorable')
    world.put(0, 0, 0, chest, { Secret: 'a\nb' })
    expect(await whyOf(snapshots.take(overworld, whole))).toBe('snapshot-not-restorable')
  })
  it('is small: 32,768 blocks of a few kinds take a few kilobytes', async () => {
    const { world, snapshots } = await scene({ chunks: 2, sections: [0, 1] })
    for (let x = 0; x < 32; x++) for (let z = 0; z < 32; z++) world.put(x, x % 5, z, `minecraft:wool_${z % 3}`)
    const taken = await snapshots.take(overworld, boxOf({ x: 0, y: 0, z: 0 }, { x: 31, y: 31, z: 31 }))
    expect(taken.blocks).toBe(32_768)
    expect(taken.bytes).toBeLessThan(8_000)
  })
  it('is dropped when there are too many, the oldest first', async () => {
    const { world, store } = await scene()
    await world.save()
    const few = new SnapshotStore(path.join(root(), 'few'), { maxSnapshots: 2, maxBytes: 1_000_000 })
    const folder = await openServerFolder(root(), { log: new RecordingLog() })
    const editor = new ConsoleWorldEditor(world)
    const snapshots = new BlockSnapshots({
      folder,
      editor,
      store: few,
      clock: new FakeClock(),
      log: new RecordingLog(),
    })
    const taken: string[] = []
    for (let index = 0; index < 4; index++) taken.push((await snapshots.take(overworld, whole)).id)
    const [, , oldest = '', newest = ''] = taken
    expect(readdirSync(path.join(root(), 'few')).sort()).toEqual([`${oldest}.blocks`, `${newest}.blocks`].sort())
    // The snapshot for the redo of the oldest does not cost the oldest itself.
    await snapshots.take(overworld, whole, undefined, oldest)
    expect(await snapshots.restore(oldest)).toMatchObject({ restored: 0 })
    expect(await store.read('nothing-like-that')).toBeUndefined()
    expect(await whyOf(snapshots.restore('00000000-0000-0000-0000-000000000000'))).toBe('snapshot-gone')
  })
  it('is dropped when its file is damaged', async () => {
    const { world, snapshots } = await scene()
    await world.save()
    const { id } = await snapshots.take(overworld, whole)
    writeFileSync(path.join(root(), 'snapshots', `${id}.blocks`), 'garbage')
    expect(await whyOf(snapshots.restore(id))).toBe('snapshot-gone')
  })
  it('is not taken when the save is not confirmed', async () => {
    const { world, snapshots } = await scene()
    world.run = async () => 'Saving is busy'
    expect(await whyOf(snapshots.take(overworld, whole))).toBe('snapshot-unknown-reply')
  })
})
