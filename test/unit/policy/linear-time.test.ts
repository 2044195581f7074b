/** Readers of external text run in linear time (invariant 7). */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactAddresses } from '../../../src-main/policy/redaction/redaction.js'
import { areNumbers } from '../../../src-main/policy/redaction/stream-fields.js'
import { createFinder } from '../../../src-main/policy/redaction/stream-finds.js'
import { createStreamMask } from '../../../src-main/policy/redaction/stream-mask.js'
import { evaluateCondition } from '../../../src-main/policy/risk/risk-tests.js'
import { fitsText } from '../../../src-main/policy/rules/wildcard.js'
import { containsCommand } from '../../../src-main/policy/text/command-words.js'
import { normalized } from '../../../src-main/policy/text/normalized-text.js'
import { reportText } from '../../../src-main/policy/text/report-text.js'
import { findingsIn } from '../../../src-main/policy/text/text-scan.js'
import { fenced } from '../../../src-main/policy/text/untrusted-fence.js'
import { cleanText } from '../../../src-main/policy/text/untrusted-text.js'
import { times } from '../../fixtures/properties.js'

const kinds = new Set(['player', 'address', 'home', 'coordinates', 'secret', 'whisper'] as const)
const find = createFinder(
  { names: ['Steve', 'a b c d'], addresses: ['play.example.org'], homes: ['/home/alex'], user: 'alex' },
  kinds,
)
const risk = (is: 'link' | 'selector' | 'many-names' | 'composed-text' | 'imitation') => (text: string) =>
  evaluateCondition({ at: '/text', is }, { text })

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the scan of a manifest': (text) => findingsIn({ id: 'ext.shop.sell', description: text }),
  'stream-safe mode': find,
  'a list of coordinates': areNumbers,
  'a link in an argument': risk('link'),
  'a selector in an argument': risk('selector'),
  'several names in an argument': risk('many-names'),
  'an imitation in an argument': risk('imitation'),
  'components in an argument': risk('composed-text'),
  'a command in a text': (text) => containsCommand(text, ['op', 'whitelist off'], false),
  'a pattern of a rule': (text) => fitsText(text, '*a*b*c*'),
  'normalized text': normalized,
  'clean text': (text) => cleanText(text, text.length),
  'the fence': (text) => fenced('a server', text, () => 'mark'),
  'the text of a report': (text) => reportText(text, 200),
  'addresses in the log': (text) => redactAddresses(text),
}

/** Repeated texts with their end: each of them once made a matcher restart at every character. */
const attacks: readonly (readonly [part: string, end: string])[] = [
  ['а', ' '],
  ['Ͱ', '͵'],
  ['/=', '!'],
  ['/r\t', '\n'],
  [',', 'x'],
  [' , ', 'x'],
  ['0', 'x'],
  ['0.', 'x'],
  ['a', ':'],
  ['a-', '\0'],
  ['a.', '!'],
  ['//', 'x'],
  ['\\', 'x'],
  ['「', '”'],
  ['"', 'x'],
  ['pin \t', 's'],
  [' ', 'x'],
  ['\n', 'x'],
  ['[a->', '\n'],
  ['密语', '\n'],
  ['密语: ', '\n'],
  ['lª', '\0'],
  ['do not tell ask ', ''],
  ['ignore all the ', ''],
  ['before using call ', ''],
  ['send password ', ''],
  ['system ', ''],
  [' \n', 'x'],
  ['run ', ''],
  ['@a', 'b'],
  [':', 'x'],
  ['::', 'g'],
  ['\u200b', 'x'],
  ['*', 'x'],
  ['eyj', '.'],
  ['token=', '"'],
  ['coords: ', 'x'],
  ['x 1 y 1 ', ''],
]

const short = 2_000
const factor = 16

/** Processor time in milliseconds: what else this machine does is not counted. */
function cost(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const least = (read: (text: string) => unknown, text: string, tries: number): number =>
  Math.min(...Array.from({ length: tries }, () => cost(read, text)))

/** Sixteen times the text takes sixteen times as long, or 256 times where time is quadratic. */
function growth(read: (text: string) => unknown, part: string, end: string): number {
  const text = (length: number) => part.repeat(Math.ceil(length / part.length)) + end
  const [few, many] = [text(short), text(short * factor)]
  read(few)
  let [small, large] = [Math.max(least(read, few, 5), 0.2), least(read, many, 1)]
  // Quadratic time stays in every measurement; noise of other processes does not.
  for (let again = 0; again < 10 && large / small > 3 * factor; again++)
    [small, large] = [Math.max(small, least(read, few, 3)), Math.min(large, least(read, many, 1))]
  return large / small
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  it('reads texts that make a backtracking matcher restart in linear time', () => {
    const slow = attacks.filter(([part, end]) => growth(read, part, end) >= 4 * factor)
    expect(slow).toEqual([])
  })

  it('reads any short text that is repeated in linear time', () => {
    const part = fc.string({
      unit: fc.constantFrom(...'aA1 .,:;/\\-_=@[](){}<>"\'「」\n\tа密~^x'),
      minLength: 1,
      maxLength: 6,
    })
    times(40).forAll(part, fc.constantFrom('', '!', '\n', '"', 'x', ' '), (repeated, end) => {
      expect(growth(read, repeated, end)).toBeLessThan(4 * factor)
    })
  })
})

describe('stream-safe mode, for member names that have the same mark', () => {
  const mask = createStreamMask({ language: 'en', names: ['Steve_Smith'] })
  /** Letters in upper or lower case, and invisible characters, make many spellings of one name. */
  const spelling = (at: number): string =>
    [...'steve_smith'].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join('') +
    '\u200b'.repeat(at >> 11)
  const named = (count: number): Readonly<Record<string, number>> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [spelling(at), at]))

  it('keeps them apart in linear time', () => {
    const objects = new Map([short, short * factor].map((length) => [length, named(length / 4)]))
    expect(growth((text) => mask.value(objects.get(text.length)), 'x', '')).toBeLessThan(4 * factor)
    expect(Object.keys(mask.value(named(2_000))).slice(0, 3)).toEqual(
      ['', ' (2)', ' (3)'].map((copy) => `‹Player A›${copy}`),
    )
    expect(Object.values(mask.value(named(2_000)))).toEqual(Object.values(named(2_000)))
  })
})
