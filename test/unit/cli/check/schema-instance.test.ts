import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instanceOf } from '../../../../src-main/cli/check/schema-instance.js'
import { coreCatalogue } from '../../../../src-main/contract/core-catalogue.js'
import type { CapabilityManifest, ObjectSchema } from '../../../../src-main/contract/generated/capability-manifest.js'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'

const manifestOf = (parameters: ObjectSchema): CapabilityManifest => ({
  id: 'ext.test.call',
  version: '1.0.0',
  type: 'context',
  name: 'Call',
  description: 'Calls.',
  provider: { id: 'test', name: 'Test' },
  parameters,
})

/** What is made for a schema; `fits` is the real validator. */
function madeFor(parameters: ObjectSchema): { made: unknown; fits: boolean } {
  const validator = new CapabilityValidator()
  const manifest = manifestOf(parameters)
  const fits = (value: unknown) => validator.checkArguments(manifest, value).ok
  const made = instanceOf(parameters, fits)
  return { made, fits: fits(made) }
}

const object = (properties: object, rest: object = {}): ObjectSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...rest,
})

const made = (schema: object): unknown => (madeFor(object({ value: schema })).made as { value: unknown })?.value

describe('an instance of a schema', () => {
  it.each([...coreCatalogue.values()].flatMap(({ id, parameters }) => (parameters ? [[id, parameters] as const] : [])))(
    'is found for the parameters of %s',
    (_id, parameters) => expect(madeFor(parameters).fits).toBe(true),
  )

  it('is the only value, the default, an example, one of a list, in this order', () => {
    expect(made({ const: 7, default: 8 })).toBe(7)
    expect(made({ type: 'integer', default: 8, examples: [9] })).toBe(8)
    expect(made({ type: 'string', examples: ['world'], enum: ['end', 'world'] })).toBe('world')
    expect(made({ enum: ['end', 'world'] })).toBe('end')
  })

  it('leaves a default and an example that do not fit', () => {
    expect(made({ type: 'integer', minimum: 3, default: 1 })).toBeGreaterThanOrEqual(3)
    expect(made({ type: 'string', minLength: 3, examples: ['a'] })).toHaveLength(3)
  })

  it('has nothing that is not required', () => {
    expect(madeFor({ type: 'object', properties: { reason: { type: 'string' } } }).made).toEqual({})
  })

  it.each([
    [{ type: 'string', pattern: '^minecraft:[a-z_]+$' }],
    [{ type: 'string', format: 'uuid' }],
    [{ type: 'string', format: 'date-time' }],
    [
      {
        oneOf: [
          { type: 'integer', minimum: 5 },
          { type: 'string', minLength: 4 },
        ],
      },
    ],
    [{ allOf: [{ type: 'integer', minimum: 5 }, { minimum: 8 }] }],
    [{ type: 'array', minItems: 3, maxItems: 9, uniqueItems: true, items: { type: 'integer' } }],
    [{ type: ['null', 'string'] }],
    [{ not: { type: 'string' }, type: ['string', 'integer'] }],
    [{ type: 'object', minProperties: 1, properties: { a: { type: 'boolean' } } }],
  ])('is found for %j', (schema) => expect(madeFor(object({ value: schema })).fits).toBe(true))

  it('is not made up where nothing fits', () => {
    expect(madeFor(object({ value: { type: 'string', pattern: '^[^\\d\\D]$' } })).made).toBeUndefined()
    expect(madeFor(object({ value: false as unknown as object })).made).toBeUndefined()
  })

  it('is found for every schema of the usual kind, and fits', () => {
    const bounds = fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }))
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        bounds.map(([minimum, more]) => ({ type: 'integer', minimum, maximum: minimum + more })),
        bounds.map(([exclusiveMinimum, more]) => ({
          type: 'number',
          exclusiveMinimum,
          exclusiveMaximum: exclusiveMinimum + more + 1,
        })),
        fc.integer({ min: 1, max: 20 }).map((multipleOf) => ({ type: 'integer', minimum: 7, multipleOf })),
        fc
          .tuple(fc.nat(30), fc.nat(30))
          .map(([minLength, more]) => ({ type: 'string', minLength, maxLength: minLength + more })),
        fc.constantFrom({ type: 'boolean' }, { type: 'null' }, { type: 'string', format: 'uuid' }, {}),
        fc
          .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minLength: 1, maxLength: 4 })
          .map((values) => ({ enum: values })),
        fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc
          .tuple(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/u), tie('schema'), { maxKeys: 4 }), fc.boolean())
          .map(([properties, all]) => ({
            type: 'object',
            properties,
            required: all ? Object.keys(properties) : [],
            additionalProperties: false,
          })),
      ),
    }))
    fc.assert(
      fc.property(schema, (value) => madeFor(object({ value: value as object })).fits),
      { numRuns: 60 },
    )
  })
})
