import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BuildPlan, Cells, Extent } from '../../../../src-main/policy/build/plan.js'
import { tileSide } from '../../../../src-main/policy/build/plan.js'
import { volumeOf } from '../../../../src-main/policy/build/plan-volume.js'
import { blocksIn, builtBy, planOf } from '../../../fakes/build/plans.js'

const small = fc.integer({ min: -20, max: 20 })
const position = fc.tuple(small, small, small)
const block = fc.constantFrom('stone', 'minecraft:air', 'oak_stairs[facing=east]', 'glass')
const modifiers = fc.record(
  {
    only: fc.subarray(['minecraft:air', 'minecraft:stone', 'minecraft:dirt'], { minLength: 1 }),
    skipAir: fc.boolean(),
    mirror: fc.record({ x: fc.integer({ min: -5, max: 5 }) }),
    repeat: fc.record({
      count: fc.integer({ min: 1, max: 3 }),
      step: fc.tuple(fc.constant(7), fc.constant(1), fc.constant(-3)),
    }),
  },
  { requiredKeys: [] },
)
const anyPart = fc
  .tuple(
    fc.oneof(
      fc.record({
        shape: fc.constantFrom('box', 'walls', 'floor', 'line'),
        from: position,
        to: position,
      }),
      fc.record({
        shape: fc.constant('sphere'),
        center: position,
        radius: fc.integer({ min: 1, max: 8 }),
        hollow: fc.boolean(),
      }),
      fc.record({
        shape: fc.constant('cylinder'),
        center: position,
        radius: fc.integer({ min: 1, max: 8 }),
        height: fc.integer({ min: 1, max: 8 }),
        hollow: fc.boolean(),
      }),
    ),
    block,
    modifiers,
  )
  .map(([shape, block, more]) => ({ ...shape, block, ...more }))

/** Undefined where the parts are no plan. */
function readable(parts: readonly unknown[]): BuildPlan | undefined {
  try {
    return planOf(parts)
  } catch {
    return undefined
  }
}

const isPlan = (plan: BuildPlan | undefined): plan is BuildPlan => plan !== undefined

const anyPlan = fc
  .array(anyPart, { minLength: 1, maxLength: 8 })
  .map(readable)
  .filter(isPlan)
  .filter((plan) => volumeOf(plan.extent) < 120_000)

/** A world of dirt below stone below air, with a pattern. */
function worldIn(box: Extent): Cells {
  const indices = new Uint16Array(volumeOf(box))
  let index = 0
  for (let y = box.min.y; y <= box.max.y; y++) {
    for (let z = box.min.z; z <= box.max.z; z++) {
      for (let x = box.min.x; x <= box.max.x; x++, index++) indices[index] = y > 0 ? 0 : (x + z + y) % 3 === 0 ? 1 : 2
    }
  }
  return { palette: ['minecraft:cave_air', 'minecraft:stone', 'minecraft:dirt'], indices }
}

/** The order does not matter. */
function expectSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): void {
  expect(one.size).toBe(other.size)
  expect([...one].filter(([at, state]) => other.get(at) !== state)).toEqual([])
}

