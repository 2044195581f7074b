import { bodyBounds, type JsonBounds, jsonExcess } from '@contract/json/json-bounds.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMs } from '../../../fixtures/processor-time.js'
import { forAll } from '../../../fixtures/properties.js'

const none: JsonBounds = { depth: 1e9, values: 1e9, members: 1e9, digits: 1e9, shapes: 1e9 }

/** Values in all, the most members of one list or object, and the levels, counted in the parsed value. */
function measured(value: unknown): { values: number; members: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, members: 0, depth: 0 }
  const below = Object.values(value).map(measured)
  const most = (name: 'members' | 'depth') => Math.max(0, ...below.map((one) => one[name]))
  return {
    values: 1 + below.reduce((sum, one) => sum + one.values, 0),
    members: Math.max(below.length, most('members')),
    depth: 1 + most('depth'),
  }
}

describe('the bounds of a JSON text', () => {
  it('agree with a parser, whatever its strings contain', () =>
    forAll(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const { members, depth } = measured(JSON.parse(text))
      expect(jsonExcess(text, { ...none, depth })).toBeUndefined()
      expect(jsonExcess(text, { ...none, members: Math.max(1, members) })).toBeUndefined()
      if (depth > 0) expect(jsonExcess(text, { ...none, depth: depth - 1 })).toBe('too-deep')
      if (members > 1) expect(jsonExcess(text, { ...none, members: members - 1 })).toBe('too-many-members')
    }))

  it('never count fewer than half of the values, nor more than twice as many', () =>
    forAll(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      const { values } = measured(JSON.parse(text))
      expect(jsonExcess(text, { ...none, values: 2 * values })).toBeUndefined()
      if (values > 3) expect(jsonExcess(text, { ...none, values: Math.floor(values / 2) - 1 })).toBe('too-many')
    }))

  it('reject a number with too many digits, but not digits in a string', () => {
    expect(jsonExcess(`{"a":${'9'.repeat(64)}}`, bodyBounds)).toBeUndefined()
    expect(jsonExcess(`{"a":${'9'.repeat(65)}}`, bodyBounds)).toBe('too-many-digits')
    expect(jsonExcess(`{"a":1e${'0'.repeat(80)}1}`, bodyBounds)).toBe('too-many-digits')
    expect(jsonExcess(`{"a":"${'9'.repeat(1_000)}"}`, bodyBounds)).toBeUndefined()
  })

  it.each(['', '"', '"\\', ']]]]', '}{', '{"a', '\u0000'])('stop at invalid JSON: %j', (text) => {
    expect(jsonExcess(text, bodyBounds)).toBeUndefined()
  })

  it('look at each character once', () => {
    // The least of several: what else this process does is not counted.
    const timeOf = (text: string) =>
      Math.min(
        ...Array.from({ length: 3 }, () => {
          const from = processorMs()
          jsonExcess(text, none)
          return processorMs() - from
        }),
      )
    const quotes = (length: number) => `["${'\\"'.repeat(length)}`
    timeOf(quotes(100_000))
    const [short, long] = [timeOf(quotes(200_000)), timeOf(quotes(1_600_000))]
    expect(long).toBeLessThan(8 * 6 * Math.max(short, 1))
  })
})
