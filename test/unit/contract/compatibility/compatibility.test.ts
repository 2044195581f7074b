import { compare, type Level } from '@contract/compatibility.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { manifestOf } from '../../../fakes/fake-provider.js'

type Properties = Record<string, unknown>
const object = (properties: Properties, more: Properties = {}) => ({ type: 'object' as const, properties, ...more })

/** How much a parameter, or a field of the result, that goes from one schema to another changes the whole. */
const ofParameter = (from: unknown, to: unknown): Level =>
  compare(manifestOf({ parameters: object({ it: from }) }), manifestOf({ parameters: object({ it: to }) })).level
const ofField = (from: unknown, to: unknown): Level =>
  compare(manifestOf({ returns: object({ it: from }) }), manifestOf({ returns: object({ it: to }) })).level

const world = { type: 'string', maxLength: 64 }
const ofParameters = (from: Properties, to: Properties): Level =>
  compare(manifestOf({ parameters: object({ world }, from) }), manifestOf({ parameters: object({ world }, to) })).level
const ofReturns = (from: Properties, to: Properties): Level =>
  compare(manifestOf({ returns: object({ world }, from) }), manifestOf({ returns: object({ world }, to) })).level
const of = (change: Partial<CapabilityManifest>, from: Partial<CapabilityManifest> = {}): Level =>
  compare(manifestOf(from), manifestOf(change)).level

