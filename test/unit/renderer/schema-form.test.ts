import { coreCatalogue } from '@contract/core-catalogue.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { draftOf, filledOf } from '../../../src-renderer/features/capabilities/form/draft.js'
import { fieldOf } from '../../../src-renderer/features/capabilities/form/field.js'
import { pathsOf, placed, problemText } from '../../../src-renderer/features/capabilities/form/problems.js'
import { tableOf } from '../../../src-renderer/features/capabilities/schema-rows.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'

const core = [...coreCatalogue.values()]
const through = (schema: object, value: unknown) => {
  const field = fieldOf(schema)
  return filledOf(field, draftOf(field, value, true), true)
}

const odd = {
  type: 'object',
  required: ['target'],
  properties: {
    target: { oneOf: [{ type: 'string' }, { type: 'object', required: ['x'], properties: { x: { type: 'number' } } }] },
    mode: { enum: ['a', 2, null, { deep: true }] },
    flag: { type: 'boolean' },
    list: {
      type: 'array',
      items: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
    },
    where: { $ref: '#/$defs/place' },
    value: { type: ['boolean', 'integer', 'string'] },
    free: {},
  },
  $defs: { place: { type: 'object', properties: { x: { type: 'number' }, up: { $ref: '#/$defs/place' } } } },
}

describe('a form made from a schema', () => {
  it('returns each example of the core catalogue unchanged', () => {
    for (const { id, parameters = {}, examples = [] } of core) {
      for (const example of examples) {
        expect([id, through(parameters, example.parameters)]).toEqual([id, { value: example.parameters, problems: [] }])
      }
    }
  })

  it('returns values without a field unchanged', () => {
    const target = fc.oneof(fc.string(), fc.record({ x: fc.integer(), more: fc.jsonValue() }))
    const values = fc.record(
      {
        target,
        mode: fc.constantFrom('a', 2, null, { deep: true }),
        flag: fc.boolean(),
        list: fc.array(fc.record({ n: fc.integer() }), { minLength: 1, maxLength: 3 }),
        where: fc.record({ x: fc.integer(), up: fc.record({ x: fc.integer() }) }),
        value: fc.oneof(fc.boolean(), fc.integer(), fc.string({ minLength: 1 })),
        free: fc.oneof(fc.integer(), fc.boolean(), fc.array(fc.string())),
        beside: fc.string(),
      },
      { requiredKeys: ['target'] },
    )
    fc.assert(
      fc.property(values, (value) => {
        const plain = JSON.parse(JSON.stringify(value))
        expect(through(odd, plain)).toEqual({ value: plain, problems: [] })
      }),
      { numRuns: 200 },
    )
  })

  it('ends soon, and stays small, for any schema', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1), b: deep(levels - 1) } }
    const endless = { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#/properties/b' } } }
    for (const schema of [deep(14), endless, { type: 'object', properties: null, oneOf: 7 }, null, 'text']) {
      const field = fieldOf(schema)
      expect(JSON.stringify(draftOf(field, undefined, true)).length).toBeLessThan(100_000)
      expect(tableOf(schema).rows.length).toBeLessThanOrEqual(300)
    }
    fc.assert(fc.property(fc.jsonValue(), (schema) => void [fieldOf(schema), tableOf(schema)]))
  })

  it('reports unreadable input at once, and leaves validation to the gateway', () => {
    const field = fieldOf({ type: 'object', properties: { n: { type: 'integer', minimum: 3 }, free: {} } })
    const draft = draftOf(field, { n: 1 }, true)
    expect(filledOf(field, draft, true)).toEqual({ value: { n: 1 }, problems: [] })
    if (draft.kind !== 'object') throw new Error('It is an object.')
    const typed = (text: string) => ({ kind: 'typed', text }) as const
    const wrong = { ...draft, members: { n: typed('many'), free: typed('{') } }
    expect(filledOf(field, wrong, true).problems).toMatchObject([{ path: '/n' }, { path: '/free', expected: 'JSON' }])
  })
})

describe('a validation error of the gateway', () => {
  const validator = new CapabilityValidator()
  const manifest = coreCatalogue.get('player.teleport')
  if (!manifest) throw new Error('There is no teleport.')
  const given = { playerName: '', location: { world: 'world', x: 'far', y: 64 }, unknown: 1 }
  const checked = validator.checkArguments(manifest, given)
  const problems = checked.ok ? [] : checked.problems
  const field = fieldOf(manifest.parameters)

  it('is shown at the field to correct, or above all fields', () => {
    const at = placed(problems, pathsOf(field, draftOf(field, given, true)))
    expect([...at.keys()].sort()).toEqual(['', '/location/x', '/location/z', '/playerName'])
  })

  it('is shown in the language of the screen', () => {
    const zh = i18n.getFixedT('zh')
    const words = problems.map((problem) => problemText(problem, (key, options) => String(zh(key, options ?? {}))))
    expect(words.length).toBeGreaterThan(3)
    for (const said of words) expect(said).toMatch(/[\u4e00-\u9fff]/u)
  })
})

describe('a schema as a table', () => {
  it('has members below what holds them, with bounds, choices and what is required', () => {
    const { rows, cut } = tableOf(coreCatalogue.get('player.teleport')?.parameters)
    expect(cut).toBe(false)
    expect(rows.find(({ path }) => path === '/location/x')).toMatchObject({
      depth: 1,
      required: true,
      types: ['number'],
      range: { of: 'value' },
    })
    const weather = tableOf(coreCatalogue.get('world.weather.set')?.parameters).rows
    expect(weather.find(({ name }) => name === 'weather')?.choices).toEqual(['"clear"', '"rain"', '"thunder"'])
  })
})
