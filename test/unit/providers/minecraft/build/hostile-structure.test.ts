import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Int16, Int32 } from 'nbtify'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../../../../src-main/contract/gateway-error.js'
import { planLimits } from '../../../../../src-main/policy/build/plan.js'
import { readStructure } from '../../../../../src-main/providers/minecraft/build/structure-file.js'
import { nbtBytes } from '../../../../fixtures/java-world.js'
import { times } from '../../../../fixtures/properties.js'

const fixtures = path.join(import.meta.dirname, '../../../../fixtures/structures')

const sponge = (more: object) => ({
  Version: new Int32(2),
  Width: new Int16(2),
  Height: new Int16(1),
  Length: new Int16(2),
  Palette: { 'minecraft:stone': new Int32(0), 'minecraft:glass': new Int32(1) },
  BlockData: Int8Array.of(0, 1, 1, 0),
  ...more,
})
const region = (more: object) => ({
  Regions: {
    a: {
      Position: { x: new Int32(0), y: new Int32(0), z: new Int32(0) },
      Size: { x: new Int32(2), y: new Int32(1), z: new Int32(-2) },
      BlockStatePalette: [{ Name: 'minecraft:stone' }, { Name: 'minecraft:glass' }],
      BlockStates: BigInt64Array.of(0b01000100n),
      ...more,
    },
  },
})
const template = (more: object) => ({
  size: [2, 1, 2].map((side) => new Int32(side)),
  palette: [{ Name: 'minecraft:stone' }],
  blocks: [{ state: new Int32(0), pos: [1, 0, 1].map((one) => new Int32(one)) }],
  ...more,
})
const read = async (root: object) => readStructure(await nbtBytes(root))
const whyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'read',
    (error) => (error instanceof GatewayError ? error.details?.why : error),
  )

const side = (value: number) => new Int32(value)
const at = (...position: number[]) => [{ state: new Int32(0), pos: position.map((one) => new Int32(one)) }]

