import { describe, expect, it } from 'vitest'
import { schemaProblem } from '../../../src-main/validation/schema-bounds.js'

const withPattern = (pattern: string) =>
  schemaProblem({ type: 'object', properties: { a: { type: 'string', pattern } } })

const nested = (levels: number): unknown => {
  let schema: object = { type: 'string' }
  for (let level = 0; level < levels; level++) schema = { not: schema }
  return schema
}

describe('a schema', () => {
  it('of ordinary size and depth may be compiled', () => {
    expect(schemaProblem({ type: 'object', properties: { a: { type: 'string' } } })).toBeUndefined()
    expect(schemaProblem(nested(16))).toBeUndefined()
  })

  it('that is too large is refused', () => {
    expect(schemaProblem({ type: 'object', description: 'x'.repeat(65_536) })).toContain('larger')
  })

  it('that is too deep is refused', () => {
    expect(schemaProblem(nested(17))).toContain('deeper')
  })

  it('that is nested a hundred thousand levels deep is refused without a crash', () => {
    const deep: unknown = JSON.parse(`{"type":"object","not":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    expect(schemaProblem(deep)).toEqual(expect.any(String))
  })

  it.each(['https://evil.example/schema.json', 'file:///etc/passwd', 'other.json#/a', '//evil.example/x', ''])(
    'that refers to %j is refused',
    ($ref) => {
      expect(schemaProblem({ type: 'object', properties: { a: { $ref } } })).toContain('outside')
    },
  )

  it('that refers to something that is no text is refused', () => {
    expect(schemaProblem({ type: 'object', properties: { a: { $ref: { x: 1 } } } })).toContain('outside')
  })

  it('that refers within itself may be compiled', () => {
    expect(schemaProblem({ type: 'object', properties: { a: { $ref: '#/definitions/A' } } })).toBeUndefined()
  })

  it('with an overlong pattern is refused', () => {
    expect(withPattern('a'.repeat(257))).toContain('longer')
  })
})

describe('a pattern that linear matching does not support', () => {
  it.each([
    '(a)\\1',
    '(?<x>a)\\k<x>',
    '(?=a)b',
    '(?<!a)b',
    '(',
    'a{,5}',
    '\\_',
    '(?i)a',
    'a{2000}',
    '((a{100}){100}){100}',
  ])('%s is refused', (pattern) => {
    expect(withPattern(pattern)).toContain('not supported')
  })

  it('is refused as a name of properties too', () => {
    expect(schemaProblem({ type: 'object', patternProperties: { '(a)\\1': {} } })).toContain('not supported')
  })
})

it('patterns that take long to compile are refused one by one and together', () => {
  expect(withPattern('a{1000}b{1000}c')).toContain('repeats too much')
  const properties = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`p${at}`, { pattern: `[a-z]{900}${at}` }] as const),
  )
  expect(schemaProblem({ type: 'object', properties })).toContain('repeat too much together')
})

it.each([
  '^[a-zA-Z0-9_]{3,16}$',
  '^mcp\\.(context|action|event)\\.[a-z]+$',
  '^\\d+\\.\\d+\\.\\d+$',
  '^(day|night)$',
  '^#[0-9a-fA-F]{6}$',
  '^minecraft:[a-z_/]+$',
  '^[^()]+$',
  '^\\u0041\\u{42}\\/$',
  // A backtracking engine would take exponential time.
  '(a+)+$',
  '((a|a))*b',
  '(a?){25}a{25}',
  '(x+x+)+y',
  'a*a*a*a*a*a*a*a*a*b',
])('a pattern %s may be used', (pattern) => {
  expect(withPattern(pattern)).toBeUndefined()
})
