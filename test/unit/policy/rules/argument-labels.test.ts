import { describe, expect, it } from 'vitest'
import { argumentLabels } from '../../../../src-main/policy/rules/argument-labels.js'

const parameters = {
  type: 'object' as const,
  properties: {
    path: { type: 'string', title: 'File' },
    mode: { oneOf: [{ const: 'w', title: 'Replace it' }, { const: 'a' }] },
    level: { enum: [1, 2], enumNames: ['Low', 'High'] },
    target: { type: 'object', properties: { id: { title: 'Tic\u202eket\n' } } },
    plain: { type: 'string' },
  },
}

describe('argument titles of a schema', () => {
  it('are shown beside their names, also within objects', () => {
    expect(argumentLabels(parameters, { path: '/a', mode: 'w', level: 2, target: { id: 7 }, plain: 'x' })).toEqual({
      path: { title: 'File' },
      mode: { chosen: 'Replace it' },
      level: { chosen: 'High' },
      'target.id': { title: 'Ticket' },
    })
  })

  it('are empty where the schema has no titles, or none for the given arguments', () => {
    expect(argumentLabels(undefined, { path: '/a' })).toBeUndefined()
    expect(argumentLabels(parameters, { plain: 'x', mode: 'a', other: 1 })).toBeUndefined()
    expect(argumentLabels({ type: 'object', properties: { a: { title: '\u200b' } } }, { a: 1 })).toBeUndefined()
  })

  it('are bounded', () => {
    const names = Array.from({ length: 100 }, (_, at) => `a${at}`)
    const many = {
      type: 'object' as const,
      properties: Object.fromEntries(names.map((name) => [name, { title: 'x'.repeat(999) }])),
    }
    const labels = argumentLabels(many, Object.fromEntries(names.map((name) => [name, 1]))) ?? {}
    expect(Object.keys(labels)).toHaveLength(32)
    expect(Object.values(labels).every(({ title = '' }) => title.length <= 64)).toBe(true)
  })
})
