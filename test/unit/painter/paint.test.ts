import type { Turn } from '@shared/build/build-preview.js'
import { pixelOf } from '@shared/build/pixel-of.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paint, paintLimits } from '../../../src-main/painter/paint.js'
import { decodedPng } from '../../fixtures/decoded-png.js'
import { alone, BuiltScene, painted, pictureSize } from '../../fixtures/scene.js'

const turns = [0, 1, 2, 3] as const
const sky = '#e6eff6'
/** The sum of red, green and blue. */
const brightness = (colour: string): number =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0)

const states = [
  'air',
  'stone',
  'water',
  'glass',
  'oak_fence',
  'oak_stairs[facing=west,half=bottom]',
  'stone_slab[type=top]',
  'torch',
  'short_grass',
  'red_bed[part=head,facing=east]',
  'mod:strange_thing[axis=q]',
]
const side = fc.integer({ min: 1, max: 9 })
const scenes = fc.tuple(side, side, side).chain((size) =>
  fc
    .array(fc.nat({ max: states.length - 1 }), {
      minLength: size[0] * size[1] * size[2],
      maxLength: size[0] * size[1] * size[2],
    })
    .map((indices) => ({
      from: { x: -5, y: 60, z: 7 },
      size: { x: size[0], y: size[1], z: size[2] },
      palette: states,
      indices: Uint16Array.from(indices),
    })),
)
const anyTurn = fc.constantFrom<Turn>(...turns)

