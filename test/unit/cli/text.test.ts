import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  joined,
  jsonLine,
  ownLines,
  painter,
  printable,
  type TerminalText,
  terminalBytes,
  terminalText,
} from '../../../src-main/cli/text.js'
import { hostileText } from '../../fixtures/hostile-texts.js'
import { forAll } from '../../fixtures/properties.js'

/** Characters that control a terminal, or that hide other text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b-\u200f]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
const colours = /\u001b\[(?:0|31)m/gu

describe('terminal output', () => {
  it('contains no control character and no external line end', () => {
    forAll(hostileText, (text) => {
      for (const sent of [terminalText`name: ${text}.`, printable(text), joined([text, text], ' ')])
        expect(terminalBytes(sent)).not.toMatch(new RegExp(`${obeyed.source}|\\n`, 'u'))
      expect(terminalBytes(ownLines(text))).not.toMatch(obeyed)
    })
    expect(terminalBytes(printable('\u001b]0;title\u0007\u001b[2J'))).toBe('\\u{1b}]0;title\\u{7}\\u{1b}[2J')
  })

  it('has only the colours that a verb chose', () => {
    const paint = painter(true)
    forAll(hostileText, (text) => {
      const sent = terminalBytes(terminalText`${paint('red', text)} ${text}`)
      expect(sent.match(colours)).toEqual(['\u001b[31m', '\u001b[0m'])
      expect(sent.replace(colours, '')).not.toMatch(obeyed)
    })
  })

  it('keeps an escaped text as it is, however often it is nested', () =>
    forAll(hostileText, (text) => {
      const once = terminalText`a ${text} b`
      expect(`${terminalText`${once}`}`).toBe(`${once}`)
      expect(`${joined([once])}`).toBe(`${once}`)
    }))

  it('is the same JSON as before, on one line', () =>
    forAll(fc.jsonValue(), hostileText, (value, text) => {
      const said = { value, text, [text]: 1 }
      const sent = terminalBytes(jsonLine(said))
      expect(sent).not.toContain('\n')
      expect(JSON.parse(sent)).toEqual(JSON.parse(JSON.stringify(said)))
    }))

  it('is no plain string, so output without escaping does not compile', () => {
    const out = (text: TerminalText): string => terminalBytes(text)
    // @ts-expect-error output does not accept a string
    const refused = () => out('Steve')
    expect(refused).toBeDefined()
  })
})
