import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Axis, mirrored, rotated } from '../../../../src-main/policy/build/turned-state.js'

const values: Readonly<Record<string, readonly string[]>> = {
  facing: ['north', 'east', 'south', 'west', 'up', 'down'],
  axis: ['x', 'y', 'z'],
  half: ['top', 'bottom', 'upper', 'lower'],
  hinge: ['left', 'right'],
  type: ['single', 'left', 'right', 'top', 'bottom', 'double'],
  shape: [
    ...['straight', 'inner_left', 'inner_right', 'outer_left', 'outer_right', 'north_south', 'east_west'],
    ...['ascending_east', 'ascending_west', 'ascending_north', 'ascending_south'],
    ...['south_east', 'south_west', 'north_west', 'north_east'],
  ],
  orientation: ['down_east', 'up_north', 'west_up', 'north_up', 'east_up'],
  face: ['floor', 'wall', 'ceiling'],
  rotation: Array.from({ length: 16 }, (_, turn) => String(turn)),
  waterlogged: ['true', 'false'],
  vertical_direction: ['up', 'down'],
}

const sides = fc.record({
  north: fc.constantFrom('true', 'none', 'low'),
  east: fc.constantFrom('true', 'tall'),
  south: fc.constantFrom('false', 'low'),
  west: fc.constantFrom('false', 'up'),
  up: fc.constantFrom('true', 'false'),
})

const anyState = fc
  .tuple(
    fc.constantFrom('minecraft:oak_stairs', 'minecraft:lantern', 'minecraft:rail', 'mod:thing'),
    fc.oneof(fc.record(mapped(values), { requiredKeys: [] }), sides),
  )
  .map(([id, states]) => {
    const pairs = Object.entries(states).map(([name, value]) => `${name}=${value}`)
    return pairs.length === 0 ? id : `${id}[${pairs.sort().join(',')}]`
  })

function mapped(of: typeof values) {
  return Object.fromEntries(Object.entries(of).map(([name, all]) => [name, fc.constantFrom(...all)]))
}

const anyAxis = fc.constantFrom<Axis>('x', 'y', 'z')

describe('turned state', () => {
  it('is the original after two mirrors', () => {
    fc.assert(fc.property(anyState, anyAxis, (state, axis) => mirrored(mirrored(state, axis), axis) === state))
  })

  it('is the original after four quarter turns', () => {
    fc.assert(fc.property(anyState, (state) => rotated(state, 4) === state))
  })

  it('is the same for both mirrors and for half a turn', () => {
    fc.assert(
      fc.property(anyState, (state) => mirrored(mirrored(state, 'x'), 'z') === rotated(state, 2)),
      { numRuns: 1_000 },
    )
  })

  it.each([
    [
      'minecraft:oak_stairs[facing=east,half=top,shape=inner_left]',
      'x',
      'minecraft:oak_stairs[facing=west,half=top,shape=inner_right]',
    ],
    ['minecraft:oak_stairs[facing=east,half=top]', 'y', 'minecraft:oak_stairs[facing=east,half=bottom]'],
    [
      'minecraft:oak_door[facing=north,half=lower,hinge=left]',
      'x',
      'minecraft:oak_door[facing=north,half=lower,hinge=right]',
    ],
    ['minecraft:rail[shape=south_east]', 'z', 'minecraft:rail[shape=north_east]'],
    ['minecraft:rail[shape=ascending_west]', 'x', 'minecraft:rail[shape=ascending_east]'],
    ['minecraft:oak_sign[rotation=4]', 'x', 'minecraft:oak_sign[rotation=12]'],
    ['minecraft:oak_sign[rotation=3]', 'z', 'minecraft:oak_sign[rotation=5]'],
    ['minecraft:chest[facing=north,type=left]', 'x', 'minecraft:chest[facing=north,type=right]'],
    ['minecraft:oak_slab[type=top]', 'y', 'minecraft:oak_slab[type=bottom]'],
    [
      'minecraft:oak_fence[east=true,north=false,south=false,west=false]',
      'x',
      'minecraft:oak_fence[east=false,north=false,south=false,west=true]',
    ],
    [
      'minecraft:cobblestone_wall[east=low,north=none,south=none,up=true,west=none]',
      'y',
      'minecraft:cobblestone_wall[east=low,north=none,south=none,up=true,west=none]',
    ],
    ['minecraft:lantern[hanging=true]', 'y', 'minecraft:lantern[hanging=false]'],
    ['minecraft:lever[face=floor,facing=north]', 'y', 'minecraft:lever[face=ceiling,facing=north]'],
  ] as const)('mirrors %s along %s', (state, axis, image) => expect(mirrored(state, axis)).toBe(image))

  it.each([
    ['minecraft:oak_stairs[facing=east,shape=inner_left]', 1, 'minecraft:oak_stairs[facing=south,shape=inner_left]'],
    ['minecraft:oak_log[axis=x]', 1, 'minecraft:oak_log[axis=z]'],
    ['minecraft:oak_log[axis=y]', 3, 'minecraft:oak_log[axis=y]'],
    ['minecraft:rail[shape=north_south]', 1, 'minecraft:rail[shape=east_west]'],
    ['minecraft:rail[shape=south_east]', 1, 'minecraft:rail[shape=south_west]'],
    ['minecraft:oak_sign[rotation=14]', 1, 'minecraft:oak_sign[rotation=2]'],
    ['minecraft:crafter[orientation=north_up]', 1, 'minecraft:crafter[orientation=east_up]'],
    [
      'minecraft:vine[east=true,north=false,south=false,up=true,west=false]',
      1,
      'minecraft:vine[east=false,north=false,south=true,up=true,west=false]',
    ],
    ['minecraft:stone', 2, 'minecraft:stone'],
  ] as const)('rotates %s by %s quarter turns', (state, turns, image) => expect(rotated(state, turns)).toBe(image))
})
