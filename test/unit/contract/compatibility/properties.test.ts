/** Properties of the comparison of any two manifests. */

import { levels } from '@contract/compatibility/change.js'
import { compare, type Level } from '@contract/compatibility.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manifestOf } from '../../../fakes/fake-provider.js'
import { times } from '../../../fixtures/properties.js'

const rank = (level: Level): number => levels.indexOf(level)
const levelBetween = (from: CapabilityManifest, to: CapabilityManifest): number => rank(compare(from, to).level)

const few = fc.integer({ min: 1, max: 3 })
const anyName = fc.constantFrom('x', 'y', 'world', '__proto__', 'type', 'default')
const anyChoice = fc.constantFrom('a', 'b', 'c', 1)

const { schema: anySchema } = fc.letrec<{ schema: unknown; list: unknown[]; object: object }>((tie) => ({
  schema: fc.oneof({ maxDepth: 2, withCrossShrink: true }, fc.boolean(), tie('object')),
  list: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
  object: fc.record(
    {
      type: fc.constantFrom('string', 'integer', 'object', ['string', 'null']),
      description: fc.constantFrom('One.', 'Two.'),
      minimum: few,
      maximum: few,
      minLength: fc.nat({ max: 2 }),
      multipleOf: fc.constantFrom(1, 2, 3, 6),
      pattern: fc.constantFrom('^a', '^b'),
      uniqueItems: fc.boolean(),
      default: anyChoice,
      const: anyChoice,
      enum: fc.uniqueArray(anyChoice, { minLength: 1, maxLength: 3 }),
      not: tie('schema'),
      items: tie('schema'),
      allOf: tie('list'),
      anyOf: tie('list'),
      oneOf: tie('list'),
      additionalProperties: tie('schema'),
      required: fc.uniqueArray(anyName, { maxLength: 2 }),
      properties: fc.dictionary(anyName, tie('schema'), { maxKeys: 2 }),
    },
    { requiredKeys: [] },
  ),
}))

const anyObjectSchema = anySchema.map((schema): ObjectSchema => ({ ...(schema as object), type: 'object' }))

const anyManifest: fc.Arbitrary<CapabilityManifest> = fc
  .record(
    {
      name: fc.constantFrom('Shops', 'All shops'),
      tags: fc.subarray(['one', 'two']),
      parameters: anyObjectSchema,
      returns: anyObjectSchema,
      risk: fc.record(
        { level: fc.constantFrom('low', 'high'), reason: fc.constantFrom('So.', 'Because.') },
        { requiredKeys: ['level'] },
      ),
      permissions: fc.subarray(['mcp.context.a', 'mcp.context.b']),
      requiredRoles: fc.subarray(['viewer', 'operator', 'admin']),
      rateLimit: fc.record({ requests: few, period: fc.constantFrom('second', 'hour') }),
      deprecated: fc.record({ since: fc.constant('1.1.0'), removalVersion: fc.constantFrom('2.0.0', '3.0.0') }),
    },
    { requiredKeys: [] },
  )
  .map((change) => manifestOf(change as Partial<CapabilityManifest>))

/** Three that are close enough to be minor changes of each other. */
const anyThree = fc
  .tuple(anyManifest, anyManifest, anyManifest, fc.integer({ min: 0, max: 26 }))
  .map(([one, two, three, mix]) => {
    const pick = (by: number) => [one, two, three][Math.floor(mix / by) % 3] ?? one
    return [one, { ...one, parameters: pick(1).parameters }, { ...one, returns: pick(3).returns }].map(
      (manifest) => JSON.parse(JSON.stringify(manifest)) as CapabilityManifest,
    ) as [CapabilityManifest, CapabilityManifest, CapabilityManifest]
  })

const runs = { numRuns: 300 }

// verifies: versions-compatibility
describe('any comparison', () => {
  it('with itself is no change, however its members are ordered', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, member]) => [name, turned(member)]),
      )
    }
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        expect(compare(manifest, turned(manifest) as CapabilityManifest)).toEqual({ level: 'none', changes: [] })
      }),
      runs,
    )
  })

  it.each([...coreCatalogue.values()].map((manifest) => [manifest.id, manifest] as const))(
    'the manifest of %s is the same as itself',
    (_id, manifest) => expect(compare(manifest, structuredClone(manifest)).level).toBe('none'),
  )

  it('is never major because of one more optional parameter', () => {
    fc.assert(
      fc.property(anyManifest, anySchema, (manifest, schema) => {
        const parameters = manifest.parameters ?? { type: 'object' as const }
        const more = { ...(parameters.properties as object), fresh: schema }
        expect(compare(manifest, { ...manifest, parameters: { ...parameters, properties: more } }).level).toBe('minor')
      }),
      runs,
    )
  })

  it('is minor one way only when it is minor or major the other way, and nothing one way only when it is nothing both', () => {
    fc.assert(
      fc.property(anyManifest, anyManifest, (one, other) => {
        const [there, back] = [levelBetween(one, other), levelBetween(other, one)]
        expect(Math.min(there, rank('minor'))).toBe(Math.min(back, rank('minor')))
      }),
      runs,
    )
  })

  it('cannot be hidden by steps: two steps are never less than the direct change', () => {
    const law = (from: CapabilityManifest, by: CapabilityManifest, to: CapabilityManifest) =>
      Math.max(levelBetween(from, by), levelBetween(by, to)) >= levelBetween(from, to)
    fc.assert(fc.property(anyManifest, anyManifest, anyManifest, law), runs)
    fc.assert(
      fc.property(anyThree, ([one, two, three]) => law(one, two, three)),
      runs,
    )
  })

  it('has the same property for small steps', () => {
    const anySmall = fc.record(
      {
        minimum: few,
        maximum: few,
        enum: fc.uniqueArray(anyChoice, { minLength: 1, maxLength: 2 }),
        default: fc.constantFrom('a', 'b'),
        pattern: fc.constantFrom('^a', '^b'),
        additionalProperties: fc.oneof(fc.boolean(), fc.constant({ type: 'string' }), fc.constant({ maximum: 1 })),
        anyOf: fc.array(fc.constantFrom({ maximum: 1 }, { maximum: 2 }, false), { minLength: 1, maxLength: 2 }),
        required: fc.subarray(['x']),
        properties: fc.dictionary(fc.constant('x'), fc.constantFrom({}, { maximum: 1 }, { type: 'string' }, false)),
      },
      { requiredKeys: [] },
    )
    for (const side of ['parameters', 'returns'] as const) {
      const level = (from: object, to: object) =>
        levelBetween(
          manifestOf({ [side]: { ...from, type: 'object' } }),
          manifestOf({ [side]: { ...to, type: 'object' } }),
        )
      times(1_500).forAll(
        anySmall,
        anySmall,
        anySmall,
        (from, by, to) => Math.max(level(from, by), level(by, to)) >= level(from, to),
      )
    }
  })
})
