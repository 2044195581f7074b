import type { JsonObject } from '@contract/call.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlan } from '../../../../src-main/policy/build/read-plan.js'
import { coveredFactsOf } from '../../../../src-main/policy/rules/coverage.js'
import { schemaOf } from '../../../../src-main/policy/rules/coverage-schema.js'
import { offeredFor } from '../../../../src-main/policy/rules/scope.js'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { forAll } from '../../../fixtures/properties.js'

const plots: BuildArea = {
  name: 'plots',
  world: 'world',
  from: { x: -50, y: 60, z: -50 },
  to: { x: 50, y: 120, z: 50 },
}
const everywhere: BuildArea = {
  ...plots,
  name: 'all',
  from: { x: -500, y: 0, z: -500 },
  to: { x: 500, y: 200, z: 500 },
}
const manifest = { id: 'ext.java.build' }
const validator = new CapabilityValidator()

const box = (x: number, y: number, z: number, size: number, more: object = {}): JsonObject => ({
  name: 'hut',
  world: 'world',
  origin: [x, y, z],
  parts: [{ shape: 'box', from: [0, 0, 0], to: [size - 1, size - 1, size - 1], block: 'stone' }],
  ...more,
})
const factsFor = (given: JsonObject, areas: readonly BuildArea[] = [everywhere, plots]) =>
  coveredFactsOf(manifest, given, given, areas).narrow
const allows = (facts: readonly ArgumentFact[], given: JsonObject) => validator.isValidFor(schemaOf(facts), given)