describe('a hostile structure file', () => {
  it('is compared with files that are read', async () => {
    expect((await read(sponge({}))).blocks).toBe(4)
    expect((await read(region({}))).blocks).toBe(4)
    expect((await read(template({}))).blocks).toBe(1)
  })

  it.each([
    ['a number that is not in the palette', sponge({ BlockData: Int8Array.of(0, 1, 2, 0) })],
    ['a varint without an end', sponge({ BlockData: Int8Array.of(0, 1, -1, -1) })],
    ['a varint of six bytes', sponge({ BlockData: Int8Array.of(-128, -128, -128, -128, -128, 0, 0, 0, 0) })],
    ['fewer blocks than its size', sponge({ BlockData: Int8Array.of(0, 1) })],
    ['more blocks than its size', sponge({ BlockData: Int8Array.of(0, 1, 1, 0, 0) })],
    ['no size', sponge({ Width: new Int16(0) })],
    ['a palette with a huge number', sponge({ Palette: { 'minecraft:stone': new Int32(2 ** 31 - 1) } })],
    ['a palette with a negative number', sponge({ Palette: { 'minecraft:stone': new Int32(-1) } })],
    ['a block that is a command', sponge({ Palette: { 'minecraft:stone run op me': new Int32(0) } })],
    ['a block with data', sponge({ Palette: { 'minecraft:chest[facing=east]{Items:[]}': new Int32(0) } })],
    ['a state of two values', sponge({ Palette: { 'minecraft:chest[a=b=c]': new Int32(0) } })],
    ['a region without blocks', region({ BlockStates: new BigInt64Array(0) })],
    ['a region of another length', region({ BlockStates: new BigInt64Array(9) })],
    ['a region without a palette', region({ BlockStatePalette: [] })],
    ['a number that is not in the palette of a region', region({ BlockStates: BigInt64Array.of(0b11000100n) })],
    ['a region without a size', region({ Size: { x: side(0), y: side(1), z: side(1) } })],
    ['no region', { Regions: {} }],
    ['a block outside', template({ blocks: at(2, 0, 0) })],
    ['a block at a negative place', template({ blocks: at(0, -1, 0) })],
    ['a block without a place', template({ blocks: [{ state: new Int32(0) }] })],
    ['a block that is not in the palette', template({ palette: [] })],
  ])('is damaged with %s', async (_what, root) => expect(await whyOf(read(root))).toBe('structure-damaged'))

  it.each([
    ['a side of 65,535', sponge({ Width: new Int16(-1) })],
    [
      'sides that multiply to a billion',
      sponge({ Width: new Int16(512), Height: new Int16(512), Length: new Int16(512) }),
    ],
    [
      'a region far from another',
      region({
        Position: { x: side(0), y: side(0), z: side(0) },
        Size: { x: side(2 ** 31 - 1), y: side(1), z: side(1) },
      }),
    ],
    ['a huge template', template({ size: [2 ** 31 - 1, 1, 1].map(side) })],
    [
      'a palette of 9,000 states',
      template({ palette: Array.from({ length: 9_000 }, (_, index) => ({ Name: `minecraft:b${index}` })) }),
    ],
  ])('is too large with %s', async (_what, root) => expect(await whyOf(read(root))).toBe('structure-too-large'))

  it('is too large when little becomes much', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await whyOf(readStructure(bomb))).toBe('structure-too-large')
    expect(await whyOf(readStructure(Buffer.alloc(17 * 1024 * 1024)))).toBe('structure-too-large')
  })

  it('is unknown when it nests too deeply, ends early or is something else', async () => {
    const deep = Buffer.concat([Buffer.from([10, 0, 0]), Buffer.alloc(6_000, Buffer.from([10, 0, 1, 0x61]))])
    expect(await whyOf(readStructure(deep))).toBe('structure-unknown')
    expect(await whyOf(readStructure(Buffer.alloc(0)))).toBe('structure-unknown')
    expect(await whyOf(readStructure(Buffer.from('PK\u0003\u0004')))).toBe('structure-unknown')
    expect(await whyOf(read({ hello: 'world' }))).toBe('structure-unknown')
    const whole = gunzipSync(readFileSync(path.join(fixtures, 'sponge-2.schem')))
    expect(await whyOf(readStructure(whole.subarray(0, whole.length / 2)))).toBe('structure-unknown')
  })

  it('has no blocks when it has only what is left out', async () => {
    const root = sponge({
      Palette: { 'minecraft:structure_void': new Int32(0), 'minecraft:command_block': new Int32(1) },
    })
    expect(await whyOf(read(root))).toBe('structure-empty')
  })

  it('loses the blocks of operators, which are counted, and nothing else', async () => {
    const palette = { 'minecraft:stone': new Int32(0), 'minecraft:command_block[facing=up]': new Int32(1) }
    expect(await read(sponge({ Palette: palette }))).toMatchObject({
      blocks: 2,
      palette: ['', 'minecraft:stone'],
      omitted: [{ block: 'minecraft:command_block', count: 2 }],
    })
  })

  it.each(['sponge-1.schem', 'sponge-3.schem', 'three-regions.litematic', 'template.nbt'])(
    'is read within the limits or refused with a reason, whatever is changed in it: %s',
    async (name) => {
      const whole = gunzipSync(readFileSync(path.join(fixtures, name)))
      const change = fc.tuple(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 0, max: 255 }))
      await times(150).forAllAsync(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const [index, value] of changes) bytes[index] = value
        try {
          const { size, indices, palette } = await readStructure(bytes)
          expect(indices.length).toBe(size.x * size.y * size.z)
          expect(indices.length).toBeLessThanOrEqual(planLimits.cells)
          expect(indices.every((index) => index < palette.length)).toBe(true)
          for (const state of palette) expect(state).toMatch(/^$|^[a-z0-9_.-]+:[a-z0-9_./-]+(\[[a-z0-9_=,]+\])?$/u)
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error
          expect(error.code).toBe('BUSINESS.OPERATION_FAILED')
        }
      })
    },
  )
})
