import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtBy, layerOf, planOf } from '../../../fakes/build/plans.js'

const block = 'minecraft:stone'
const letters = { 'minecraft:stone': '#', 'minecraft:air': 'o' }
const layer = (part: object, y: number) => layerOf(planOf([{ block, ...part }]), y, letters)

/** The blocks of a part, as the definition of the shape says, one block after the other. */
function expectBlocks(part: object, isIn: (x: number, y: number, z: number) => 'block' | 'inside' | undefined) {
  const plan = planOf([{ block, ...part }])
  const built = builtBy(plan)
  const { min, max } = plan.extent
  let count = 0
  for (let y = min.y - 1; y <= max.y + 1; y++) {
    for (let z = min.z - 1; z <= max.z + 1; z++) {
      for (let x = min.x - 1; x <= max.x + 1; x++) {
        const wanted = isIn(x, y, z)
        if (wanted) count++
        const expected = wanted && (wanted === 'block' ? block : 'minecraft:air')
        if (built.get(`${x},${y},${z}`) !== expected) expect.fail(`${x} ${y} ${z} of ${JSON.stringify(part)}`)
      }
    }
  }
  expect(plan.most, JSON.stringify(part)).toBe(count)
}

const anyPosition = fc.tuple(
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: -20, max: 20 }),
)
const near = (from: readonly number[]) =>
  fc.tuple(...from.map((one) => fc.integer({ min: one - 6, max: one + 6 }))) as fc.Arbitrary<[number, number, number]>
const anyCorners = anyPosition.chain((from) => fc.tuple(fc.constant(from), near(from)))
const runs = { numRuns: 60 }

const around = (x: number, y: number, z: number) =>
  [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ].map(([a = 0, b = 0, c = 0]) => [x + a, y + b, z + c] as const)

