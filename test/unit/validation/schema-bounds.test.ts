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

describe('a pattern with super-linear time', () => {
  it.each([
    '(a+)+$',
    '(a*)*$',
    '(?:a+)+$',
    '(a+){2,}$',
    '((a+))+$',
    '((a)+)+$',
    '(([a-z])+.)+[A-Z]([a-z])+$',
    '([a-z]+(x)?)+$',
    '(a|a)*b',
    '((a|a))*b',
    '(a|b|ab)*c',
    '(a?){25}a{25}',
    '(\\d+)*x',
    '([(]a+)+$',
    '(x+x+)+y',
    '(a)\\1',
    '(?<x>a)\\k<x>',
    'a*a*a*a*a*a*a*a*a*b',
  ])('%s is refused', (pattern) => {
    expect(withPattern(pattern)).toContain('for ever')
  })

  it('is refused as a name of properties too', () => {
    expect(schemaProblem({ type: 'object', patternProperties: { '(a+)+$': {} } })).toContain('for ever')
  })
})

describe('an ordinary pattern', () => {
  it.each([
    '^[a-zA-Z0-9_]{3,16}$',
    '^mcp\\.(context|action|event)\\.[a-z]+$',
    '^\\d+\\.\\d+\\.\\d+$',
    '^(day|night)$',
    '^#[0-9a-fA-F]{6}$',
    '^minecraft:[a-z_/]+$',
    '^[^()]+$',
  ])('%s may be used', (pattern) => {
    expect(withPattern(pattern)).toBeUndefined()
  })
})
