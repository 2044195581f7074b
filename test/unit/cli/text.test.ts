import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { painter, printable, terminalText } from '../../../src-main/cli/text.js'

/** Characters that a terminal obeys, or that hide what stands there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b-\u200f]/u
const anything = fc.string({ unit: 'binary', maxLength: 200 })

describe('what a terminal is sent', () => {
  it('holds no character that a terminal obeys, but for our colours', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(terminalText(text)).not.toMatch(obeyed)
      }),
    )
    expect(terminalText('\u001b]0;title\u0007\u001b[2J')).toBe('\\u001b]0;title\\u0007\\u001b[2J')
    const red = painter(true)('red', 'broken')
    expect(terminalText(red)).toBe(red)
  })

  it('is the same JSON as before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anything, (value, text) => {
        const said = { value, text, [text]: 1 }
        expect(JSON.parse(terminalText(JSON.stringify(said)))).toEqual(JSON.parse(JSON.stringify(said)))
      }),
    )
  })

  it('keeps a text of a stranger on its line', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(printable(text)).not.toMatch(/[\n\r]/u)
      }),
    )
    expect(printable('Steve\n     7  2026-01-19T10:30:00Z  approve')).not.toContain('\n')
  })
})
