import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import type { ErrorObject } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { costOf, StepCount } from '../../../src-main/validation/check-cost.js'
import { problemsOf } from '../../../src-main/validation/problems.js'
import { core, manifestOf } from '../../fakes/fake-provider.js'

const many = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index))
const listOf = (items: object) => ({ type: 'object', properties: { a: { type: 'array', items } } }) as ObjectSchema
const alternatives = listOf({ anyOf: many(900, (index) => ({ const: index })) })
const tooLong = { ok: false, problems: [{ path: '', expected: expect.stringContaining('too long') }] }

/** Steps that a check costs, found as the smallest sufficient budget. */
function stepsOf(schema: object, value: unknown): number {
  const cost = costOf(schema)
  let [less, enough] = [0, 1]
  while (!new StepCount(enough).allows(cost, value)) [less, enough] = [enough, enough * 2]
  while (enough - less > 1) {
    const middle = (less + enough) >> 1
    if (new StepCount(middle).allows(cost, value)) enough = middle
    else less = middle
  }
  return enough
}

describe('the cost of a check', () => {
  it.each([
    ['alternatives times items', alternatives, { a: many(100, () => 'x') }, 90_000],
    [
      'rules times characters',
      listOf({ allOf: many(90, () => ({ maxLength: 9 })) }),
      { a: ['x'.repeat(64_000)] },
      90_000,
    ],
    [
      'items compared with each other',
      { properties: { a: { uniqueItems: true } } },
      { a: many(2_000, String) },
      250_000,
    ],
    [
      'defaults filled in',
      listOf({ properties: { b: { default: many(900, String) } } }),
      { a: many(100, () => ({})) },
      90_000,
    ],
    ['names that are required', listOf({ required: many(900, String) }), { a: many(100, () => ({})) }, 90_000],
    ['choices of an enum', listOf({ enum: many(900, String) }), { a: many(100, () => 'x') }, 90_000],
    ['members that are counted', { allOf: many(90, () => ({ maxProperties: 9 })) }, { ...many(1_000, String) }, 90_000],
    ['names that are looked at', { propertyNames: { enum: many(90, String) } }, { ...many(1_000, String) }, 90_000],
    ['members nobody named', { additionalProperties: { enum: many(90, String) } }, { ...many(1_000, String) }, 90_000],
  ])('grows with %s', (_what, schema, value, least) => {
    expect(stepsOf(schema, value)).toBeGreaterThanOrEqual(least)
  })

  it('does not grow with unchecked parts', () => {
    const narrow = stepsOf(listOf({ properties: { b: { type: 'string' } } }), { a: [{ b: 'x' }] })
    const wide = stepsOf(listOf({ properties: { b: { type: 'string' } } }), { a: [{ b: 'x', c: many(1_000, String) }] })
    expect(wide).toBe(narrow)
  })

  it('is never less than the errors that there are', () => {
    const leaf = fc.constantFrom<object>({ type: 'string' }, { const: 1 }, { minimum: 5 }, { required: ['a', 'b'] })
    const { schema } = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ items: tie('schema') }),
        fc.record({ additionalProperties: tie('schema') }),
        fc.record({ properties: fc.record({ a: tie('schema') }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      ),
    }))
    const errorsOf = (value: unknown, rules: object) => {
      const checked = new CapabilityValidator().checkArguments(
        manifestOf({ parameters: { ...rules, type: 'object' } as ObjectSchema }),
        value,
      )
      return checked.ok ? 0 : checked.problems.length
    }
    fc.assert(
      fc.property(
        schema,
        fc.jsonValue({ maxDepth: 4 }),
        (rules, value) => errorsOf(value, rules) <= stepsOf({ ...rules, type: 'object' }, value),
      ),
      { numRuns: 40 },
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
