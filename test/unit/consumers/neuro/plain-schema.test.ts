import { coreCatalogue } from '@contract/core-catalogue.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, offeredActions } from '../../../../src-main/consumers/neuro/offered-actions.js'
import { type PlainSchema, plainArguments } from '../../../../src-main/consumers/neuro/plain-schema.js'
import { unsupportedKeywords } from '../../../fakes/neuro/vtuber-model.js'
import { forAll } from '../../../fixtures/properties.js'

/** Every keyword of a schema and its parts; names of properties are none. */
function keywordsOf({ properties, items, ...rest }: PlainSchema): string[] {
  const parts = [...Object.values(properties ?? {}), ...(items ? [items] : [])]
  return [...Object.keys(rest), ...parts.flatMap(keywordsOf)]
}

const argument = (schema: object) => plainArguments({ type: 'object', properties: { a: schema }, required: ['a'] })
const plain = (schema: object) => argument(schema)?.properties?.a

describe('a plain schema', () => {
  it('exists for every core capability, without an unsupported keyword', () => {
    for (const { id, type, parameters } of coreCatalogue.values()) {
      if (type === 'event') continue
      const schema = plainArguments(parameters)
      expect(schema, id).toBeDefined()
      expect(keywordsOf(schema as PlainSchema).filter((keyword) => unsupportedKeywords.has(keyword))).toEqual([])
      expect(schema?.type).toBe('object')
      expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining([...(schema?.required ?? [])]))
    }
  })

  it.each([
    ['null beside a type', { type: ['number', 'null'], minimum: 1 }, { type: 'number', minimum: 1 }],
    ['several simple types, of which text says most', { type: ['boolean', 'integer', 'string'] }, { type: 'string' }],
    ['a fixed value', { const: 5 }, { type: 'number', enum: [5] }],
    ['fixed values in branches', { oneOf: [{ const: 'a' }, { enum: ['b'] }] }, { type: 'string', enum: ['a', 'b'] }],
    ['a type or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }],
    ['one of two simple types', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, { type: 'integer' }],
    ['what only restricts', { type: 'number', not: { const: 0 }, multipleOf: 2 }, { type: 'number' }],
    [
      'a list',
      { type: 'array', items: { type: 'string', title: 'x' }, uniqueItems: true, minItems: 1 },
      { type: 'array', items: { type: 'string' }, minItems: 1 },
    ],
    [
      'a property named like a keyword',
      { properties: { title: { type: 'string' } } },
      { type: 'object', properties: { title: { type: 'string' } } },
    ],
  ])('says %s', (_what, given, expected) => {
    expect(plain(given)).toEqual(expected)
  })

  it.each([
    ['an object with any members', { type: 'object', additionalProperties: true }],
    ['anything', {}],
    [
      'shapes to choose from',
      { oneOf: [{ type: 'object', properties: { x: { type: 'number' } } }, { type: 'string' }] },
    ],
    ['a list of anything', { type: 'array' }],
    ['an unknown definition', { $ref: '#/$defs/none' }],
    ['a definition elsewhere', { $ref: 'https://example.org/schema' }],
    ['only null', { type: 'null' }],
    ['a choice of objects', { enum: [{ a: 1 }] }],
    ['several parts together', { allOf: [{ type: 'string' }, { minLength: 1 }] }],
  ])('cannot say %s: a tool that needs it is left out, an optional argument is', (_what, given) => {
    expect(argument(given)).toBeUndefined()
    expect(plainArguments({ type: 'object', properties: { a: given, b: { type: 'string' } } })).toEqual({
      type: 'object',
      properties: { b: { type: 'string' } },
    })
  })

  it('follows definitions, and gives up where they repeat themselves', () => {
    const $defs = { place: { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] } }
    const at = { $ref: '#/$defs/place' }
    expect(plainArguments({ $defs, properties: { at }, required: ['at'] })?.properties?.at).toEqual($defs.place)
    const endless = { $defs: { tree: { properties: { next: { $ref: '#/$defs/tree' } }, required: ['next'] } } }
    expect(plainArguments({ ...endless, properties: { a: { $ref: '#/$defs/tree' } }, required: ['a'] })).toBeUndefined()
  })

  it.each([
    ['branches', (again: readonly object[]) => ({ anyOf: again })],
    [
      'arguments',
      (again: readonly object[]) => ({ type: 'object', properties: Object.fromEntries(Object.entries(again)) }),
    ],
  ])(
    'reads a bounded part of definitions whose %s multiply with each level, and then leaves the tool out',
    (_what, of) => {
      let reads = 0
      const again = Array.from({ length: 200 }, () => ({
        get $ref() {
          reads++
          if (reads > 100_000) throw new Error('It never ends.')
          return '#/$defs/tree'
        },
      }))
      const root = { type: 'object', $defs: { tree: of(again) }, properties: { a: { $ref: '#/$defs/tree' } } }
      expect(plainArguments(root)).toBeUndefined()
      expect(reads).toBeLessThan(20_000)
    },
  )

  it.each([
    ['choice', { enum: ['x'.repeat(30_000)] }],
    ['name', { type: 'object', properties: { ['x'.repeat(30_000)]: { type: 'string' } } }],
  ])('does not repeat a long %s for each of many references', (_what, long) => {
    const properties = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, { $ref: '#/$defs/long' }]))
    const root = (count: number) => ({ type: 'object', $defs: { long }, properties: properties(count) })
    expect(JSON.stringify(plainArguments(root(1))).length).toBeGreaterThan(30_000)
    expect(plainArguments(root(900))).toBeUndefined()
  })

  it('never has an unsupported keyword, whatever a server sends', () => {
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue(),
        fc.record(
          {
            type: fc.constantFrom('string', 'object', 'array', 'integer', ['string', 'null'], 7),
            properties: fc.dictionary(fc.constantFrom('a', 'title', '__proto__', '$ref'), tie('schema'), {
              maxKeys: 3,
            }),
            items: tie('schema'),
            required: fc.array(fc.constantFrom('a', 'title', 'none')),
            anyOf: fc.array(tie('schema'), { maxLength: 3 }),
            allOf: fc.array(tie('schema'), { maxLength: 2 }),
            $ref: fc.constantFrom('#/$defs/a', '#', 'x'),
            enum: fc.array(fc.jsonValue(), { maxLength: 3 }),
            description: fc.string(),
            pattern: fc.string(),
            minimum: fc.oneof(fc.integer(), fc.string()),
          },
          { requiredKeys: [] },
        ),
      ),
    }))
    forAll(schema, (given) => {
      const result = plainArguments(given)
      if (!result) return
      expect(result.type).toBe('object')
      expect(keywordsOf(result).filter((keyword) => unsupportedKeywords.has(keyword))).toEqual([])
    })
  })
})

