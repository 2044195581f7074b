import { exact, numberIn, numbersInSentences } from '@shared/text/numbers.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

describe('a number that a person reads', () => {
  it.each(['en', 'zh'])('is grouped, with a point and a true minus, in %s', (language) => {
    const write = numberIn(language)
    expect([13_000, -50.5, 900, 0].map(write)).toEqual(['13,000', '\u221250.5', '900', '0'])
  })

  it('has no sign when it is rounded to zero', () => {
    expect([-0, -0.01].map(numberIn('en', { maximumFractionDigits: 1 }))).toEqual(['0', '0'])
    expect(numberIn('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })(-0.01)).toBe('0.0')
  })

  it('has a plus when it is added', () => {
    const added = numberIn('en', { signDisplay: 'exceptZero' })
    expect([64, -64, 0].map(added)).toEqual(['+64', '\u221264', '0'])
  })

  it('is exact where a person decides about it', () => {
    const write = numberIn('en', exact)
    expect([0.1 + 0.2, -1e-7, 1e300].map(write)).toEqual(['0.30000000000000004', '\u22121e\u22127', '1e+300'])
    forAll(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(write(value).replaceAll(',', '').replaceAll('\u2212', '-'))).toBe(value + 0)
    })
  })

  it('has this format in every sentence, and other values are unchanged', () => {
    const { format } = numbersInSentences
    expect(format(1_200, undefined, 'en')).toBe('1,200')
    expect(format('1200', undefined, 'en')).toBe('1200')
    expect(format(undefined)).toBeUndefined()
  })
})
