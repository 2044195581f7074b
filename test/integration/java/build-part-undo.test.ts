/** The undo of one part of a build, and then of the rest, on region files. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { snapshotOfPart } from '@contract/snapshot-capabilities.js'
import fc from 'fast-check'
import { Int8 } from 'nbtify'
import { describe, expect, it } from 'vitest'
import type { BuildPlan } from '../../../src-main/policy/build/plan.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { planOf } from '../../fakes/build/plans.js'
import { connectBuilds } from '../../fakes/java/connected-builds.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { times } from '../../fixtures/properties.js'

const root = folderForEach()
const chest = 'minecraft:chest[facing=north]'
const diamonds = { Items: [{ Slot: new Int8(0), id: 'minecraft:diamond', Count: new Int8(3) }] }
let run = 0

/** A world with a chest in it, and the plan built over it. */
async function built(plan: BuildPlan) {
  const home = path.join(root(), `world-${run++}`)
  const world = new RegionWorld({ regions: path.join(home, 'world', 'region'), packing: 'none', form: 'flat' })
  mkdirSync(home, { recursive: true })
  for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) world.put(x, 0, z, 'minecraft:dirt')
  world.put(2, 1, 2, chest, diamonds)
  world.put(9, 1, 9, chest, diamonds)
  await world.save()
  writeFileSync(path.join(home, 'server.properties'), 'level-name=world\n')
  const folder = await openServerFolder(home, { log: new RecordingLog() })
  const model = new ModelConsole({ version: '1.21.1', world: new MemoryWorld() })
  const { builds, abilities, groups } = connectBuilds({
    console: { run: (command) => (/^(?:setblock|fill|save|data )/u.test(command) ? world : model).run(command) },
    profile: path.join(home, 'profile'),
    clock: systemClock,
    log: new RecordingLog(),
    blocks: (box) => folder.blocks('minecraft:overworld', box),
    planOf: () => Promise.resolve(plan),
  })
  builds.connect(abilities)
  const blocks = () => [...world.states].filter(([, state]) => state !== 'minecraft:air').sort()
  const shown = () => JSON.stringify([blocks(), [...world.entities].sort()])
  const before = shown()
  const groupId = groups.plan('minecraft:overworld', plan.tiles)
  await builds.build({ requestId: 'r1', caller: { id: 'ai', name: 'AI' }, given: {}, groupId })
  const undo = (part?: number, redoId?: string) =>
    builds.undo(part === undefined ? groupId : snapshotOfPart(groupId, part), redoId, new AbortController().signal)
  const redoGroup = () => groups.plan('minecraft:overworld', plan.tiles)
  return { world, builds, shown, before, undo, redoGroup, parts: () => builds.parts('r1') }
}

const box = (block: string, from: readonly number[], to: readonly number[]) => ({ shape: 'box', block, from, to })
const hut = [
  { ...box('minecraft:oak_planks', [1, 1, 1], [5, 3, 1]), name: 'wall' },
  { ...box('minecraft:glass', [2, 2, 1], [3, 2, 1]), name: 'window' },
  { ...box('minecraft:stone', [1, 3, 1], [5, 3, 4]), name: 'roof' },
  { ...box('minecraft:stone', [2, 1, 2], [2, 1, 2]), name: 'step' },
]
const stateAt = ({ world }: { readonly world: RegionWorld }, key: string) => world.states.get(key) ?? 'minecraft:air'

