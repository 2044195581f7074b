import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Float32, Int8, Int16, Int32, parse } from 'nbtify'
import { describe, expect, it } from 'vitest'
import { toSnbt } from '../../../../../src-main/providers/java/folder/snbt.js'
import { fileLimits, type NbtValue, readNbt, readNbtFile } from '../../../../../src-main/providers/minecraft/nbt/nbt.js'
import { NbtError } from '../../../../../src-main/providers/minecraft/nbt/nbt-bounds.js'
import { nbtBytes } from '../../../../fixtures/java-world.js'
import { forAll, forAllAsync, times } from '../../../../fixtures/properties.js'

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const name = fc.string({ maxLength: 8 }).filter((text) => text !== '__proto__')
/** Texts that a command can carry. */
const plainText = fc.string({ maxLength: 12, unit: 'grapheme' }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text))

const { value } = fc.letrec<{ value: unknown; compound: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ min: -128, max: 127 }).map((number) => new Int8(number)),
    fc.integer({ min: -32_768, max: 32_767 }).map((number) => new Int16(number)),
    int32.map((number) => new Int32(number)),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map((number) => new Float32(number)),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    long,
    plainText,
    fc.int8Array({ maxLength: 5 }),
    fc.int32Array({ maxLength: 5 }),
    fc.array(long, { maxLength: 4 }).map((longs) => BigInt64Array.from(longs)),
    fc.array(plainText, { maxLength: 4 }),
    fc.array(tie('compound'), { maxLength: 3 }),
    tie('compound'),
  ),
  compound: fc.dictionary(name, tie('value'), { maxKeys: 4 }).map((entries) => ({ ...entries })),
}))
const compound = fc.dictionary(name, value, { maxKeys: 5 }).map((entries) => ({ ...entries }))

/** Comparable without regard to classes. */
const shown = (one: unknown): string =>
  JSON.stringify(one, (_, inner) => {
    if (typeof inner === 'bigint') return `${inner}L`
    if (inner instanceof Number)
      return `${Object.prototype.toString.call(inner)}${Object.is(inner.valueOf(), -0) ? '-0' : inner.valueOf()}`
    if (ArrayBuffer.isView(inner)) return `${inner.constructor.name} ${inner}`
    return Object.is(inner, -0) ? '-0' : inner
  })

describe('NBT', () => {
  it('is read as a library wrote it, whatever it holds', () =>
    forAllAsync(compound, async (root) => {
      expect(shown(await readNbt(await nbtBytes(root), fileLimits))).toBe(shown(root))
    }))

  it('fails with one kind of error on any bytes', () =>
    times(500).forAllAsync(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const head = Buffer.concat([Buffer.from([10, 0, 0]), bytes])
      await readNbt(head, fileLimits).catch((error) => expect(error).toBeInstanceOf(NbtError))
      await readNbtFile(Buffer.from(bytes)).catch((error) => expect(error).toBeInstanceOf(NbtError))
    }))

  it('fails on a file that is cut off anywhere', async () => {
    const whole = await nbtBytes({ a: new Int32(1), list: ['x', 'y'], longs: BigInt64Array.from([1n, 2n]) })
    for (let size = 0; size < whole.length; size++) {
      await expect(readNbt(whole.subarray(0, size), fileLimits)).rejects.toBeInstanceOf(NbtError)
    }
  })

  const head = [10, 0, 0]
  it.each([
    ['a list of two thousand million nothings', [...head, 9, 0, 0, 0, 127, 255, 255, 255, 0]],
    ['an array that claims two thousand million longs', [...head, 12, 0, 0, 127, 255, 255, 255, 0]],
    ['a negative length', [...head, 7, 0, 0, 255, 255, 255, 255, 0]],
    [
      'lists in lists in lists',
      [...head, 9, 0, 0, ...Array.from({ length: 100_000 }, () => [9, 0, 0, 0, 1]).flat(), 0],
    ],
    ['a name that would change the object', [...head, 8, 0, 9, ...Buffer.from('__proto__'), 0, 0, 0]],
  ])('refuses %s', async (_, bytes) => {
    await expect(readNbt(Uint8Array.from(bytes), fileLimits)).rejects.toBeInstanceOf(NbtError)
  })

  it('stops a file that grows without end when it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(100_000)
    await expect(readNbtFile(bomb)).rejects.toThrow('too large')
  })
})

describe('SNBT', () => {
  it('is read by a library as it was', () =>
    forAll(compound, (root) => {
      const plain = Object.fromEntries(
        Object.entries(root).filter(([key]) => !/[\p{Cc}\p{Cs}]/u.test(key) && key !== ''),
      )
      fc.pre(!shown(plain).includes('"":'))
      expect(shown(parse(toSnbt(plain as NbtValue)))).toBe(shown(plain))
    }))
  it('names each kind of number', () =>
    expect(
      toSnbt({
        a: new Int8(1),
        b: new Int16(2),
        c: new Int32(3),
        d: 4n,
        e: new Float32(0.5),
        f: 6,
        g: BigInt64Array.from([7n]),
        'h i': ['"\\'],
      }),
    ).toBe('{a:1b,b:2s,c:3,d:4l,e:0.5f,f:6.0d,g:[L;7l],"h i":["\\"\\\\"]}'))
  it.each([['a\nb'], ['\u0000'], ['\ud800']])('refuses text that a command cannot carry: %j', (text) =>
    expect(() => toSnbt({ text })).toThrow(NbtError),
  )
  it.each([[Number.NaN], [Number.POSITIVE_INFINITY]])('refuses %s', (number) =>
    expect(() => toSnbt([number])).toThrow(NbtError),
  )
})
