import { everyMark } from '@shared/features/stream-mark.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalized } from '../../../../src-main/policy/text/normalized-text.js'
import { processorMs } from '../../../fixtures/processor-time.js'
import { times } from '../../../fixtures/properties.js'
import { maskUnderTest } from './stream-mask-under-test.js'

const mask = maskUnderTest()

describe('stream mask, for any input', () => {
  const filler = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[‹›]/gu, ''))
  const seeds = [
    '203.0.113.77',
    'ws://mc.example.com:8765',
    'Steve_Smith',
    '小明',
    '(98765, 64, -43210)',
    `gh_0a1b2c3d_${'aB3'.repeat(14)}x`,
  ]
  const tricks = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => [...text].join('\u200b'),
    (text) => text.replace(/(?<=.)./u, (letter) => `§a${letter}`),
    (text) => text.replace(/[\d.]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
  )
  const seeded = fc
    .tuple(filler, fc.constantFrom(...seeds.slice(0, -1)), tricks, filler)
    .map(([before, seed, trick, after]) => `${before} ${trick(seed)} ${after}`)
  const anyText = fc.oneof(
    filler,
    seeded,
    seeded.map((text) => JSON.stringify({ text, deeper: JSON.stringify([text]) })),
  )
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      anyText,
      // A longer one may contain the searched text by chance.
      fc.integer({ min: -9_999, max: 9_999 }),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(
      fc.oneof(fc.constantFrom('message', 'location', 'name', 'data', 'x'), anyText),
      tie('value'),
      { maxKeys: 4 },
    ),
  })).value

  const needles = ['203.0.113.77', 'example.com', 'steve_smith', '小明', '98765', '43210']

  it('reveals no seeded secret', () =>
    times(400).forAll(anything, (value) => {
      const masked = normalized(JSON.stringify(mask.value(value)).replace(/\\+u/gu, '\\u').replace(/\\n/gu, '\n'))
      for (const needle of needles) expect(masked.replace(everyMark(), '')).not.toContain(needle)
    }))

  it('changes nothing in a masked text', () => {
    const texts = fc.oneof(
      anyText,
      anything.map((value) => JSON.stringify(value)),
    )
    times(300).forAll(texts, (text) => {
      const once = mask.text(text)
      expect(mask.text(once)).toBe(once)
    })
  })

  it('breaks a forged mark', () => {
    const mark = mask.value('/data/ada')
    const given = { text: `${mark} and Steve_Smith`, [mark]: JSON.stringify([mark]), token: mark }
    const seen = mask.value(given)
    expect(seen).toEqual({
      text: `<${mark.slice(1)} and ‹Player A›`,
      [`<${mark.slice(1)}`]: JSON.stringify([`<${mark.slice(1)}`]),
      token: '‹secret›',
    })
  })

  const shapeOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shapeOf)
    if (typeof value === 'object' && value !== null) return Object.values(value).map(shapeOf)
    return typeof value === 'boolean' || value === null ? value : 'leaf'
  }

  it('keeps the shape', () =>
    times(200).forAll(anything, (value) => void expect(shapeOf(mask.value(value))).toEqual(shapeOf(value))))

  it('does not change its input', () => {
    const given = Object.freeze({ location: Object.freeze({ x: 1 }), text: 'Steve_Smith' })
    mask.value(given)
    expect(given).toEqual({ location: { x: 1 }, text: 'Steve_Smith' })
  })

  it('keeps a member name that looks like a numbered mark apart', () => {
    const given = { '<Player A› (2)': 1, '‹Player A›': 2, '<Player A›': 3, '‹Player A› (3)': 4 }
    expect(Object.values(mask.value(given))).toEqual([1, 2, 3, 4])
  })

  it('is fast enough for a flood', () => {
    const entry = {
      kind: 'game',
      eventId: 'world.block.placed',
      data: { player: 'Bob', type: 'minecraft:stone', location: { x: 1, y: 2, z: 3 } },
    }
    const begun = processorMs()
    for (let i = 0; i < 2_000; i += 1) mask.value({ ...entry, id: `5f2b1c1e-6f0e-4c35-9f1e-${i}` })
    expect(processorMs() - begun).toBeLessThan(4_000)
  })
})
