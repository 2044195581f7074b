import { coreCatalogue } from '@contract/core-catalogue.js'
import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { instanceOf } from '../../../src-main/validation/instance.js'
import { mulberry32 } from '../../../src-main/validation/mulberry32.js'
import { patternSample } from '../../../src-main/validation/pattern-sample.js'
import { manifestOf } from '../../fakes/fake-provider.js'

const validator = new CapabilityValidator()
const holds = (returns: ObjectSchema, value: unknown) =>
  validator.checkReturns(manifestOf({ returns }), value as Record<string, unknown>)

const object = (properties: Readonly<Record<string, object>>): ObjectSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const text = fc.oneof(
  fc.record({ minLength: fc.nat(30), room: fc.nat(30) }).map(({ minLength, room }) => ({
    type: 'string',
    minLength,
    maxLength: minLength + room,
  })),
  fc
    .constantFrom('uuid', 'date-time', 'date', 'time', 'uri', 'email', 'ipv4', 'ipv6', 'hostname', 'regex')
    .map((format) => ({ type: 'string', format })),
  fc
    .constantFrom('^[A-Za-z0-9_]{1,16}$', '^minecraft:[a-z_]+$', '^\\d{3}-\\d{2}$', '^(?:north|south)$', '^[^ -~]?x$')
    .map((pattern) => ({ type: 'string', pattern })),
)
const number = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    minimum: fc.integer({ min: -500, max: 500 }),
    room: fc.nat(90),
  })
  .map(({ type, minimum, room }) => ({ type, minimum, maximum: minimum + room }))
const choice = fc
  .uniqueArray(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 4 })
  .map((all) => ({ enum: all }))

const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    number,
    choice,
    fc.constantFrom({ type: 'boolean' }, { type: 'null' }, {}, { const: 'only' }, { exclusiveMinimum: 3 }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')).map(object),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    tie('schema').map((one) => ({ allOf: [one, { description: 'the same' }] })),
  ),
}))

describe('an instance', () => {
  it('is allowed by the schema it was made for, whatever the seed', () => {
    fc.assert(
      fc.property(schema, fc.integer(), (value, seed) => {
        const returns = object({ value })
        expect(holds(returns, instanceOf(returns, seed)), JSON.stringify(returns)).toMatchObject({ ok: true })
      }),
      { numRuns: 60 },
    )
  })

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(schema, fc.integer(), (value, seed) => {
        expect(instanceOf(object({ value }), seed)).toEqual(instanceOf(object({ value }), seed))
      }),
      { numRuns: 15 },
    )
  })

  it.each([...coreCatalogue.values()].map((manifest) => [manifest.id, manifest] as const))(
    'can be generated from the parameters and returns of %s',
    (_id, { parameters = { type: 'object' }, returns = { type: 'object' } }) => {
      for (const side of [parameters, returns]) {
        expect(holds(side, instanceOf(side, 5))).toMatchObject({ ok: true })
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
    [
      'a list without repetitions',
      { type: 'array', items: { enum: [1, 2, 3] }, minItems: 3, maxItems: 3, uniqueItems: true },
    ],
    ['a number between two open ends', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    ['a multiple', { type: 'number', multipleOf: 0.25, minimum: 1 }],
    ['as many members as it wants', { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } }],
    ['what it refers to', { $ref: '#/definitions/name' }],
  ])('has %s', (_what, value) => {
    const returns = { ...object({ value }), definitions: { name: { type: 'string', pattern: '^[a-z]{3}$' } } }
    expect(holds(returns, instanceOf(returns, 2))).toMatchObject({ ok: true })
  })

  it.each([
    ['allows nothing', { not: {} }],
    ['contradicts itself', { type: 'string', minLength: 3, maxLength: 2 }],
    ['does not compile', { type: 'strange' }],
    ['could run for ever', { type: 'string', pattern: '(a+)+$' }],
    ['refers to itself', { $ref: '#/properties/value' }],
  ])('is not generated from a schema that %s', (_what, value) => {
    expect(instanceOf(object({ value }), 1)).toBeUndefined()
  })
})

describe('a sample of a pattern', () => {
  it.each([
    ['^a|b$'],
    ['^[\\w.-]+@x\\.org$'],
    ['^(ab){2,3}[^a-z]$'],
    ['^.{4}$'],
    ['^v?\\d+(?:\\.\\d+){2}$'],
    ['^\\[x\\]$'],
  ])('matches %s', (pattern) => {
    for (let seed = 0; seed < 50; seed++) {
      expect(patternSample(pattern, mulberry32(seed))).toMatch(new RegExp(pattern, 'u'))
    }
  })
})
