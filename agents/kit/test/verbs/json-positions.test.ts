import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionsIn, scan, startOf } from '../../verbs/json-positions.js'

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON with irregular formatting. */
const anyDamaged = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '\\', ' ', '\n', '0', '-', 'e', 't', '\u0000'))
  .map(([json, at, put]) => {
    const cut = at % (json.length + 1)
    return json.slice(0, cut) + put + json.slice(cut + (at % 2))
  })

describe('a scan', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.oneof(anyDamaged, fc.json(), fc.string()), (text) => scan(text).ok === parses(text)),
      { numRuns: 2_000 },
    )
  })

  it('finds the start of every value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        const scanned = scan(text)
        if (!scanned.ok) throw new Error(scanned.problem)
        const look = (part: unknown, pointer: string): void => {
          const rest = text.slice(scanned.starts.get(pointer))
          const first =
            typeof part === 'object' && part !== null ? (Array.isArray(part) ? '[' : '{') : JSON.stringify(part)
          expect(rest.startsWith(first)).toBe(true)
          if (typeof part !== 'object' || part === null) return
          for (const [name, member] of Object.entries(part)) {
            look(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
          }
        }
        look(JSON.parse(text), '')
      }),
      { numRuns: 500 },
    )
  })

  it('says what is expected where a text stops being JSON', () => {
    expect(scan('{"a": }')).toEqual({ ok: false, at: 6, problem: 'a value is expected here' })
    expect(scan('{"a": 1')).toMatchObject({ at: 7, problem: expect.stringContaining('ends where a comma or }') })
    expect(scan("{'a': 1}")).toMatchObject({ at: 1, problem: expect.stringContaining('double quotes') })
    expect(scan('[1,]')).toMatchObject({ at: 3 })
    expect(scan('{} {}')).toMatchObject({ at: 3, problem: 'the end is expected here' })
  })

  it('ends at once on a string that is never closed, however long', () => {
    const text = `["${'a'.repeat(1_000_000)}`
    expect(scan(text)).toMatchObject({ at: 1, problem: 'this string has no end' })
    expect(scan(`["${'\\\\'.repeat(500_000)}\\x"]`)).toMatchObject({ ok: false, at: 1 })
  })

  it('reports duplicate members', () => {
    expect(scan('{"a":{"b":1,"b":2}}')).toMatchObject({ ok: true, repeated: [{ path: '/a/b', at: 12 }] })
  })
})

describe('the start of a pointer', () => {
  it('that does not exist is the start of its parent', () => {
    const scanned = scan('{"a": {"b": 1}}')
    if (!scanned.ok) throw new Error(scanned.problem)
    expect(startOf(scanned.starts, '/a/c/d')).toBe(6)
    expect(startOf(scanned.starts, '/x')).toBe(0)
    expect(startOf(scanned.starts, '/a/b')).toBe(12)
  })
})

describe('a position', () => {
  it('counts lines and columns from one, for any line ending', () => {
    const place = positionsIn('a\nbc\r\nd')
    expect([0, 2, 3, 6, 7].map(place)).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 2, column: 2 },
      { line: 3, column: 1 },
      { line: 3, column: 2 },
    ])
  })
})