// verifies: versions-compatibility
describe('minor is', () => {
  it('a new optional parameter', () => {
    expect(of({ parameters: object({ world }) }, { parameters: object({}) })).toBe('minor')
  })

  it('a new field of the result', () => {
    expect(of({ returns: object({ world }) }, { returns: object({}) })).toBe('minor')
  })

  it('one more value of an enum, in what is sent and in what comes back', () => {
    const [few, many] = [{ enum: ['day'] }, { enum: ['night', 'day'] }]
    expect(ofParameter(few, many)).toBe('minor')
    expect(ofField(few, many)).toBe('minor')
    expect(ofField({ const: 'day' }, many)).toBe('minor')
  })

  it.each([
    ['a lower minimum', { minimum: 5 }, { minimum: 1 }],
    ['a higher maximum', { maximum: 5 }, { maximum: 10 }],
    ['a shorter minLength', { minLength: 3 }, { minLength: 1 }],
    ['no pattern any more', { type: 'string', pattern: '^a' }, { type: 'string' }],
    ['no format any more', { type: 'string', format: 'uuid' }, { type: 'string' }],
    ['any value in place of some', { type: 'string', enum: ['a'] }, { type: 'string' }],
    ['items that may repeat', { uniqueItems: true }, { uniqueItems: false }],
    ['more multiples', { multipleOf: 10 }, { multipleOf: 5 }],
    ['one more alternative', { anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['no rule at all', { type: 'string' }, {}],
    ['items without rules', { type: 'array', items: { type: 'string' } }, { type: 'array' }],
    ['a first default', { type: 'string' }, { type: 'string', default: 'a' }],
  ])('a loosened rule of a parameter: %s', (_what, from, to) => expect(ofParameter(from, to)).toBe('minor'))

  it('a parameter that becomes optional, and a new optional one', () => {
    expect(ofParameters({ required: ['world'] }, {})).toBe('minor')
    expect(ofParameters({ additionalProperties: false }, {})).toBe('minor')
  })

  it('a field that becomes required, and additional fields', () => {
    expect(ofReturns({}, { required: ['world'] })).toBe('minor')
    expect(ofReturns({ additionalProperties: false }, {})).toBe('minor')
  })

  it('a stricter promise about a field', () => {
    expect(ofField({ minimum: 0 }, { minimum: 1 })).toBe('minor')
    expect(ofField({ enum: ['a', 'b'] }, { enum: ['a'] })).toBe('minor')
  })
})

// verifies: versions-compatibility
describe('major is', () => {
  it('a parameter that is removed, renamed, or new and required', () => {
    expect(of({ parameters: object({}) }, { parameters: object({ world }) })).toBe('major')
    const renamed = compare(
      manifestOf({ parameters: object({ world, at: { type: 'integer' } }) }),
      manifestOf({ parameters: object({ dimension: world, at: { type: 'integer' } }) }),
    )
    expect(renamed.level).toBe('major')
    expect(renamed.changes).toContainEqual(
      expect.objectContaining({
        path: '/parameters/properties/world',
        reason: 'a parameter was removed, or renamed to "dimension"',
      }),
    )
    expect(of({ parameters: object({ world }, { required: ['world'] }) }, { parameters: object({}) })).toBe('major')
  })

  it('a field of the result that is removed, optional or forbidden', () => {
    expect(of({ returns: object({}) }, { returns: object({ world }) })).toBe('major')
    expect(ofReturns({ required: ['world'] }, {})).toBe('major')
    expect(ofReturns({}, { additionalProperties: false })).toBe('major')
  })

  it.each([
    ['another one', { type: 'integer' }, { type: 'string' }],
    ['a wider one', { type: 'integer' }, { type: 'number' }],
    ['one that may be null', { type: 'string' }, { type: ['string', 'null'] }],
    ['one where rules were but no type', { minLength: 1 }, { type: 'string', minLength: 1 }],
    ['one inside another', object({ x: { type: 'integer' } }), object({ x: { type: 'string' } })],
    ['one of items', { items: { type: 'integer' } }, { items: { type: 'string' } }],
  ])('a changed type: %s', (_what, from, to) => {
    expect(ofParameter(from, to)).toBe('major')
    expect(ofField(from, to)).toBe('major')
  })

  it.each([
    ['a higher minimum', { minimum: 1 }, { minimum: 5 }],
    ['a first minimum', { type: 'integer' }, { type: 'integer', minimum: 5 }],
    ['a lower maximum', { maximum: 10 }, { maximum: 5 }],
    ['a shorter maxLength', { maxLength: 64 }, { maxLength: 16 }],
    ['an excluded bound', { type: 'integer', minimum: 0 }, { type: 'integer', exclusiveMinimum: 0 }],
    ['another pattern', { pattern: '^a' }, { pattern: '^b' }],
    ['another format', { format: 'uuid' }, { format: 'uri' }],
    ['a value of an enum that is gone', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }],
    ['a first enum', { type: 'string' }, { type: 'string', enum: ['a'] }],
    ['items that may not repeat', { maxItems: 9 }, { maxItems: 9, uniqueItems: true }],
    ['other multiples', { multipleOf: 10 }, { multipleOf: 3 }],
    ['an alternative that is gone', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { anyOf: [{ type: 'string' }] }],
    ['one more demand', { allOf: [{ minimum: 1 }] }, { allOf: [{ minimum: 1 }, { maximum: 5 }] }],
    [
      'a choice of exactly one more',
      { oneOf: [{ type: 'string' }] },
      { oneOf: [{ type: 'string' }, { minLength: 2 }] },
    ],
    ['a first rule', {}, { type: 'string' }],
    ['another default', { default: 1 }, { default: 2 }],
    ['no default any more', { default: 1 }, {}],
    ['a rule that cannot be compared', { not: { const: 1 } }, { not: { const: 2 } }],
    ['a rule nobody knows', { type: 'string' }, { type: 'string', newRule: 1 }],
  ])('a tightened rule of a parameter: %s', (_what, from, to) => expect(ofParameter(from, to)).toBe('major'))

  it('a parameter that becomes required, and forbidden additional ones', () => {
    expect(ofParameters({}, { required: ['world'] })).toBe('major')
    expect(ofParameters({}, { additionalProperties: false })).toBe('major')
  })

  it('a looser promise about a field', () => {
    expect(ofField({ minimum: 1 }, { minimum: 0 })).toBe('major')
    expect(ofField({ anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('major')
    expect(ofField({ type: 'string', enum: ['a'] }, { type: 'string' })).toBe('major')
  })

  it('another id or type', () => {
    expect(of({ id: 'ext.shopkeeper.all' })).toBe('major')
    expect(of({ type: 'action' })).toBe('major')
  })
})

describe('changes that the reference does not list', () => {
  it('is major where a call that ran is refused: more permissions, a higher role', () => {
    const some = { permissions: ['mcp.context.shop'] }
    expect(of({ permissions: ['mcp.context.shop', 'mcp.context.bank'] }, some)).toBe('major')
    expect(of({ permissions: ['mcp.context.bank'] }, some)).toBe('major')
    expect(of({}, some)).toBe('minor')
    expect(of({ requiredRoles: ['admin'] })).toBe('major')
    expect(of({ requiredRoles: ['admin'] }, { requiredRoles: ['operator', 'admin'] })).toBe('major')
    expect(of({ requiredRoles: ['viewer'] }, { requiredRoles: ['admin'] })).toBe('minor')
  })

  it('is minor where a call only waits: risk, approval, rate', () => {
    expect(of({ risk: { level: 'critical' } }, { risk: { level: 'low' } })).toBe('minor')
    expect(of({ risk: { level: 'low' } }, { risk: { level: 'critical' } })).toBe('minor')
    expect(of({ risk: { level: 'low', approvalRequired: true } }, { risk: { level: 'low' } })).toBe('minor')
    expect(of({ rateLimit: { requests: 1, period: 'hour' } }, { rateLimit: { requests: 9, period: 'hour' } })).toBe(
      'minor',
    )
  })

  it('is minor when a deprecation is added, removed or rescheduled', () => {
    const deprecated = { since: '1.1.0', removalVersion: '2.0.0' }
    expect(of({ deprecated })).toBe('minor')
    expect(of({}, { deprecated })).toBe('minor')
    expect(of({ deprecated: { ...deprecated, removalVersion: '3.0.0' } }, { deprecated })).toBe('minor')
    expect(of({ deprecated: { ...deprecated, reason: 'Old.' } }, { deprecated })).toBe('patch')
  })

  it.each<[string, Partial<CapabilityManifest>]>([
    ['name', { name: 'Shops' }],
    ['description', { description: 'Lists all shops.' }],
    ['tags', { tags: ['shop'] }],
    ['examples', { examples: [{ name: 'All', parameters: {} }] }],
    ['version of the provider', { provider: { id: 'shopkeeper', name: 'Shopkeeper', version: '2.0.0' } }],
  ])('is a patch where it is for readers: %s', (_what, change) => expect(of(change)).toBe('patch'))

  it('is a patch where a schema says more about a parameter', () => {
    expect(ofParameter({ type: 'string' }, { type: 'string', description: 'A world.' })).toBe('patch')
    expect(ofParameter({ type: 'string' }, { type: 'string', 'x-example': 'a' })).toBe('patch')
    expect(ofField({ default: 1 }, { default: 2 })).toBe('patch')
    expect(ofParameter({ oneOf: [{ const: 1 }] }, { oneOf: [{ const: 1, title: 'One' }] })).toBe('patch')
  })

  it('is nothing where the same is said in another order, or only the version differs', () => {
    expect(of({ version: '7.0.0' })).toBe('none')
    expect(of({ permissions: [] })).toBe('none')
    expect(of({ parameters: { type: 'object' } })).toBe('none')
    expect(ofParameter({ enum: ['a', 'b'] }, { enum: ['b', 'a'] })).toBe('none')
    expect(ofParameter({ type: ['string', 'null'] }, { type: ['null', 'string'] })).toBe('none')
    expect(ofParameters({ additionalProperties: true, required: [] }, {})).toBe('none')
  })

  it('takes a parameter called like a rule, or like what every object has, for a parameter', () => {
    const odd = JSON.parse('{"type":"object","properties":{"description":{"type":"string"},"__proto__":{"maximum":5}}}')
    const { changes } = compare(manifestOf({ parameters: { type: 'object' } }), manifestOf({ parameters: odd }))
    expect(changes.map(({ path, level }) => [path, level])).toEqual([
      ['/parameters/properties/description', 'minor'],
      ['/parameters/properties/__proto__', 'minor'],
    ])
    expect(of({ parameters: { type: 'object', properties: {} } }, { parameters: odd })).toBe('major')
  })
})

it('a change names the path, the old and the new value, and why it matters', () => {
  const { changes } = compare(
    manifestOf({ parameters: object({ 'a/b': { type: 'integer', maximum: 10 } }) }),
    manifestOf({ parameters: object({ 'a/b': { type: 'integer', maximum: 5 } }) }),
  )
  expect(changes).toEqual([
    {
      path: '/parameters/properties/a~1b/maximum',
      level: 'major',
      from: 10,
      to: 5,
      reason: 'the maximum decreased',
    },
  ])
})
