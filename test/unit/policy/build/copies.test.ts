import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mirrored } from '../../../../src-main/policy/build/turned-state.js'
import { builtBy, planOf } from '../../../fakes/build/plans.js'

const log = { shape: 'box', block: 'minecraft:oak_stairs[facing=east]', from: [1, 0, 0], to: [2, 0, 0] }

describe('copies of a part', () => {
  it('repeats it by its step', () => {
    const plan = planOf([{ ...log, to: [1, 0, 0], repeat: { count: 3, step: [2, 1, 0] } }])
    expect([...builtBy(plan).keys()]).toEqual(['1,0,0', '3,1,0', '5,2,0'])
    expect(plan.parts).toMatchObject([{ most: 3, extent: { min: { x: 1, y: 0, z: 0 }, max: { x: 5, y: 2, z: 0 } } }])
  })

  it('mirrors blocks and their states, at a block or between two', () => {
    expect([...builtBy(planOf([{ ...log, mirror: { x: 3 } }]))]).toEqual([
      ['1,0,0', 'minecraft:oak_stairs[facing=east]'],
      ['2,0,0', 'minecraft:oak_stairs[facing=east]'],
      ['4,0,0', 'minecraft:oak_stairs[facing=west]'],
      ['5,0,0', 'minecraft:oak_stairs[facing=west]'],
    ])
    expect([...builtBy(planOf([{ ...log, mirror: { x: 2.5 } }])).keys()]).toContain('3,0,0')
    expect(builtBy(planOf([{ ...log, mirror: { x: 3, z: 2 } }])).size).toBe(8)
  })

  it('is its own mirror image', () => {
    const small = fc.integer({ min: -6, max: 6 })
    const position = fc.tuple(small, small, small)
    fc.assert(
      fc.property(
        position,
        position,
        fc.integer({ min: -8, max: 8 }),
        fc.constantFrom('x', 'y', 'z'),
        fc.integer({ min: 1, max: 4 }),
        (from, step, doubled, axis, count) => {
          fc.pre(count === 1 || step.some((one) => one !== 0))
          const part = {
            shape: 'box',
            block: 'minecraft:oak_stairs[facing=north,half=top]',
            from,
            to: from,
            repeat: { count, step },
            mirror: { [axis]: doubled / 2 },
          }
          const plain = builtBy(planOf([{ ...part, mirror: {} }]))
          const both = builtBy(planOf([part]))
          const index = ['x', 'y', 'z'].indexOf(axis)
          const wanted = new Map(plain)
          for (const [at, state] of plain) {
            const place = at.split(',').map(Number)
            place[index] = doubled - (place[index] ?? 0)
            wanted.set(place.join(','), mirrored(state, axis as 'x'))
          }
          expect(both).toEqual(wanted)
        },
      ),
      { numRuns: 100 },
    )
  })

  it.each([
    [{ repeat: { count: 1_001, step: [1, 0, 0] } }, 'count` must be a whole number from 1 to 1000'],
    [{ repeat: { count: 1e308, step: [1, 0, 0] } }, 'whole number'],
    [{ repeat: { count: 4, step: [0, 0, 0] } }, 'must move every copy'],
    [{ repeat: { count: 1_000, step: [1, 0, 0] }, mirror: { x: 0 } }, 'At most 1000 parts fit into a plan'],
    [{ repeat: { count: 900, step: [1, 0, 0] } }, 'At most 512 are possible'],
    [{ mirror: { x: 512 } }, 'At most 512 are possible'],
    [{ mirror: { x: 0.3 } }, 'a whole number or a half such as 4.5'],
    [{ mirror: { x: Number.NaN } }, 'a whole number or a half'],
    [{ mirror: 'x' }, '`mirror` must name the middle'],
    [{ mirror: { w: 1 } }, '`mirror` must name the middle'],
    [{ repeat: 4 }, '`repeat` must be, for example'],
  ])('refuses %j', (more, message) => expect(() => planOf([{ ...log, ...more }])).toThrow(message))
})
