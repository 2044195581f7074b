import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imitationIn } from '../../../../src-main/policy/text/imitation.js'
import attacks from '../../../fixtures/imitations.json' with { type: 'json' }
import { processorMs } from '../../../fixtures/processor-time.js'
import { forAll } from '../../../fixtures/properties.js'

const { imitations, harmless } = attacks

describe('a text that imitates Gatehouse', () => {
  it.each([...imitations, `scoreboard players set @a[name=${'x'.repeat(300)},tag=Owner] gatehouse 4821`])(
    'is recognised: %j',
    (text) => expect(imitationIn(text)).toBeDefined(),
  )

  it.each(harmless)('is not %j', (text) => expect(imitationIn(text)).toBeUndefined())

  it.each([
    ['ok [G\u200batehouse] hi', '[Gatehouse]'],
    ['＃ｌｉｎｋ 4821', '#link'],
    ['请输入 #同意 4821', '#同意'],
  ])('is named in plain letters: %j has %s', (text, found) => expect(imitationIn(text)).toBe(found))

  it('is found however a translation is cut', () => {
    const mark = '[Gatehouse]'
    forAll(fc.uniqueArray(fc.integer({ min: 1, max: mark.length - 1 }), { maxLength: 4 }), (cuts) => {
      const ends = [...cuts.sort((one, other) => one - other), mark.length]
      const parts = ends.map((end, at) => mark.slice(ends[at - 1] ?? 0, end))
      const numbered = { translate: parts.map((_, at) => `%${at + 1}$s`).join(''), with: parts }
      const inOrder = { with: parts.map((text) => ({ text })), translate: parts.map(() => '%s').join('') }
      for (const component of [numbered, inOrder, parts, { text: '', extra: parts }])
        expect(imitationIn(`tellraw @a ${JSON.stringify(component)}`)).toBe('[Gatehouse]')
    })
  })

  it('is found anywhere in the arguments', () => {
    expect(imitationIn({ pages: [{ text: ['ok', '[Gatehouse] hi'] }] })).toBe('[Gatehouse]')
    expect(imitationIn({ playerName: 'Steve', count: 3, nothing: null })).toBeUndefined()
  })

  it('is recognised whatever invisible letters, codes and padding surround it', () => {
    const noise = fc.array(fc.constantFrom('\u200b', '\u2060', '§a', '§l', '\u202e', '\u00ad'), { maxLength: 3 })
    forAll(fc.array(noise, { minLength: 9, maxLength: 9 }), fc.nat(60), (noises, padding) => {
      const word = [...'Gatehouse'].map((letter, at) => `${letter}${noises[at]?.join('')}`).join('')
      expect(imitationIn(`ok${' '.repeat(padding)}[${word}] x`)).toBe('[Gatehouse]')
    })
  })

  it('is found at any depth and in any quotation that the game reads', () => {
    let text = '["[Gate","house]"]'
    for (let quoting = 0; quoting < 4; quoting += 1) {
      text = `${'['.repeat(500)}${JSON.stringify(text)}${']'.repeat(500)}`
      expect(imitationIn(text)).toBe('[Gatehouse]')
    }
  })

  it('is searched in linear time', () => {
    const began = processorMs()
    for (const unit of ['g', 'gate', '[', '"', '#', 'g.a.t.', '\u200b', '{"a":', '#link', 'gatehouse:', 'ﷺ', '㈝'])
      imitationIn(unit.repeat(1_000_000))
    expect(processorMs() - began).toBeLessThan(1_500)
  })
})
