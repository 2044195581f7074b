import { describe, expect, it } from 'vitest'
import { violationsOf } from '../../check/violations.js'

const broken = (schema: object, fair: object) =>
  violationsOf({ type: 'object', properties: { it: schema } }, { it: fair }).map(({ keyword, given }) => [
    keyword,
    given.it,
  ])

describe('violations', () => {
  it.each<[string, object, unknown]>([
    ['minimum', { minimum: 1 }, 0],
    ['maximum', { maximum: 10 }, 11],
    ['exclusiveMinimum', { exclusiveMinimum: 0 }, 0],
    ['exclusiveMaximum', { exclusiveMaximum: 5 }, 5],
    ['minLength', { minLength: 3 }, 'xx'],
    ['maxLength', { maxLength: 2 }, 'xxx'],
    ['pattern', { pattern: '^a+$' }, '\u00a7'],
    ['enum', { enum: ['day', 'night'] }, 'no such choice'],
    ['enum', { type: 'integer', enum: [1, 2] }, 987_654_321],
    ['format', { format: 'uuid' }, 'no such format'],
  ])('break %s, and nothing else', (keyword, schema, value) => {
    expect(broken(schema, {})).toEqual([[keyword, value]])
  })

  it('have an extra member where none is allowed', () => {
    const [found] = violationsOf({ additionalProperties: false }, { a: 1 })
    expect(found).toMatchObject({ keyword: 'additionalProperties', given: { a: 1 } })
    expect(Object.keys(found?.given ?? {})).toHaveLength(2)
  })

  it('change nested members, and name the path', () => {
    const place = { type: 'object', properties: { x: { type: 'number', maximum: 10 } } }
    const schema = { properties: { place }, additionalProperties: true }
    expect(violationsOf(schema, { place: { x: 1, y: 2 } })).toEqual([
      { path: '/place/x', keyword: 'maximum', given: { place: { x: 11, y: 2 } } },
    ])
  })

  it('are skipped when a keyword makes no sense, or would need a huge value', () => {
    expect(broken({ maxLength: 1e9, minimum: 'low', minLength: 0 }, {})).toEqual([])
  })
})