describe('a rule about builds inside an area', () => {
  it('names the smallest area around the build and a round number of blocks', () => {
    expect(factsFor(box(0, 64, 0, 9))?.[0]).toEqual({ kind: 'build', at: [], ...plots, world: 'world', blocks: 1_000 })
    expect(factsFor(box(60, 64, 0, 9))?.[0]).toMatchObject({ name: 'all' })
    expect(factsFor(box(498, 64, 0, 9))).toBeUndefined()
    expect(factsFor(box(0, 64, 0, 9), [])).toBeUndefined()
    expect(factsFor(box(0, 64, 0, 9, { world: 'world_nether' }))).toBeUndefined()
  })

  it('covers a build exactly when all of it is inside, in that world, and not larger', () => {
    const facts = factsFor(box(0, 64, 0, 9)) ?? []
    const coordinate = fc.integer({ min: -70, max: 70 })
    const call = fc.record({
      x: coordinate,
      y: fc.integer({ min: 50, max: 130 }),
      z: coordinate,
      size: fc.integer({ min: 1, max: 12 }),
    })
    forAll(call, ({ x, y, z, size }) => {
      const given = box(x, y, z, size)
      const { extent, most } = readPlan(given, { structures: new Map(), sha256: () => '' })
      const isInside = (['x', 'y', 'z'] as const).every(
        (axis) => extent.min[axis] >= plots.from[axis] && extent.max[axis] <= plots.to[axis],
      )
      expect(allows(facts, given)).toBe(isInside && most <= 1_000)
    })
    expect(allows(facts, box(0, 64, 0, 9, { world: 'world_nether' }))).toBe(false)
  })

  it('always covers the request that it was made for, and another place inside', () => {
    forAll(
      fc.record({ x: fc.integer({ min: -50, max: 39 }), size: fc.integer({ min: 1, max: 12 }) }),
      ({ x, size }) => {
        const given = box(x, 64, x, size)
        const facts = factsFor(given) ?? []
        expect([allows(facts, given), allows(facts, box(-50, 60, -50, 1, { name: 'other', reason: 'why' }))]).toEqual([
          true,
          true,
        ])
      },
    )
  })

  it('covers no plan that cannot be read, that has a structure file, or that says more than a plan', () => {
    const facts = factsFor(box(0, 64, 0, 9)) ?? []
    const structure = { parts: [{ shape: 'structure', structure: 'castle-3fa9c2', from: [0, 0, 0] }] }
    for (const more of [
      structure,
      { parts: [] },
      { parts: 'all' },
      { origin: 'here' },
      { silent: true },
      { origin: [0, 64, Number.NaN] },
    ])
      expect(allows(facts, box(0, 64, 0, 9, more))).toBe(false)
    expect(factsFor(box(0, 64, 0, 9, structure))).toBeUndefined()
  })

  it.each([
    'tnt',
    'minecraft:lava',
    'flowing_lava',
    'mob_spawner',
    'unpowered_repeater',
    'oak_door[powered_bit=true]',
    'oak_fence_gate[redstone_signal=3]',
    'water[level=0]',
    'oak_stairs[waterlogged=true]',
    'fire',
    'nether_portal',
    'spawner',
    'infested_stone',
    'tube_coral_fan',
    'redstone_block',
    'create:drill',
    'lever',
    'lever[powered=true]',
    'oak_door[powered=true]',
    'redstone_lamp[lit=true]',
    'sculk_catalyst[power=15]',
    'redstone_wire',
    'repeater',
    'comparator',
    'observer',
    'daylight_detector',
    'stone_button',
    'polished_blackstone_pressure_plate',
    'target',
    'lightning_rod',
    'waxed_oxidized_lightning_rod',
    'detector_rail',
    'tripwire_hook',
    'hopper',
    'sponge',
    'sand',
    'red_sand',
    'suspicious_gravel',
    'lime_concrete_powder',
    'damaged_anvil',
    'dragon_egg',
    'pointed_dripstone',
  ])('covers no plan with %s, whose effects no box and no undo contains', (block) => {
    const facts = factsFor(box(0, 64, 0, 9)) ?? []
    const [stone] = box(0, 64, 0, 2).parts as object[]
    const given = box(0, 64, 0, 2, { parts: [stone, { shape: 'box', from: [0, 0, 0], to: [0, 0, 0], block }] })
    expect([allows(facts, box(0, 64, 0, 2)), allows(facts, given)]).toEqual([true, false])
    expect(factsFor(given)).toBeUndefined()
  })

  it.each([
    'oak_door[powered=false]',
    'furnace[lit=false]',
    'sandstone',
    'red_sandstone',
    'soul_sand',
    'lime_concrete',
  ])('covers %s, which rests and stays where it is', (block) => {
    const part = { shape: 'box', from: [0, 0, 0], to: [0, 0, 0], block }
    expect(factsFor(box(0, 64, 0, 2, { parts: [part] }))).toBeDefined()
  })

  it('covers nothing that opens the border of the area, where water and lava could come through', () => {
    const facts = factsFor(box(0, 64, 0, 9)) ?? []
    const at = (y: number, x: number, part: object) =>
      allows(facts, { ...box(0, 0, 0, 1), origin: [x, y, 0], parts: [{ from: [0, 0, 0], to: [2, 2, 2], ...part }] })
    for (const block of ['air', 'cave_air', 'poppy', 'torch', 'soul_wall_torch', 'powered_rail', 'red_carpet']) {
      const open = { shape: 'box', block }
      expect([at(61, -49, open), at(118, 0, open), at(60, 0, open), at(90, -50, open), at(90, 48, open)]).toEqual([
        ...[true, false, false, false, false],
      ])
    }
    const hollow = { shape: 'box', block: 'stone', hollow: true }
    expect([at(60, -50, hollow), at(118, 48, hollow)]).toEqual([true, true])
    for (const shape of ['cylinder', 'pyramid']) {
      const round = { shape, center: [3, 0, 3], radius: 3, height: 4 }
      const size = shape === 'pyramid' ? { to: [4, 2, 4] } : { from: undefined, to: undefined, ...round }
      const open = { shape, block: 'stone', hollow: true, ...size }
      expect([at(61, -50, open), at(60, 0, open), at(60, 0, { ...open, hollow: false })]).toEqual([true, false, true])
    }
    const copied = { shape: 'box', block: 'air', repeat: { count: 2, step: [48, 0, 0] } }
    expect([at(90, -1, copied), at(90, 0, copied)]).toEqual([true, false])
    // The larger area has its border elsewhere.
    const clearing = box(48, 64, 0, 3, { parts: [{ shape: 'box', block: 'air', from: [0, 0, 0], to: [2, 2, 2] }] })
    expect(factsFor(clearing)?.[0]).toMatchObject({ name: 'all' })
    expect(factsFor(clearing, [plots])).toBeUndefined()
  })

  it('opens no border by the air that a build has inside, for any shape and place', () => {
    const facts = factsFor(box(0, 64, 0, 9)) ?? []
    const tools = { structures: new Map(), sha256: () => '' }
    const corner = { min: plots.from, max: { x: -38, y: 72, z: -38 } }
    const part = fc.record({
      shape: fc.constantFrom('box', 'sphere', 'cylinder', 'pyramid', 'walls', 'floor'),
      block: fc.constantFrom('stone', 'air'),
      hollow: fc.boolean(),
      skipAir: fc.boolean(),
      at: fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })),
      size: fc.integer({ min: 1, max: 4 }),
    })
    forAll(part, ({ shape, block, hollow, skipAir, at: [x, y, z], size }) => {
      const corners = { from: [x, y, z], to: [x + size, y + size, z + size] }
      const round = { center: [x + size, y + size, z + size], radius: size }
      const ofShape = {
        ...(shape === 'sphere' ? round : shape === 'cylinder' ? { ...round, height: size } : corners),
        ...(shape !== 'walls' && shape !== 'floor' && { hollow }),
      }
      const given = { ...box(-50, 60, -50, 1), parts: [{ shape, block, skipAir, ...ofShape }] }
      if (!allows(facts, given)) return
      const { palette, indices, parts } = readPlan(given, tools).draw(corner)
      const isAtBorder = (index: number) => index < 13 * 13 || index % (13 * 13) < 13 || index % 13 === 0
      const opens = (set: number, index: number) =>
        set > 0 && isAtBorder(index) && palette[indices[index] ?? 0] === 'minecraft:air'
      expect(parts.some(opens)).toBe(false)
    })
  })

  it('sees water that the states of a part pour', () => {
    const part = { shape: 'box', from: [0, 0, 0], to: [0, 0, 0], block: 'oak_slab', states: { waterlogged: true } }
    expect(factsFor(box(0, 64, 0, 2, { parts: [part] }))).toBeUndefined()
    expect(factsFor(box(0, 64, 0, 2, { parts: [{ ...part, states: { waterlogged: false } }] }))).toBeDefined()
  })

  it('counts every part of a plan that hides a large one behind a small one', () => {
    const facts = factsFor(box(0, 64, 0, 9)) ?? []
    const [small] = box(0, 64, 0, 2).parts as object[]
    const repeated = { ...small, repeat: { count: 500, step: [0, 0, 0] } }
    expect(allows(facts, box(0, 64, 0, 2, { parts: [small, repeated] }))).toBe(false)
  })
})

it('a build is approved once, and longer only inside an area; never anywhere', () => {
  const offer = (given: JsonObject, areas: readonly BuildArea[]) => {
    const facts = coveredFactsOf(manifest, given, given, areas)
    return offeredFor({ risk: 'high', needed: 1, eachTime: false, facts, runsCommands: false, builds: true }).approve
  }
  expect(offer(box(0, 64, 0, 9), [])).toEqual({ durations: ['once'], coverages: [{ id: 'exactly' }] })
  const { durations, coverages } = offer(box(0, 64, 0, 9), [plots])
  expect(durations).toContain('always')
  expect(coverages.map(({ id }) => id)).toEqual(['exactly', 'narrow'])
})

it('a build with a secret in its words makes no facts that are stored', () => {
  const given = box(0, 64, 0, 9, { reason: 'token=secret' })
  expect(coveredFactsOf(manifest, given, box(0, 64, 0, 9, { reason: 'token=***' }), [plots])).toEqual({})
})
