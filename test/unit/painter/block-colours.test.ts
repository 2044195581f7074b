import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coloursOf } from '../../../src-main/painter/blocks/block-colours.js'
import { dyes, woods } from '../../../src-main/painter/blocks/colour-facts.js'

type Channels = readonly [red: number, green: number, blue: number]
const channels = (colour: number): Channels => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]
const topOf = (name: string): Channels => channels(coloursOf(name).top)
const sideOf = (name: string): Channels => channels(coloursOf(name).side)
const brightness = ([red, green, blue]: Channels): number => red + green + blue
const distance = (one: Channels, other: Channels): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

describe('colours of blocks', () => {
  it('makes red wool red, green wool green and blue wool blue', () => {
    const strongest = (name: string) => topOf(name).indexOf(Math.max(...topOf(name)))
    expect(['red', 'green', 'blue'].map((dye) => strongest(`${dye}_wool`))).toEqual([0, 1, 2])
    expect(brightness(topOf('white_wool'))).toBeGreaterThan(700)
    expect(brightness(topOf('black_wool'))).toBeLessThan(140)
  })

  it('keeps the colour of a dye in everything that is dyed, and all sixteen apart', () => {
    for (const kind of ['wool', 'concrete', 'carpet', 'bed', 'stained_glass', 'glazed_terracotta', 'shulker_box']) {
      for (const dye of Object.keys(dyes)) {
        const nearest = Object.keys(dyes).sort(
          (a, b) =>
            distance(topOf(`${dye}_${kind}`), topOf(`${a}_wool`)) -
            distance(topOf(`${dye}_${kind}`), topOf(`${b}_wool`)),
        )[0]
        expect([kind, dye, nearest]).toEqual([kind, dye, dye])
      }
    }
  })

  it('knows that a colour can be part of the name', () => {
    expect(topOf('red_sandstone')).not.toEqual(topOf('red_wool'))
    expect(distance(topOf('blue_ice'), topOf('packed_ice'))).toBeLessThan(60)
    expect(topOf('brown_mushroom_block')).not.toEqual(topOf('brown_wool'))
  })

  it('gives what is made of a material its colour', () => {
    for (const name of ['stone_brick_stairs', 'stone_brick_slab', 'stone_brick_wall', 'infested_stone_bricks']) {
      expect(topOf(name)).toEqual(topOf('stone_bricks'))
    }
    for (const wood of Object.keys(woods).filter((wood) => !wood.includes('azalea'))) {
      for (const part of [
        'stairs',
        'slab',
        'fence',
        'fence_gate',
        'door',
        'trapdoor',
        'button',
        'pressure_plate',
        'sign',
      ]) {
        expect(topOf(`${wood}_${part}`)).toEqual(topOf(`${wood}_planks`))
      }
    }
    expect(topOf('waxed_oxidized_cut_copper_stairs')).toEqual(topOf('oxidized_cut_copper'))
    expect(topOf('brick_stairs')).toEqual(topOf('bricks'))
  })

  it('tells bricks of one material from those of another', () => {
    const kinds = [
      'bricks',
      'stone_bricks',
      'nether_bricks',
      'end_stone_bricks',
      'mud_bricks',
      'deepslate_bricks',
      'prismarine_bricks',
    ]
    expect(new Set(kinds.map((kind) => `${topOf(kind)}`)).size).toBe(kinds.length)
    expect(topOf('bricks')[0]).toBeGreaterThan(topOf('bricks')[2] * 2)
  })

  it('gives a log its bark at the sides and its wood at the ends', () => {
    expect(sideOf('oak_log')).toEqual(sideOf('oak_wood'))
    expect(distance(topOf('oak_log'), topOf('oak_planks'))).toBeLessThan(distance(topOf('oak_log'), topOf('oak_wood')))
    expect(topOf('birch_wood')).not.toEqual(topOf('spruce_wood'))
  })

  it('puts an ore into its own stone', () => {
    expect(brightness(topOf('deepslate_diamond_ore'))).toBeLessThan(brightness(topOf('diamond_ore')))
    expect(topOf('nether_gold_ore')).not.toEqual(topOf('gold_ore'))
  })

  it('makes grass green, water blue, sand pale, lava glow', () => {
    const [red, green, blue] = topOf('grass_block')
    expect(green > red && red > blue).toBe(true)
    expect(topOf('water')[2]).toBeGreaterThan(topOf('water')[0] * 2)
    expect(brightness(topOf('sand'))).toBeGreaterThan(560)
    expect(coloursOf('lava').glows).toBe(true)
    expect(coloursOf('water').opacity).toBeLessThan(1)
    expect(coloursOf('glass').opacity).toBeLessThan(1)
    expect(coloursOf('oak_leaves').opacity).toBe(1)
  })

  it('reads what it can from the name of a block of a mod', () => {
    expect(topOf('andesite_casing')).toEqual(topOf('andesite'))
    const [red, green, blue] = topOf('blue_marble_bricks')
    expect(blue > red && blue > green).toBe(true)
    expect(distance(topOf('fir_planks'), topOf('oak_planks'))).toBeLessThan(90)
    const leaves = topOf('fir_leaves')
    expect(leaves[1]).toBeGreaterThan(leaves[2])
  })

  it('gives every other name a colour of its own, the same each time, neither very dark nor very bright', () => {
    expect(topOf('strange_thing')).not.toEqual(topOf('strange_being'))
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(coloursOf(name)).toEqual(coloursOf(name))
        expect(topOf(name).every((channel) => channel >= 0 && channel <= 255)).toBe(true)
      }),
    )
    for (let at = 0; at < 200; at++) {
      const shown = brightness(topOf(`x${at}q`))
      expect([at, shown > 180 && shown < 620]).toEqual([at, true])
    }
  })

  it('is not misled by names that objects of JavaScript have', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'constructor_block', 'hasOwnProperty_stairs']) {
      expect(topOf(name).every((channel) => Number.isInteger(channel))).toBe(true)
    }
  })
})
