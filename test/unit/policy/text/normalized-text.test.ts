import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullyNormalized, normalized } from '../../../../src-main/policy/text/normalized-text.js'
import { forAll } from '../../../fixtures/properties.js'

describe('normalized text', () => {
  it('has the same result on the fast and the slow path', () => {
    const plain = fc.string({ unit: fc.constantFrom(...' /A!zZ[]{}~\\\t\n@u0041\u00e9\u0430\uff0f\u200b') })
    forAll(fc.oneof(fc.string(), plain), (text) => {
      expect(normalized(text)).toBe(fullyNormalized(text))
    })
  })

  it.each([
    ['  /OP   Steve ', '/op steve'],
    ['\\u002fop Steve', '/op steve'],
    ['\uff0fop', '/op'],
    ['\u043ep', 'op'],
  ])('%j is %j', (text, expected) => expect(normalized(text)).toBe(expected))

  it('of any character has at most seven', () => {
    for (let point = 0x20; point <= 0x10ffff; point += 1) {
      const text = normalized(String.fromCodePoint(point))
      if (text.length > 7) expect.unreachable(`U+${point.toString(16)} becomes ${text}`)
    }
  })
})