describe('the undo of one part of a build', () => {
  it('leaves the plan without this part, and the undo of the rest then the world before', async () => {
    const site = await built(planOf(hut))
    expect(await site.parts()).toEqual([
      { number: 1, name: 'wall', blocks: 8 },
      { number: 2, name: 'window', blocks: 2 },
      { number: 3, name: 'roof', blocks: 20 },
      { number: 4, name: 'step', blocks: 1 },
    ])
    expect(await site.undo(2)).toMatchObject({ restored: 2, left: 0, covered: 0 })
    expect(stateAt(site, '2 2 1')).toBe('minecraft:oak_planks')
    expect(stateAt(site, '2 3 1')).toBe('minecraft:stone')
    expect((await site.parts())[1]).toMatchObject({ blocks: 0 })
    expect(await site.undo(4)).toMatchObject({ restored: 1 })
    expect(site.world.entities.get('2 1 2')).toEqual(diamonds)
    expect(await site.undo()).toMatchObject({ left: 0 })
    expect(site.shown()).toBe(site.before)
  })

  it('leaves and counts what other parts cover, until these are undone too', async () => {
    const site = await built(planOf(hut))
    expect(await site.undo(1)).toMatchObject({ restored: 8, left: 0, covered: 7 })
    expect(stateAt(site, '2 2 1')).toBe('minecraft:glass')
    expect(stateAt(site, '1 1 1')).toBe('minecraft:air')
    expect(await site.undo(2)).toMatchObject({ restored: 2, left: 0 })
    expect(stateAt(site, '2 2 1')).toBe('minecraft:air')
    await site.undo()
    expect(site.shown()).toBe(site.before)
  })

  it('leaves and counts what players changed since, in this part alone', async () => {
    const site = await built(planOf(hut))
    site.world.put(2, 2, 1, 'minecraft:gold_block')
    site.world.put(1, 1, 1, 'minecraft:gold_block')
    await site.world.save()
    expect(await site.undo(2)).toMatchObject({ restored: 1, left: 1 })
    expect([stateAt(site, '2 2 1'), stateAt(site, '3 2 1')]).toEqual(['minecraft:gold_block', 'minecraft:oak_planks'])
    expect(await site.undo()).toMatchObject({ left: 2 })
    expect([stateAt(site, '2 2 1'), stateAt(site, '1 1 1')]).toEqual(['minecraft:gold_block', 'minecraft:gold_block'])
  })

  it('can be undone itself, and done again', async () => {
    const site = await built(planOf(hut))
    const whole = site.shown()
    const [redo, again] = [site.redoGroup(), site.redoGroup()]
    await site.undo(2, redo)
    const without = site.shown()
    await site.builds.undo(redo, again, new AbortController().signal)
    expect(site.shown()).toBe(whole)
    expect((await site.parts())[1]).toMatchObject({ blocks: 2 })
    await site.builds.undo(again, undefined, new AbortController().signal)
    expect(site.shown()).toBe(without)
    expect((await site.parts())[1]).toMatchObject({ blocks: 0 })
    await site.undo()
    expect(site.shown()).toBe(site.before)
  })

  it('refuses a part that the plan does not have, and changes nothing', async () => {
    const site = await built(planOf(hut))
    const whole = site.shown()
    await expect(site.undo(5)).rejects.toMatchObject({ code: 'PROTOCOL.INVALID_REQUEST' })
    expect(site.shown()).toBe(whole)
  })

  it('is the plan without the part wherever no other part covers it, for any parts in any order', async () => {
    const at = fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 6 }), fc.nat(12))
    const block = fc.constantFrom('minecraft:stone', 'minecraft:glass', 'minecraft:oak_planks', 'minecraft:air')
    const only = fc.option(fc.constantFrom(['minecraft:air'], ['minecraft:stone']), { nil: undefined })
    const part = fc
      .tuple(block, at, at, only)
      .map(([one, from, to, ids]) => ({ ...box(one, from, to), ...(ids && { only: ids }) }))
    const parts = fc.array(part, { minLength: 2, maxLength: 5 })
    await times(8).forAllAsync(parts, fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }), async (all, chosen) => {
      const site = await built(planOf(all))
      const first = (chosen[0] ?? 0) % all.length
      const standing = new Map(site.world.states)
      await site.undo(first + 1)
      const rest = await built(planOf(all.filter((_, index) => index !== first)))
      for (const [key, state] of standing) {
        const now = stateAt(site, key)
        if (now !== state) expect([key, now]).toEqual([key, stateAt(rest, key)])
      }
      for (const index of chosen.slice(1)) await site.undo((index % all.length) + 1)
      expect(await site.undo()).toMatchObject({ left: 0 })
      expect(site.shown()).toBe(site.before)
    })
  })
})