describe('a picture', () => {
  it('is a PNG no larger than asked, whatever the scene', () => {
    const pixels = fc.integer({ min: 16, max: 400 })
    fc.assert(
      fc.property(scenes, anyTurn, pixels, pixels, fc.boolean(), (scene, turn, maxWidth, maxHeight, isClear) => {
        const options = { turn, maxWidth, maxHeight, ...(isClear && { background: 'transparent' as const }) }
        const { png, width, height } = paint(scene, options)
        const picture = decodedPng(png)
        expect([picture.width, picture.height]).toEqual([width, height])
        expect(width).toBeLessThanOrEqual(maxWidth)
        expect(height).toBeLessThanOrEqual(maxHeight)
      }),
      { numRuns: 60 },
    )
  })

  it('can be made of any text as a block state, and lies inside its block', () => {
    const names = [
      'oak_stairs',
      'stone_slab',
      'oak_fence',
      'snow',
      'wheat',
      'oak_sign',
      'rail',
      'lever',
      'vine',
      'iron_chain',
      'water',
    ]
    const keys = [
      'facing',
      'half',
      'type',
      'shape',
      'layers',
      'age',
      'rotation',
      'axis',
      'north',
      'up',
      'face',
      'open',
      'waterlogged',
    ]
    const values = fc.oneof(
      fc.constantFrom('north', 'top', 'double', 'x', 'true', '-1', '1e99', 'Infinity'),
      fc.string(),
    )
    const known = fc
      .tuple(fc.constantFrom(...names), fc.dictionary(fc.constantFrom(...keys), values))
      .map(([name, given]) => `minecraft:${name}[${Object.entries(given).map(([key, value]) => `${key}=${value}`)}]`)
    fc.assert(
      fc.property(fc.oneof(known, fc.string({ unit: 'binary' })), anyTurn, (state, turn) => {
        const { width, height, png } = paint(new BuiltScene([1, 1, 1]).set([0, 0, 0], state), {
          turn,
          maxWidth: 64,
          maxHeight: 64,
        })
        const { colourAt } = decodedPng(png)
        // What is outside of the block: the corners of the picture.
        const corners = [
          colourAt(0, 0),
          colourAt(width - 1, 0),
          colourAt(0, height - 1),
          colourAt(width - 1, height - 1),
        ]
        expect(new Set(corners)).toEqual(new Set([sky]))
      }),
    )
  })

  it('has the same camera before and after', () => {
    fc.assert(
      fc.property(scenes, anyTurn, (scene, turn) => {
        const empty = { ...scene, indices: scene.indices.map(() => 0) }
        const [before, after] = [empty, scene].map((one) => paint(one, { turn, maxWidth: 300, maxHeight: 300 }))
        expect({ ...before, png: undefined }).toEqual({ ...after, png: undefined })
      }),
      { numRuns: 20 },
    )
  })

  it('shows a block where pixelOf says, for each turn', () => {
    const places = fc.record({ x: fc.nat({ max: 6 }), y: fc.nat({ max: 4 }), z: fc.nat({ max: 3 }) })
    fc.assert(
      fc.property(places, anyTurn, ({ x, y, z }, turn) => {
        const scene = new BuiltScene([7, 5, 4], [100, -60, -31]).set([x, y, z], 'red_wool')
        const { topOf, at } = painted(scene, { turn, maxWidth: 300, maxHeight: 300 })
        expect(topOf(100 + x, y - 60, z - 31)).toBe('#b5302a')
        // Above it is nothing.
        expect(at(100.5 + x, y - 58, z - 30.5)).toBe(sky)
      }),
      { numRuns: 60 },
    )
  })

  it('is turned clockwise, and begins with a look from the south-east', () => {
    const towards = { east: [1, 0], south: [0, 1], west: [-1, 0], north: [0, -1] } as const
    const scene = new BuiltScene([3, 1, 3]).set([1, 0, 1], 'stone')
    const lowerRight = (['east', 'south', 'west', 'north'] as const).map((direction) => towards[direction])
    for (const turn of turns) {
      const { projection } = paint(scene, { turn, ...pictureSize })
      const [dx, dz] = lowerRight[turn] as readonly [number, number]
      const [middle, moved] = [
        pixelOf(projection, { x: 1.5, y: 0, z: 1.5 }),
        pixelOf(projection, { x: 1.5 + dx, y: 0, z: 1.5 + dz }),
      ]
      expect([moved.x > middle.x, moved.y > middle.y]).toEqual([true, true])
    }
  })

  it('is the same when the camera is turned and when the world is', () => {
    const small = { maxWidth: 300, maxHeight: 300 } as const
    fc.assert(
      fc.property(scenes, (scene) => {
        const { x, y, z } = scene.size
        const palette = scene.palette.filter((state) => !state.includes('facing') && state !== 'short_grass')
        const indices = scene.indices.map((index) => index % palette.length)
        const turned = new Uint16Array(indices.length)
        for (let at = 0; at < indices.length; at++) {
          const [fromX, fromY, fromZ] = [at % x, Math.floor(at / x / z), Math.floor(at / x) % z]
          turned[(fromY * x + (x - 1 - fromX)) * z + fromZ] = indices[at] as number
        }
        const other = { ...scene, size: { x: z, y, z: x }, palette, indices: turned }
        const [camera, world] = [
          paint({ ...scene, palette, indices }, { turn: 1, ...small }),
          paint(other, { turn: 0, ...small }),
        ]
        expect(Buffer.from(camera.png).equals(Buffer.from(world.png))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('does not depend on a block that full blocks hide', () => {
    const small = { turn: 0, maxWidth: 300, maxHeight: 300 } as const
    fc.assert(
      fc.property(scenes, fc.nat({ max: states.length - 1 }), fc.nat(), (scene, other, which) => {
        const { x, y, z } = scene.size
        const indices = scene.indices.map((index) => (index % 4 === 0 ? 0 : 1))
        const isStone = (east: number, up: number, south: number) =>
          east < x && up < y && south < z && indices[(up * z + south) * x + east] === 1
        const hidden = [...indices.keys()].filter((at) => {
          const [east, up, south] = [at % x, Math.floor(at / x / z), Math.floor(at / x) % z]
          return isStone(east + 1, up, south) && isStone(east, up + 1, south) && isStone(east, up, south + 1)
        })
        fc.pre(hidden.length > 0)
        const at = hidden[which % hidden.length] as number
        const [before, after] = [indices, indices.with(at, other)].map((blocks) =>
          Buffer.from(paint({ ...scene, indices: blocks }, small).png),
        ) as [Buffer, Buffer]
        expect(before.equals(after)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('hides what is behind, and shows it from the other side', () => {
    const scene = new BuiltScene([2, 2, 2]).fill([1, 0, 1], [1, 1, 1], 'stone').set([0, 0, 0], 'red_wool')
    const shows = (turn: Turn) => {
      const { bytes } = painted(scene, { turn }).picture
      return Buffer.from(bytes).includes(Buffer.from('b5302a', 'hex'))
    }
    expect([shows(0), shows(2)]).toEqual([false, true])
  })

  it('has a top lighter than the left side, and the right side darkest', () => {
    const { topOf, southOf, eastOf } = alone('stone')
    const [top, left, right] = [topOf(0, 0, 0), southOf(0, 0, 0), eastOf(0, 0, 0)].map(brightness) as [
      number,
      number,
      number,
    ]
    expect(top > left && left > right).toBe(true)
  })

  it('lets the ground shine through water and glass, but not through leaves', () => {
    const over = (state: string, ground: string) =>
      painted(new BuiltScene([3, 2, 3]).fill([0, 0, 0], [2, 0, 2], ground).set([2, 1, 2], state), { turn: 0 })
    const seen = (state: string, height: number) =>
      ['red_wool', 'white_wool'].map((ground) => over(state, ground).at(2.5, height, 2.5))
    expect(new Set(seen('water', 1 + 14 / 16)).size).toBe(2)
    expect(new Set(seen('glass', 2)).size).toBe(2)
    expect(new Set(seen('oak_leaves', 2)).size).toBe(1)
  })

  it('shows the water around what grows in it', () => {
    const lake = () => new BuiltScene([3, 1, 3]).fill([0, 0, 0], [2, 0, 2], 'water')
    const surface = (scene: BuiltScene) => painted(scene, { turn: 0 }).at(1.03, 14 / 16, 1.03)
    expect(surface(lake().set([1, 0, 1], 'kelp'))).toBe(surface(lake()))
    expect(surface(lake().set([1, 0, 1], 'oak_fence[waterlogged=true]'))).toBe(surface(lake()))
  })

  it('has no sides between blocks of water', () => {
    const colours = (width: number) => {
      const { bytes } = painted(new BuiltScene([width, 1, 1]).fill([0, 0, 0], [width - 1, 0, 0], 'water'), {
        turn: 0,
      }).picture
      return new Set(new Uint32Array(bytes.buffer)).size
    }
    expect(colours(4)).toBe(colours(1))
  })

  it('joins a fence to its neighbours where the state does not say', () => {
    const { at } = painted(new BuiltScene([3, 1, 1]).fill([0, 0, 0], [2, 0, 0], 'oak_fence'), { turn: 0 })
    // Between two posts.
    expect(at(1, 15 / 16, 0.5)).not.toBe(sky)
    const single = painted(
      new BuiltScene([3, 1, 1])
        .set([0, 0, 0], 'oak_fence[east=false,north=false]')
        .set([1, 0, 0], 'oak_fence[east=false,north=false]'),
      { turn: 0 },
    )
    expect(single.at(1, 15 / 16, 0.5)).toBe(sky)
  })

  it('draws slabs, carpets and stairs as high as they are', () => {
    expect(alone('stone_slab').at(0.5, 0.5, 0.5)).toBe(alone('stone').topOf(0, 0, 0))
    expect(alone('stone_slab').at(0.1, 1, 0.1)).toBe(sky)
    expect(alone('red_carpet').at(0.5, 1 / 16, 0.5)).toBe(alone('red_wool').topOf(0, 0, 0))
    expect(alone('red_carpet').at(0.1, 0.5, 0.1)).toBe(sky)
    const stairs = alone('stone_stairs[facing=west,half=bottom]')
    expect(stairs.at(0.25, 1, 0.5)).toBe(alone('stone').topOf(0, 0, 0))
    expect(stairs.at(0.75, 0.5, 0.5)).toBe(alone('stone').topOf(0, 0, 0))
  })

  it('can be transparent where nothing is', () => {
    const { picture } = painted(new BuiltScene([1, 1, 1]).set([0, 0, 0], 'stone'), {
      turn: 0,
      background: 'transparent',
    })
    expect(picture.colourAt(0, 0)).toBe('#00000000')
  })

  it('has its exact colours also when there are more than 256', () => {
    const scene = new BuiltScene([20, 1, 20])
    for (let at = 0; at < 400; at++) scene.set([at % 20, 0, Math.floor(at / 20)], `mod:thing_${at}`)
    const { topOf } = painted(scene.set([3, 0, 4], 'red_wool'), { turn: 0 })
    expect(topOf(3, 0, 4)).toBe('#b5302a')
  })

  it('merges blocks of a scene that is too large for it, and shows the highest', () => {
    const scene = new BuiltScene([200, 3, 200])
      .fill([0, 0, 0], [199, 0, 199], 'stone')
      .fill([0, 1, 0], [199, 1, 199], 'red_wool')
    const { projection, at } = painted(scene, { turn: 3, maxWidth: 200, maxHeight: 200 })
    expect(projection.half).toBeLessThan(1)
    const middle = pixelOf(projection, { x: 100, y: 2, z: 100 })
    expect(middle.x).toBeGreaterThan(50)
    expect(at(100, 2, 100)).toBe('#b5302a')
  })

  it('refuses what is not a scene or too large, and says what to change', () => {
    const scene = new BuiltScene([2, 1, 1])
    const options = { turn: 0, ...pictureSize } as const
    const refusals = [
      () => paint({ ...scene, indices: new Uint16Array(3) }, options),
      () => paint({ ...scene, indices: Uint16Array.of(0, 9) }, options),
      () => paint({ ...scene, size: { x: paintLimits.side + 1, y: 1, z: 1 } }, options),
      () => paint({ ...scene, size: { x: Number.NaN, y: 1, z: 1 } }, options),
      () => paint(scene, { ...options, maxWidth: 1 }),
      () => paint(scene, { ...options, maxWidth: 100_000 }),
    ]
    for (const refusal of refusals) {
      expect(refusal).toThrowError(
        expect.objectContaining({ code: 'PROTOCOL.INVALID_REQUEST', suggestion: expect.any(String) }),
      )
    }
  })
})