describe('offered actions', () => {
  const tool = (name: string, inputSchema: object = { type: 'object', properties: {} }) => ({
    ...{ name, title: name, description: `Does ${name}.` },
    inputSchema: inputSchema as { type: 'object' },
  })

  it('have unique names in lower case, and say what their arguments mean', () => {
    const described = { type: 'object', properties: { a: { type: 'string', description: 'The first.' } } }
    const { actions } = offeredActions([tool('Say.Hello'), tool('say_hello'), tool('SAY HELLO', described)], undefined)
    expect(actions.map(({ name }) => name)).toEqual(['say_hello', 'say_hello_2', 'say_hello_3'])
    expect(actions[0]).not.toHaveProperty('schema')
    expect(actions[2]?.description).toBe('SAY HELLO: Does SAY HELLO. a: The first.')
  })

  it('are those that the owner chose, and never more than fit', () => {
    const many = Array.from({ length: 150 }, (_, index) => tool(`tool_${index}`))
    expect(offeredActions(many, undefined)).toMatchObject({ dropsTools: true, actions: { length: 100 } })
    expect(offeredActions(many, ['tool_7', 'gone']).actions.map(({ name }) => name)).toEqual(['tool_7'])
    const long = many.map(({ name }) => ({ ...tool(name), description: 'x'.repeat(9_000) }))
    expect(
      JSON.stringify(offeredActions(long, undefined).actions.map(({ tool: _, ...rest }) => rest)).length,
    ).toBeLessThan(65_536)
  })

  it('name those that cannot be described', () => {
    const odd = tool('odd', { type: 'object', properties: { a: {} }, required: ['a'] })
    expect(offeredActions([odd, tool('plain')], undefined)).toMatchObject({
      notPlain: new Set(['odd']),
      actions: { length: 1 },
    })
  })

  it('are unregistered before another action takes the name', () => {
    const before = [
      { name: 'a', description: 'old' },
      { name: 'b', description: 'same' },
    ]
    const after = [
      { name: 'a', description: 'new' },
      { name: 'b', description: 'same' },
      { name: 'c', description: '' },
    ]
    expect(changesOf(before, after)).toEqual({ unregister: ['a'], register: [after[0], after[2]] })
  })
})
