import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPlainWords, withoutMarkup } from '../../../src-main/shell/redact-text.js'

const words = createPlainWords((text) => text)

describe('plain words', () => {
  it('are one line without what nobody sees, cut at the given length', () => {
    expect(words('§aHello\n\n\tthere\u202E')).toBe('Hello there')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 200 }), (text, limit) => {
        const plain = words(text, limit)
        expect([...plain].length).toBeLessThanOrEqual(limit)
        expect(plain).not.toMatch(/[\n\r\u202A-\u202E]/u)
      }),
    )
  })

  it('are masked before they are cut, so that half a secret never stays', () => {
    const masked = createPlainWords((text) => text.replaceAll('play.example.org', '•••'))
    expect(masked('at play.example.org', 12)).toBe('at •••')
  })

  it('hold nothing that a Linux desktop would read as markup', () => {
    expect(withoutMarkup('<a href="http://x">Tom & Jerry</a>', 'linux')).toBe('‹a href="http://x"›Tom ＆ Jerry‹/a›')
    expect(withoutMarkup('1 < 2', 'win32')).toBe('1 < 2')
  })
})