describe('draw', () => {
  it('draws the same by tiles, by other boxes and as a whole', () => {
    fc.assert(
      fc.property(anyPlan, fc.boolean(), fc.integer({ min: 5, max: 50 }), (plan, hasWorld, cut) => {
        const world = (box: Extent) => (hasWorld ? worldIn(box) : undefined)
        const whole = builtBy(plan, world(plan.extent))
        const byTiles = new Map(plan.tiles.flatMap((tile) => [...blocksIn(plan, tile, world(tile))]))
        expectSame(byTiles, whole)
        const { min, max } = plan.extent
        const halves = [
          { min, max: { ...max, x: Math.min(max.x, min.x + cut) } },
          { min: { ...min, x: min.x + cut + 1 }, max },
        ].filter((box) => box.min.x <= box.max.x)
        expectSame(new Map(halves.flatMap((box) => [...blocksIn(plan, box, world(box))])), whole)
        expect(whole.size).toBeLessThanOrEqual(plan.most)
      }),
      { numRuns: 30 },
    )
  })

  it('leaves out the parts that are not wanted, as if they were not in the plan', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 2, maxLength: 5 }), fc.nat(4), (parts, chosen) => {
        const left = chosen % parts.length
        const [all, rest] = [readable(parts), readable(parts.filter((_, index) => index !== left))]
        fc.pre(all !== undefined && rest !== undefined)
        for (const tile of all.tiles) {
          const { palette, indices } = all.draw(tile, worldIn(tile), (part) => part !== left + 1)
          const other = rest.draw(tile, worldIn(tile))
          expect([...indices].map((one) => palette[one])).toEqual([...other.indices].map((one) => other.palette[one]))
        }
      }),
      { numRuns: 10 },
    )
  })

  it('draws each part over the earlier ones', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 2, maxLength: 5 }), (parts) => {
        const alone = parts.map(({ only: _only, ...part }: Record<string, unknown>) => readable([part])).filter(isPlan)
        const together = readable(parts.map(({ only: _only, ...part }: Record<string, unknown>) => part))
        fc.pre(together !== undefined && alone.length === parts.length && volumeOf(together.extent) < 120_000)
        const overlaid = new Map(alone.flatMap((plan) => [...builtBy(plan)]))
        expectSame(builtBy(together), overlaid)
      }),
      { numRuns: 30 },
    )
  })

  it('has tiles of at most 32,768 blocks that are aligned, apart, and ordered from bottom to top', () => {
    fc.assert(
      fc.property(anyPlan, ({ tiles }) => {
        const keys = tiles.map(({ min }) => [min.y, min.z, min.x].map((one) => Math.floor(one / tileSide)))
        expect(new Set(keys.map(String)).size).toBe(tiles.length)
        expect([...keys].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual(keys)
        for (const { min, max } of tiles) {
          for (const axis of ['x', 'y', 'z'] as const) {
            expect(Math.floor(min[axis] / tileSide)).toBe(Math.floor(max[axis] / tileSide))
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  it('says which part set each block, the last one', () => {
    const line = (from: number, to: number, more: object = {}) => ({
      shape: 'box',
      block: 'stone',
      from: [from, 0, 0],
      to: [to, 0, 0],
      ...more,
    })
    const plan = planOf([line(0, 3), line(2, 5), line(1, 2, { only: ['minecraft:glass'] })])
    const box = { min: { x: -1, y: 0, z: 0 }, max: { x: 6, y: 0, z: 0 } }
    expect([...plan.draw(box).parts]).toEqual([0, 1, 1, 2, 2, 2, 2, 0])
  })

  it('replaces only the named blocks, looking at earlier parts too', () => {
    const row = (block: string, from: number, to: number, only?: string[]) => ({
      shape: 'box',
      block,
      from: [from, 0, 0],
      to: [to, 0, 0],
      ...(only && { only }),
    })
    const plan = planOf([
      row('stone', 0, 1),
      row('glass', 0, 3, ['stone', 'minecraft:dirt']),
      row('lava', 0, 3, ['air']),
    ])
    const before = { palette: ['minecraft:void_air', 'minecraft:dirt'], indices: Uint16Array.of(0, 1, 1, 0) }
    const { palette, indices } = plan.draw(plan.extent, before)
    expect([...indices].map((index) => palette[index])).toEqual([
      'minecraft:glass',
      'minecraft:glass',
      'minecraft:glass',
      'minecraft:lava',
    ])
    expect([...before.indices]).toEqual([0, 1, 1, 0])
    expect(builtBy(plan).size).toBe(2)
  })

  it('rejects a box that is too large or does not fit to what was before', () => {
    const plan = planOf([{ shape: 'box', block: 'stone', from: [0, 0, 0], to: [1, 0, 0] }])
    const huge = { min: { x: 0, y: 0, z: 0 }, max: { x: 511, y: 511, z: 511 } }
    expect(() => plan.draw(huge)).toThrow(RangeError)
    expect(() => plan.draw(plan.extent, { palette: [], indices: new Uint16Array(1) })).toThrow(RangeError)
  })
})
