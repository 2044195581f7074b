import { type InputField, type InputValues, problemsOf } from '@shared/approvals/input-form.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  InputSchemaProblem,
  inputFields,
  inputSchemaLimits,
} from '../../../../src-main/policy/services/input-schema.js'
import { forAll } from '../../../fixtures/properties.js'

const schema = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })
const why = (fields: readonly InputField[], values: InputValues) =>
  Object.fromEntries([...problemsOf(fields, values)].map(([name, problem]) => [name, problem.why]))

describe('the schema of a form', () => {
  it('becomes fields with their terms, defaults and titles', () => {
    const fields = inputFields(
      schema(
        {
          name: { type: 'string', title: 'Your\u202ename', minLength: 2, maxLength: 8, default: 'Ada' },
          mail: { type: 'string', format: 'email', description: 'Where it goes' },
          age: { type: 'integer', minimum: 0, maximum: 150 },
          ok: { type: 'boolean', default: true },
          colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
          size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
          tags: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, minItems: 9, default: ['a'] },
        },
        ['name'],
      ),
    )
    expect(fields).toEqual([
      { kind: 'text', name: 'name', title: 'Yourname', isRequired: true, minLength: 2, maxLength: 8, default: 'Ada' },
      {
        ...{ kind: 'text', name: 'mail', title: 'mail', isRequired: false },
        ...{ format: 'email', description: 'Where it goes' },
      },
      { kind: 'number', name: 'age', title: 'age', isRequired: false, isInteger: true, minimum: 0, maximum: 150 },
      { kind: 'boolean', name: 'ok', title: 'ok', isRequired: false, default: true },
      {
        ...{ kind: 'choice', name: 'colour', title: 'colour', isRequired: false },
        options: [
          { value: 'r', title: 'Red' },
          { value: 'g', title: 'Green' },
        ],
      },
      {
        ...{ kind: 'choice', name: 'size', title: 'size', isRequired: false },
        options: [{ value: 's', title: 'Small' }],
      },
      {
        ...{ kind: 'choices', name: 'tags', title: 'tags', isRequired: false },
        ...{ options: [{ value: 'a', title: 'A' }], minItems: 1, default: ['a'] },
      },
    ])
  })

  it('drops a default that the field itself would refuse', () => {
    const [field] = inputFields(schema({ age: { type: 'integer', maximum: 5, default: 9 } }))
    expect(field).not.toHaveProperty('default')
  })

  it.each([
    ['no schema', undefined],
    ['no object', { type: 'string' }],
    ['a nested object', schema({ a: { type: 'object', properties: {} } })],
    ['a list of anything', schema({ a: { type: 'array', items: { type: 'string' } } })],
    ['an unknown format', schema({ a: { type: 'string', format: 'regex' } })],
    ['no options', schema({ a: { type: 'string', enum: [] } })],
    ['an option twice', schema({ a: { type: 'string', enum: ['x', 'x'] } })],
    ['a required field that is not there', schema({ a: { type: 'string' } }, ['b'])],
    ['a name that changes objects', { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') }],
    [
      'too many fields',
      schema(
        Object.fromEntries(
          Array.from({ length: inputSchemaLimits.fields + 1 }, (_, at) => [`f${at}`, { type: 'string' }]),
        ),
      ),
    ],
  ])('is refused with %s', (_what, given) => {
    expect(() => inputFields(given)).toThrow(InputSchemaProblem)
  })

  it('is read or refused, for any value, and never throws', () => {
    const part = fc.jsonValue()
    const property = fc.record(
      {
        ...{ type: fc.oneof(fc.constantFrom('string', 'number', 'integer', 'boolean', 'array'), part) },
        ...{ title: part, format: part, enum: part, oneOf: part, items: part, minLength: part, default: part },
      },
      { requiredKeys: [] },
    )
    forAll(fc.dictionary(fc.string(), fc.oneof(property, part)), part, (properties, required) => {
      try {
        for (const { title, kind } of inputFields({ type: 'object', properties, required })) {
          expect(title.length).toBeLessThanOrEqual(2 * inputSchemaLimits.title)
          expect(['text', 'number', 'boolean', 'choice', 'choices']).toContain(kind)
        }
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(InputSchemaProblem)
      }
    })
  })
})

describe('the input of a person', () => {
  const fields = inputFields(
    schema(
      {
        name: { type: 'string', minLength: 2, maxLength: 4 },
        mail: { type: 'string', format: 'email' },
        site: { type: 'string', format: 'uri' },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        count: { type: 'integer', minimum: 1, maximum: 3 },
        colour: { type: 'string', enum: ['r', 'g'] },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 },
      },
      ['name'],
    ),
  )

  it('fits when every field does', () => {
    const values = {
      ...{ name: 'Ada', mail: 'ada@example.org', site: 'https://example.org/a', day: '2024-02-29' },
      ...{ at: '2026-11-23T18:30:00+01:00', count: 3, colour: 'g', tags: ['b'] },
    }
    expect(why(fields, values)).toEqual({})
    expect(why(fields, { name: 'Ada' })).toEqual({})
  })

  it('gets an error for each wrong field', () => {
    expect(why(fields, {})).toEqual({ name: 'missing' })
    const values = {
      ...{ name: 'A', mail: 'ada@', site: 'no address', day: '2025-02-29', at: '2026-11-23 18:30' },
      ...{ count: 1.5, colour: 'blue', tags: ['a', 'b'] },
    }
    expect(why(fields, values)).toEqual({
      ...{ name: 'too-short', mail: 'format', site: 'format', day: 'format', at: 'format' },
      ...{ count: 'integer', colour: 'choice', tags: 'too-many' },
    })
    expect(why(fields, { name: 'Adele', count: 0, tags: ['c'] })).toEqual({
      ...{ name: 'too-long', count: 'too-small', tags: 'choice' },
    })
    expect(why(fields, { name: 7, count: Number.NaN, tags: 'a' })).toEqual({
      ...{ name: 'kind', count: 'number', tags: 'kind' },
    })
  })
})
