import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanObject,
  cleanText,
  cleanValue,
  defaultLimits,
  withoutInvisible,
} from '../../../../src-main/policy/text/untrusted-text.js'
import { processorMs } from '../../../fixtures/processor-time.js'
import { forAll, times } from '../../../fixtures/properties.js'

/**
 * Written independently of the source: controls but tab and newline, bidi, zero width, tags, lone surrogates, private
 * use, what is no character.
 */
const invisible: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x206f],
  [0xd800, 0xf8ff],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe0001],
  [0xe0020, 0xe007f],
  [0xfdd0, 0xfdef],
  [0xfffe, 0xffff],
  [0x1fffe, 0x1ffff],
  [0xf0000, 0x10ffff],
]
const isDirty = (text: string): boolean =>
  [...text].some((character) => {
    const point = character.codePointAt(0) ?? 0
    return invisible.some(([from, to]) => point >= from && point <= to)
  })
const formatting = /§[0-9a-fk-orx]/iu

const nasty = fc.constantFrom(
  '§',
  'a',
  'A',
  'k',
  '\u200b',
  '\u202e',
  '\u0000',
  '\ud83d',
  '\ude00',
  '😀',
  '\u{e0041}',
  '…',
  '\n',
  '\t',
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: nasty }),
  fc.string({ unit: fc.oneof(nasty, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })) }),
)
const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 8 })

// verifies: promise 9
describe('text from the game', () => {
  it('leaves with no control, bidi or other invisible character', () =>
    times(500).forAll(text, (dirty) => !isDirty(cleanText(dirty))))

  it("leaves with none of Minecraft's formatting codes, however they were hidden", () => {
    fc.assert(
      fc.property(text, (dirty) => !formatting.test(cleanText(dirty))),
      { numRuns: 500, examples: [['§\u200ba'], ['§§aa']] },
    )
  })

  it('is idempotent: cleaning again changes nothing', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (dirty, limit) => {
        const once = cleanText(dirty, limit)
        expect(cleanText(once, limit)).toBe(once)
      }),
      {
        numRuns: 500,
        examples: [
          ['§\u200ba', 9],
          ['§§aa', 9],
        ],
      },
    )
  })

  it('is never longer than its limit', () =>
    forAll(text, fc.integer({ min: 1, max: 40 }), (dirty, limit) => {
      expect([...cleanText(dirty, limit)].length).toBeLessThanOrEqual(limit)
    }))

  it('says with an ellipsis that it was cut', () => {
    expect(cleanText('abcdef', 4)).toBe('abc…')
    expect(cleanText('abcd', 4)).toBe('abcd')
  })

  it('takes bounded time for any length', () => {
    const long = 5_000_000
    for (const dirty of ['\u202e'.repeat(long), '§'.repeat(long), 'a'.repeat(long)]) {
      const began = processorMs()
      expect([...cleanText(dirty, 64)].length).toBeLessThanOrEqual(64)
      expect(processorMs() - began).toBeLessThan(1_000)
    }
  })

  it('is marked as truncated when text follows thousands of invisible characters, and stays idempotent', () => {
    const once = cleanText(`Alex${'\u200b'.repeat(10_000)}Steve`, 64)
    expect(once).toBe('Alex…')
    expect(cleanText(once, 64)).toBe(once)
  })

  it('keeps every word where each letter has a colour and something invisible', () => {
    const words = 'abcdefgh'.repeat(8)
    expect(cleanText([...words].map((letter) => `§a\u200b§l${letter}`).join(''), 64)).toBe(words)
  })

  it('does not break a character in two', () => {
    expect(cleanText('😀😀😀', 2)).toBe('😀…')
  })

  it('keeps words, accents, tabs, lines and right-to-left scripts as they are', () => {
    for (const kept of ['Grüße, 世界\n\tמה נשמע', '§ 5 of the rules', '👩🏽 e\u0301'])
      expect(cleanText(kept)).toBe(kept)
  })
})

describe('a value from the game', () => {
  // verifies: calls-texts
  it('holds no dirty string and no dirty name, anywhere', () =>
    forAll(json, (dirty) => !stringsOf(cleanValue(dirty)).some(isDirty)))

  it('is idempotent: cleaning again changes nothing', () =>
    forAll(json, (dirty) => {
      const once = cleanValue(dirty)
      expect(cleanValue(once)).toEqual(once)
    }))

  it('is never deeper than the limit', () =>
    forAll(json, fc.integer({ min: 1, max: 5 }), (dirty, depth) => {
      expect(depthOf(cleanValue(dirty, { ...defaultLimits, depth }))).toBeLessThanOrEqual(depth)
    }))

  it('ends where it is nested a hundred thousand levels deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(depthOf(cleanValue(deep))).toBe(defaultLimits.depth)
  })

  it('has no more members than the limit', () => {
    const limits = { ...defaultLimits, members: 3 }
    expect(cleanValue([1, 2, 3, 4, 5], limits)).toEqual([1, 2, 3])
    expect(cleanValue({ a: 1, b: 2, c: 3, d: 4 }, limits)).toEqual({ a: 1, b: 2, c: 3 })
  })

  it('never carries a member named __proto__, even one hidden behind invisible characters', () => {
    const dirty = JSON.parse('{"__proto__":{"admin":true},"__pro\\u200bto__":{"admin":true},"kept":1}')
    const clean = cleanObject(dirty)
    expect(Object.keys(clean)).toEqual(['kept'])
    expect((clean as { admin?: boolean }).admin).toBeUndefined()
  })

  it('keeps numbers, booleans and null as they are', () => {
    expect(cleanValue({ x: 1.5, y: false, z: null })).toEqual({ x: 1.5, y: false, z: null })
  })
})

const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(stringsOf)]
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('clean text', () => {
  it('is not copied, and other text is copied without changing the original', () => {
    const clean = { players: [{ name: 'Steve' }], online: 1 }
    expect(cleanValue(clean)).toBe(clean)
    const named = { name: 'Al\u202eex' }
    const dirty = { players: [{ name: 'Steve' }, named], online: 1 }
    const cleaned = cleanValue(dirty) as typeof dirty
    expect(cleaned).toEqual({ players: [{ name: 'Steve' }, { name: 'Alex' }], online: 1 })
    expect([cleaned.players[0] === dirty.players[0], named.name]).toEqual([true, 'Al\u202eex'])
  })

  it('includes printable ASCII, which the slow path leaves unchanged too', () =>
    forAll(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(cleanText(text)).toBe(withoutInvisible(text))
    }))
})
