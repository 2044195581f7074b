import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import Ajv, { type ErrorObject } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { isAffordable, schemaWork, workOf } from '../../../src-main/validation/check-bounds.js'
import { problemsOf } from '../../../src-main/validation/problems.js'
import { core, manifestOf } from '../../fakes/fake-provider.js'
import { times } from '../../fixtures/properties.js'

const many = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index))
const listOf = (items: object) => ({ type: 'object', properties: { a: { type: 'array', items } } }) as ObjectSchema
const alternatives = listOf({ anyOf: many(900, (index) => ({ const: index })) })
const tooLong = { ok: false, problems: [{ path: '', expected: expect.stringContaining('too long') }] }

const isAllowed = (schema: object, value: unknown) => isAffordable(value, schemaWork(schema), 'allErrors')

describe('a check', () => {
  it.each([
    ['alternatives times items', alternatives, { a: many(200, () => 'x') }],
    ['rules times characters', listOf({ allOf: many(180, () => ({ maxLength: 9 })) }), { a: ['x'.repeat(64_000)] }],
    ['items compared with each other', { properties: { a: { uniqueItems: true } } }, { a: many(4_000, String) }],
    ['defaults filled in', listOf({ properties: { b: { default: many(900, String) } } }), { a: many(200, () => ({})) }],
    ['names that are required', listOf({ required: many(900, String) }), { a: many(200, () => ({})) }],
    ['choices of an enum', listOf({ enum: many(900, String) }), { a: many(200, () => 'x') }],
    ['members that are counted', { allOf: many(90, () => ({ maxProperties: 9 })) }, { ...many(2_000, String) }],
    ['names that are looked at', { propertyNames: { enum: many(90, String) } }, { ...many(2_000, String) }],
    ['members nobody named', { additionalProperties: { enum: many(90, String) } }, { ...many(2_000, String) }],
  ])('is refused for too many %s', (_what, schema, value) => {
    expect(isAllowed(schema, value)).toBe(false)
  })

  it('may be of values with long parts that no schema is about', () => {
    const few = { a: [{ b: 'x', c: many(1_000, String) }] }
    expect(isAllowed(listOf({ properties: { b: { type: 'string' } } }), few)).toBe(true)
  })

  it('counts for each member the schemas of its name', () => {
    const choice = { enum: many(40, String) }
    const file = { properties: { path: { type: 'string' }, content: { type: 'string' }, language: choice } }
    expect(isAllowed(file, { path: 'a', content: 'x'.repeat(200_000), language: '1' })).toBe(true)
    const block = { type: 'string', enum: many(1_000, String) }
    const number = { type: 'integer' }
    const blocks = listOf({ properties: { x: number, y: number, z: number, block } })
    expect(isAllowed(blocks, { a: many(49, () => ({ x: 1, y: 2, z: 3, block: '1' })) })).toBe(true)
    expect(isAllowed(blocks, { a: many(200, () => ({ x: 1, y: 2, z: 3, block: '1' })) })).toBe(false)
  })

  it('adds up what all schemas say of one name', () => {
    const one = { properties: { a: { enum: many(900, String) } }, additionalProperties: { enum: many(900, String) } }
    const work = (schema: object) => workOf({ a: 'x' }, schemaWork(schema))
    expect(work({ anyOf: many(10, () => one) })).toBeGreaterThan(10 * 1_800)
    expect(isAllowed({ anyOf: many(60, () => one) }, { a: 'x' })).toBe(false)
  })

  it('stops counting soon, however deep the schemas apply', () => {
    const nested = (depth: number): object =>
      depth === 0
        ? { type: 'object' }
        : { properties: { a: nested(depth - 1) }, additionalProperties: nested(depth - 1) }
    const deep = (depth: number): object =>
      depth === 0 ? Object.fromEntries(many(20_000, (at) => [`b${at}`, 1])) : { a: deep(depth - 1) }
    expect(isAllowed(nested(8), deep(8))).toBe(false)
  })

  it('counts defaults with the schemas that they are checked against', () => {
    const filled = { default: many(100, String), items: { anyOf: many(100, (at) => ({ const: at })) } }
    expect(isAllowed(listOf({ properties: { b: filled } }), { a: [{}] })).toBe(true)
    expect(isAllowed(listOf({ properties: { b: filled } }), { a: many(20, () => ({})) })).toBe(false)
  })

  it('has never more errors than its work', () => {
    const leaf = fc.constantFrom<object>({ type: 'string' }, { const: 1 }, { minimum: 5 }, { required: ['a', 'b'] })
    const { schema } = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ items: tie('schema') }),
        fc.record({ additionalProperties: tie('schema') }),
        fc.record({ properties: fc.record({ a: tie('schema') }) }),
        fc.record({
          properties: fc.record({ a: tie('schema'), b: tie('schema') }),
          additionalProperties: tie('schema'),
        }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      ),
    }))
    const { named } = fc.letrec<{ named: unknown }>((tie) => ({
      named: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(1, 'x', []),
        fc.record({ a: tie('named'), b: tie('named'), c: tie('named') }, { requiredKeys: [] }),
        fc.array(tie('named'), { maxLength: 3 }),
      ),
    }))
    const ajv = new Ajv({ strict: false, allErrors: true })
    const errorsOf = (rules: object, value: unknown) => {
      const validate = ajv.compile(rules)
      validate(value)
      return validate.errors?.length ?? 0
    }
    times(200).forAll(
      schema,
      fc.oneof(fc.jsonValue({ maxDepth: 4 }), named),
      (rules, value) => errorsOf(rules, value) <= workOf(value, schemaWork(rules)),
    )
  })
})

