import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactText, withoutMarkup } from '../../../../src-main/shell/presence/redact-text.js'
import { forAll } from '../../../fixtures/properties.js'

const words = createRedactText((text) => text)

describe('plain text', () => {
  it('is one line without invisible characters, truncated at the given length', () => {
    expect(words('§aHello\n\n\tthere\u202E')).toBe('Hello there')
    forAll(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 200 }), (text, limit) => {
      const plain = words(text, limit)
      expect([...plain].length).toBeLessThanOrEqual(limit)
      expect(plain).not.toMatch(/[\n\r\u202A-\u202E]/u)
    })
  })

  it('is masked before it is truncated, so that no half secret remains', () => {
    const masked = createRedactText((text) => text.replaceAll('play.example.org', '•••'))
    expect(masked('at play.example.org', 12)).toBe('at •••')
  })

  it('contains nothing that a Linux desktop would read as markup', () => {
    expect(withoutMarkup('<a href="http://x">Tom & Jerry</a>', 'linux')).toBe('‹a href="http://x"›Tom ＆ Jerry‹/a›')
    expect(withoutMarkup('1 < 2', 'win32')).toBe('1 < 2')
  })
})
