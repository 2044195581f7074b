import { coreCatalogue } from '@contract/core-catalogue.js'
import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { manifestOf } from '../../../../test/fakes/fake-provider.js'
import { instanceOf } from '../../simulator/instance.js'

const validator = new CapabilityValidator()
const holds = (returns: ObjectSchema, value: unknown) =>
  validator.checkReturns(manifestOf({ returns }), value as Record<string, unknown>)

const object = (properties: Readonly<Record<string, object>>): ObjectSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

describe('an instance', () => {
  it.each([...coreCatalogue.values()].map((manifest) => [manifest.id, manifest] as const))(
    'can be generated from the parameters and returns of %s',
    (_id, { parameters = { type: 'object' }, returns = { type: 'object' } }) => {
      for (const side of [parameters, returns]) {
        expect(holds(side, instanceOf(side))).toMatchObject({ ok: true })
      }
    },
  )

  it.each([
    [
      'one of which exactly one must hold',
      {
        oneOf: [
          { type: 'integer', minimum: 0 },
          { type: 'integer', minimum: 9 },
        ],
      },
    ],
    ['rules of two schemas at once', { allOf: [{ type: 'integer', minimum: 5 }, { maximum: 6 }] }],
    ['a number between two open ends', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    ['a multiple', { type: 'number', multipleOf: 0.25, minimum: 1 }],
    ['as many members as it wants', { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } }],
    ['what it refers to', { $ref: '#/definitions/name' }],
  ])('has %s', (_what, value) => {
    const returns = { ...object({ value }), definitions: { name: { type: 'string', pattern: '^[a-z]{3}$' } } }
    expect(holds(returns, instanceOf(returns))).toMatchObject({ ok: true })
  })

  it.each([
    ['allows nothing', { not: {} }],
    ['contradicts itself', { type: 'string', minLength: 3, maxLength: 2 }],
    ['does not compile', { type: 'strange' }],
    ['wants a text that no example names', { type: 'string', pattern: '^[0-9]{17}$' }],
    ['refers to itself', { $ref: '#/properties/value' }],
  ])('is not generated from a schema that %s', (_what, value) => {
    expect(instanceOf(object({ value }))).toBeUndefined()
  })

  it.each([
    ['default', { type: 'integer', default: 20, enum: [5, 20] }, 20],
    ['examples', { type: 'string', examples: ['overworld', 'nether'] }, 'overworld'],
    ['enum', { enum: ['day', 'night'] }, 'day'],
    ['const', { const: 7, default: 8 }, 7],
  ])('is what the author wrote as %s', (_keyword, value, expected) => {
    expect(instanceOf(object({ value }))).toEqual({ value: expected })
  })

  it('has all members, or only the required ones where an optional one has no simple value', () => {
    const [simple, hard] = [{ type: 'integer' }, { type: 'string', pattern: '^[0-9]{17}$' }]
    const taking = (more: object) => ({ type: 'object', required: ['a'], properties: { a: simple, ...more } })
    expect(instanceOf(taking({ b: { type: 'boolean' } }))).toEqual({ a: 0, b: true })
    expect(instanceOf(taking({ b: hard }))).toEqual({ a: 0 })
  })
})
