import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fencedData, literalText, modelText, quoted } from '../../../../src-main/policy/text/model-text.js'
import { plainName } from '../../../../src-main/policy/text/untrusted-text.js'
import { forAll } from '../../../fixtures/properties.js'

describe('text that a model reads', () => {
  it('rejects a plain string', () => {
    const name: string = 'Steve'
    // @ts-expect-error: only what one of the functions made
    modelText`Hello ${name}`
    // @ts-expect-error: only literals of the source
    literalText(name)
    expect(modelText`Hello ${quoted(name)}, ${3} times`).toBe('Hello "Steve", 3 times')
  })

  it('contains an external name on one line, in quotes that it cannot end', () =>
    forAll(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const said = quoted(text)
      expect(said).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b-\u200f]/u)
      const inside: unknown = JSON.parse(said)
      expect([...String(inside)].length).toBeLessThanOrEqual(64)
    }))

  it('contains an external text between delimiters that do not occur in it', () =>
    forAll(fc.string({ maxLength: 200 }), fc.array(fc.string({ minLength: 4 }), { minLength: 1 }), (text, marks) => {
      const made = [...marks.map((mark) => (text.includes(mark) ? mark : `${mark}!`)), 'the-last-mark']
      const fence = fencedData(literalText('test'), text, () => made.shift() ?? 'none')
      const [, begin = ''] = /^--- begin (.*) ---$/mu.exec(fence) ?? []
      expect(text.includes(begin) && begin !== '').toBe(false)
    }))
})

it('a plain name is one normalized line without invisible characters, and does not change when it is made plain again', () => {
  expect(plainName('Sur\nvi\u202eval\u200b\u0007  ')).toBe('Sur vival')
  expect(plainName('e\u0301')).toBe('\u00e9')
  forAll(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
    const once = plainName(text)
    expect(plainName(once)).toBe(once)
    expect([...once].length).toBeLessThanOrEqual(64)
  })
})
