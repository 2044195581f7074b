import { describe, expect, it } from 'vitest'
import { plainName, type UntrustedText, untrusted } from '../../../src-main/policy/text/untrusted-text.js'
import { hostileText } from '../../fixtures/hostile-texts.js'
import { forAll } from '../../fixtures/properties.js'

describe('a name that enters', () => {
  it('becomes one line of normalized, visible characters', () => {
    forAll(hostileText, (text) => {
      const name = plainName(untrusted(text))
      expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]{0,64}$/u)
      expect(name).toBe(name.trim())
    })
    expect(plainName(untrusted('Cafe\u0301'))).toBe('Caf\u00e9')
  })

  it('is empty where it is no string', () => {
    for (const value of [undefined, null, 7, {}, ['x']]) expect(plainName(untrusted(value))).toBe('')
  })

  it('cannot be used in a sentence without quoting', () => {
    const name: UntrustedText = untrusted('Steve')
    // @ts-expect-error it is no string
    const refused = (): string => name
    // @ts-expect-error nor can it be used in a template
    const inSentence = (): string => `${name} joined`
    expect([refused, inSentence]).toHaveLength(2)
  })
})