describe('shapes', () => {
  it('fills a box between any two corners, or only its outside', () => {
    fc.assert(
      fc.property(anyCorners, fc.boolean(), ([from, to], hollow) => {
        const within = (x: number, y: number, z: number) =>
          [x, y, z].every((v, i) => v >= Math.min(from[i] ?? 0, to[i] ?? 0) && v <= Math.max(from[i] ?? 0, to[i] ?? 0))
        expectBlocks({ shape: 'box', from, to, hollow }, (x, y, z) => {
          if (!within(x, y, z)) return undefined
          return hollow && around(x, y, z).every(([a, b, c]) => within(a, b, c)) ? 'inside' : 'block'
        })
      }),
      runs,
    )
  })

  it('draws walls without a floor, and a floor without walls', () => {
    const corners = { from: [0, 0, 0], to: [3, 2, 2] }
    expect(layer({ shape: 'walls', ...corners }, 0)).toBe('####\n#..#\n####')
    expect(layer({ shape: 'walls', ...corners }, 2)).toBe('####\n#..#\n####')
    expect(planOf([{ shape: 'walls', block, ...corners }]).most).toBe(30)
    expect(layer({ shape: 'floor', from: [0, 5, 0], to: [2, 4, 1] }, 4)).toBe('###\n###')
    expect(planOf([{ shape: 'floor', block, from: [0, 5, 0], to: [2, 4, 1] }]).most).toBe(6)
    for (const to of [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
      [1, 0, 1],
      [2, 0, 1],
      [1, 0, 2],
      [0, 0, 4],
    ]) {
      const [x = 0, , z = 0] = to
      const inside = Math.max(0, x - 1) * Math.max(0, z - 1)
      expect(planOf([{ shape: 'walls', block, from: [0, 0, 0], to }]).most).toBe((x + 1) * (z + 1) - inside)
    }
  })

  it('draws a line from end to end without a gap', () => {
    fc.assert(
      fc.property(anyCorners, ([from, to]) => {
        const built = builtBy(planOf([{ shape: 'line', block, from, to }]))
        const steps = Math.max(...from.map((one, axis) => Math.abs(one - (to[axis] ?? 0))))
        return built.size === steps + 1 && built.has(from.join(',')) && built.has(to.join(','))
      }),
      runs,
    )
    expect(layer({ shape: 'line', from: [0, 0, 0], to: [4, 0, 2] }, 0)).toBe('#....\n.##..\n...##')
  })

  it('draws round shapes as their definition says', () => {
    fc.assert(
      fc.property(anyPosition, fc.integer({ min: 1, max: 9 }), fc.boolean(), (center, radius, hollow) => {
        const [cx, cy, cz] = center
        const within = (x: number, y: number, z: number) =>
          (x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2 <= radius * (radius + 1)
        expectBlocks({ shape: 'sphere', center, radius, hollow }, (x, y, z) => {
          if (!within(x, y, z)) return undefined
          return hollow && around(x, y, z).every(([a, b, c]) => within(a, b, c)) ? 'inside' : 'block'
        })
        const inDisc = (x: number, z: number) => within(x, cy, z)
        expectBlocks({ shape: 'cylinder', center, radius, height: 4, hollow }, (x, y, z) => {
          if (y < cy || y > cy + 3 || !inDisc(x, z)) return undefined
          return hollow && around(x, y, z).every(([a, , c]) => inDisc(a, c)) ? 'inside' : 'block'
        })
      }),
      { numRuns: 30 },
    )
    expect(layer({ shape: 'cylinder', center: [0, 0, 0], radius: 3, height: 1, hollow: true }, 0)).toBe(
      ['..###..', '.#ooo#.', '#ooooo#', '#ooooo#', '#ooooo#', '.#ooo#.', '..###..'].join('\n'),
    )
  })

  it('draws a pyramid that ends where it closes, or where it is cut', () => {
    const roof = { shape: 'pyramid', from: [0, 0, 0], to: [4, 20, 6] }
    expect(planOf([{ block, ...roof }]).extent.max.y).toBe(2)
    expect(layer(roof, 1)).toBe('.....\n.###.\n.###.\n.###.\n.###.\n.###.\n.....')
    expect(layer({ ...roof, hollow: true }, 0)).toBe('#####\n#ooo#\n#ooo#\n#ooo#\n#ooo#\n#ooo#\n#####')
    expect(planOf([{ block, ...roof, to: [4, 1, 6] }]).extent.max.y).toBe(1)
    expect(() => planOf([{ block, ...roof, to: [4, 0, 6] }])).toThrow('give `to` the y 2')
  })

  it('draws stairs that face the way up', () => {
    const flight = planOf([{ shape: 'stairs', block: 'oak_stairs', from: [0, 0, 5], to: [2, 3, 2] }])
    expect([...builtBy(flight)].filter(([at]) => at.startsWith('0,'))).toEqual(
      ['0,0,5', '0,1,4', '0,2,3', '0,3,2'].map((at) => [at, 'minecraft:oak_stairs[facing=north]']),
    )
    const down = planOf([
      { shape: 'stairs', block: 'stone_stairs', states: { half: 'top' }, from: [3, 3, 0], to: [0, 0, 0] },
    ])
    expect(builtBy(down).get('1,1,0')).toBe('minecraft:stone_stairs[facing=east,half=top]')
    const slabs = planOf([{ shape: 'stairs', block: 'stone', from: [0, 0, 0], to: [3, 3, 0] }])
    expect(builtBy(slabs).get('1,1,0')).toBe('minecraft:stone')
  })

  it('asks which way stairs climb where both are possible, and says what fits where none is', () => {
    const part = { shape: 'stairs', block: 'oak_stairs', from: [0, 0, 0] }
    expect(() => planOf([{ ...part, to: [3, 3, 3] }])).toThrow('{"facing": "east"} or "south"')
    expect(builtBy(planOf([{ ...part, to: [3, 3, 3], states: { facing: 'south' } }])).get('2,1,1')).toBe(
      'minecraft:oak_stairs[facing=south]',
    )
    expect(() => planOf([{ ...part, to: [3, 5, 2] }])).toThrow('Make x or z change by 5')
    expect(() => planOf([{ ...part, to: [3, 3, 0], states: { facing: 'west' } }])).toThrow('"facing": "east"')
  })

  it('leaves what is there inside a hollow shape that skips air', () => {
    const part = { shape: 'sphere', center: [0, 0, 0], radius: 4, hollow: true, skipAir: true }
    expect(layer(part, 0)).not.toContain('o')
    expect(layer(part, 0)).toContain('#.')
  })
})