describe('a check that costs too much', () => {
  const manifest = manifestOf({ parameters: alternatives, returns: alternatives })

  it('is refused before it begins, of arguments and of what is returned', () => {
    const validator = new CapabilityValidator()
    expect(validator.checkArguments(manifest, { a: many(2_000, () => 'x') })).toMatchObject(tooLong)
    expect(validator.checkReturns(manifest, { a: many(7_000, () => 899) })).toMatchObject(tooLong)
  })

  it('is refused for a name that every error below it would repeat', () => {
    const given = { ['n'.repeat(5_000)]: 1 }
    expect(new CapabilityValidator().checkArguments(manifestOf(), given)).toMatchObject(tooLong)
  })

  it('does not include the longest lists of the core', () => {
    for (const id of ['entity.list', 'player.list']) {
      const { returns, examples } = core(id)
      const response = examples?.find(({ response }) => response)?.response ?? {}
      const [name, items] = Object.entries(response).find(([, value]) => Array.isArray(value)) ?? ['', []]
      const long = { ...response, [name]: many(2_000, () => (items as unknown[])[0]) }
      expect(new CapabilityValidator().checkReturns(manifestOf({ ...(returns && { returns }) }), long).ok).toBe(true)
    }
  })
})

describe('the errors of a check', () => {
  it('cost the same for any number', () => {
    let looks = 0
    const error = {
      keyword: 'anyOf',
      schemaPath: '#/anyOf',
      params: {},
      get instancePath() {
        looks += 1
        return ''
      },
    } as unknown as ErrorObject
    const looksAt = (count: number) => {
      looks = 0
      problemsOf(
        many(count, () => error),
        {},
      )
      return looks
    }
    expect(looksAt(500_000)).toBe(looksAt(5_000))
  })

  it('shows the beginning of a large value', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } } as ObjectSchema
    const checked = new CapabilityValidator().checkArguments(manifestOf({ parameters: schema }), {
      a: many(5_000, () => 'x'.repeat(100)),
    })
    expect(checked).toMatchObject({ problems: [{ given: expect.stringMatching(/^\["x+…"?,?/u) }] })
  })
})
