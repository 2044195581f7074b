import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { instructionsOf, PatternEngine, TooMuchWork } from '../../../src-main/validation/pattern-engine.js'
import { manifestOf } from '../../fakes/fake-provider.js'
import { times } from '../../fixtures/properties.js'

const patterns = [
  '^[a-zA-Z0-9_]{3,16}$',
  '^\\d+(?:\\.\\d+){2}$',
  '^(?:day|night)?$',
  '[^a-c]b|c$',
  '^#[0-9a-fA-F]{6}',
  '^minecraft:[a-z_/]+$',
  '\\bop\\b',
  '^\\u0061\\u{62}\\/?$',
  '^\\p{L}+$',
  '(a+)+$',
  '^\\p{Script=Han}+$',
  '^[\\p{sc=Hani}\\p{Script=Latin}_]+$',
  '\\P{Script=Common}',
  '^\\p{Script_Extensions=Han}+$',
  '^[a-z\\p{scx=Hira}]+$',
  '\\P{scx=Kana}',
  '^[\\p{Letter}\\p{gc=Nd}]+$',
  '^\\p{General_Category=Uppercase_Letter}',
  '^\\\\\\p{Other_Punctuation}',
  '\\0|\\cA|\\x41|\\\\k',
]

/** Processor milliseconds. */
function spentIn(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe('the pattern engine', () => {
  it('finds what JavaScript finds', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'abcop:/_.#19 é\n💎漢〇、。〆ーあア𠀀\\A') }),
    )
    times(1_000).forAll(fc.constantFrom(...patterns), text, (source, given) => {
      expect(new PatternEngine().regExp(source, 'u').test(given)).toBe(new RegExp(source, 'u').test(given))
    })
  })

  it('knows what JavaScript knows of the characters that scripts share', () => {
    for (const script of ['Han', 'Hiragana', 'Cyrillic', 'Thai']) {
      const source = `\\p{Script_Extensions=${script}}`
      const engine = new PatternEngine()
      const { test } = engine.regExp(source, 'u')
      for (let at = 0x3000; at < 0x3400; at++) {
        const text = String.fromCodePoint(at)
        expect([at, test(text)]).toEqual([at, new RegExp(source, 'u').test(text)])
      }
    }
  })

  it.each(['\\p{scx=Common}', '[\\P{scx=Han}]', '\\p{Script=Nothing}', '^.{1,1024}$'])(
    'refuses %s by name',
    (source) => {
      expect(instructionsOf(source)).toContain(source)
    },
  )

  it('matches in linear time what a backtracking engine would try for ever', () => {
    const { test } = new PatternEngine().regExp('^(?:a+)+$', 'u')
    expect(spentIn(() => expect(test(`${'a'.repeat(16_000)}!`)).toBe(false))).toBeLessThan(500)
  })

  it.each(['[ab]*a[ab]{250}[^ab]', '(?:[ab]?){200}[ab]{200}[^ab]', '^(?:.*a.{60}){4}[^ab]$'])(
    'ends a check whose pattern %s would run too long',
    (source) => {
      const engine = new PatternEngine()
      const { test } = engine.regExp(source, 'u')
      const text = Array.from({ length: 1_000 }, (_, at) => ((at * at * 7) % 11 < 5 ? 'a' : 'b')).join('')
      const check = () => {
        for (let at = 0; at < 1_000; at++) test(text)
      }
      expect(spentIn(() => expect(check).toThrow(TooMuchWork))).toBeLessThan(2_000)
      engine.renew()
      expect(test('a')).toBe(false)
    },
  )

  it('takes a result with thousands of UUIDs', () => {
    const source = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    const properties = { all: { items: { type: 'string', pattern: source } } }
    const manifest = manifestOf({ returns: { type: 'object', properties } as ObjectSchema })
    const all = new Array(2_500).fill('123e4567-e89b-12d3-a456-426614174000')
    expect(new CapabilityValidator().checkReturns(manifest, { all }).ok).toBe(true)
  })

  it('makes such a value invalid, and other values of the schema stay valid', () => {
    const validator = new CapabilityValidator()
    const properties = { all: { items: { type: 'string', pattern: '[ab]*a[ab]{251}$' } } }
    const manifest = manifestOf({ returns: { type: 'object', properties } as ObjectSchema })
    const text = 'ab'.repeat(300)
    expect(validator.checkReturns(manifest, { all: [text] }).ok).toBe(true)
    expect(validator.checkReturns(manifest, { all: new Array(400).fill(text) })).toMatchObject({
      problems: [{ expected: expect.stringContaining('too long') }],
    })
  })
})
