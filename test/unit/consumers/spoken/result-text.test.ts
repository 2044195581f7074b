import { xiaozhiLimits } from '@shared/features/xiaozhi.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, fitted, serviceText, textOf } from '../../../../src-main/consumers/spoken/result-text.js'
import { voiceTranslator } from '../../../../src-main/consumers/xiaozhi/voice-texts.js'
import { fenced } from '../../../../src-main/policy/text/untrusted-fence.js'
import { forAll } from '../../../fixtures/properties.js'

const en = voiceTranslator('en')

describe('the result of a service without content', () => {
  const structuredContent = { accounts: ['a1', 'b2'] }

  it.each([
    ['no content', { structuredContent }],
    ['empty content', { content: [], structuredContent }],
    ['an empty text', { content: [{ type: 'text', text: '' }], structuredContent }],
    ['an error', { content: [], isError: true, structuredContent }],
  ])('is its structured data: %s', (_what, result) => {
    const text = serviceText({ result }, en)
    expect(text).toContain('"a1"')
    expect(text.startsWith('isError' in result ? 'It failed' : 'Done.')).toBe(true)
  })

  it('is a plain text where the service sent one, and only then nothing more than done', () => {
    expect(serviceText({ result: { content: 'plain text' } }, en)).toContain('plain text')
    expect(serviceText({ result: { content: [] } }, en)).toBe('Done.')
  })
})

describe('voice text', () => {
  it('leaves a text that fits as it is', () => {
    expect(fitted('It is noon.', 1_024, en)).toEqual({ text: 'It is noon.', isCut: false })
  })

  it('cuts at a character, with a mark, and never gets longer than the limit', () => {
    const language = fc.constantFrom('en' as const, 'zh' as const)
    const limit = fc.integer({ min: xiaozhiLimits.resultBytes.least, max: 2_000 })
    forAll(fc.string({ unit: 'binary', maxLength: 3_000 }), limit, language, (given, bytes, spoken) => {
      const words = voiceTranslator(spoken)
      const whole = Buffer.from(given).toString()
      const { text, isCut } = fitted(whole, bytes, words)
      expect(bytesOf(text)).toBeLessThanOrEqual(bytes)
      expect(Buffer.from(text).toString()).toBe(text)
      if (!isCut || text === words('tooLong')) return
      expect(text.endsWith(words('cut'))).toBe(true)
      const begin = text.slice(0, -words('cut').length)
      expect([whole, `${words('result')} ${whole}`].some((one) => one.startsWith(begin))).toBe(true)
    })
  })

  it('is never JSON with an action that a device service would execute', () =>
    forAll(fc.json(), fc.constantFrom('', ' ', '\n\t'), (json, space) => {
      const text = `${space}{"action":"reboot","more":${json}}`
      expect(() => JSON.parse(fitted(text, 10_240, en).text)).toThrow(SyntaxError)
    }))

  it('closes the fence of a text that it truncates', () => {
    const text = `Players: ${fenced('what the game reported', 'x'.repeat(5_000), () => 'MARK')}`
    const cut = fitted(text, 1_024, en).text
    expect(cut.endsWith('--- end MARK ---')).toBe(true)
    expect(bytesOf(cut)).toBeLessThanOrEqual(1_024)
    const tiny = fitted(
      fenced('what the game reported', 'x'.repeat(5_000), () => 'MARK'.repeat(20)),
      256,
      en,
    )
    expect(tiny.text).toBe('The result is too long for a voice device.')
  })

  const languages = ['en', 'zh'] as const
  const sizes = [100, 256, 1_024]
  const outcomes = [
    ['a failure', true],
    ['a success', false],
  ] as const
  it.each(
    languages.flatMap((language) =>
      sizes.flatMap((size) => outcomes.map((outcome) => [language, size, ...outcome] as const)),
    ),
  )('in %s and %i bytes always reports the outcome of %s', (language, size, _name, isError) => {
    const words = voiceTranslator(language)
    const ended = isError ? words('failed', { reason: '' }).trim() : words('empty')
    const other = isError ? words('empty') : words('failed', { reason: '' }).trim()
    const reported = 'All went well. '.repeat(1_000)
    const relayed = [{ result: { content: [{ type: 'text', text: reported }], isError } }]
    for (const one of isError ? [...relayed, { error: { code: -1, message: reported } }] : relayed) {
      const { text, isCut } = fitted(serviceText(one, words), size, words)
      expect(isCut).toBe(true)
      expect(bytesOf(text)).toBeLessThanOrEqual(size)
      expect(text.startsWith(ended)).toBe(true)
      expect(text).not.toContain(other)
      expect(text).toMatch(size === 100 ? /(too long|结果太长)/u : /\n--- end \S+ ---$/u)
    }
  })

  it('says how a service ended that sent no text', () => {
    expect(serviceText({ result: { content: [], isError: true } }, en)).toBe('It failed.')
    expect(serviceText({ result: {} }, en)).toBe('Done.')
  })

  it('reads every text of a result, and names what it can not show', () => {
    const content = [
      { type: 'text' as const, text: 'One' },
      { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource' as const, resource: { uri: 'file:///a', text: 'Two' } },
    ]
    expect(textOf({ content }, en)).toBe("One\n(image that a voice device can't show)\nTwo")
    expect(textOf({ content: [] }, en)).toBe('Done.')
  })

  it('has texts short enough for the smallest limit', () => {
    for (const language of ['en', 'zh'] as const) {
      const words = voiceTranslator(language)
      expect(bytesOf(words('tooLong'))).toBeLessThan(xiaozhiLimits.resultBytes.least)
    }
  })
})
