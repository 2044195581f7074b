import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { core, manifestOf } from '../../fakes/fake-provider.js'
import { forAll, times } from '../../fixtures/properties.js'

const taking = (properties: object, more: object = {}): ReturnType<typeof manifestOf> =>
  manifestOf({ parameters: { type: 'object', properties, ...more } })

function problemsOf(properties: object, given: object, more: object = {}) {
  const checked = new CapabilityValidator().checkArguments(taking(properties, more), given)
  return checked.ok ? [] : checked.problems
}

describe('arguments', () => {
  it('that are valid are accepted', () => {
    const given = { worldName: 'world', time: 6_000 }
    expect(new CapabilityValidator().checkArguments(core('world.time.set'), given)).toEqual({ ok: true, value: given })
  })

  it('get their defaults on a copy, deep inside too', () => {
    const given = { playerName: 'Steve', location: { world: 'world', x: 0, y: 64, z: 0 } }
    const checked = new CapabilityValidator().checkArguments(core('player.teleport'), given)
    expect(checked).toMatchObject({ ok: true, value: { location: { yaw: 0, pitch: 0 } } })
    expect(given.location).not.toHaveProperty('yaw')
    expect(checked.ok && checked.value.location).not.toBe(given.location)
  })

  it('get a default of their own each time', () => {
    const validator = new CapabilityValidator()
    const manifest = taking({ list: { type: 'array', default: [] } })
    const first = validator.checkArguments(manifest, {})
    if (first.ok) (first.value.list as unknown[]).push('dirty')
    expect(validator.checkArguments(manifest, {})).toEqual({ ok: true, value: { list: [] } })
  })

  it('are all reported, not only the first that is wrong', () => {
    expect(
      problemsOf({ a: { type: 'string' }, b: { type: 'integer' } }, { a: 1, b: 'x' }).map(({ path }) => path),
    ).toEqual(['/a', '/b'])
  })

  // verifies: manifest-schemas, calls-arguments
  it.each<[string, object, object, object, object]>([
    [
      'required',
      { a: {} },
      {},
      { required: ['a'] },
      { path: '/a', expected: expect.stringContaining('required'), given: 'nothing' },
    ],
    [
      'minimum',
      { a: { minimum: 0 } },
      { a: -1 },
      {},
      { path: '/a', expected: expect.stringContaining('>= 0'), given: '-1' },
    ],
    [
      'maximum',
      { a: { maximum: 24_000 } },
      { a: 24_001 },
      {},
      { path: '/a', expected: expect.stringContaining('<= 24000'), given: '24001' },
    ],
    [
      'minLength',
      { a: { minLength: 3 } },
      { a: 'ab' },
      {},
      { path: '/a', expected: expect.stringContaining('3'), given: '"ab"' },
    ],
    [
      'maxLength',
      { a: { maxLength: 2 } },
      { a: 'abc' },
      {},
      { path: '/a', expected: expect.stringContaining('2'), given: '"abc"' },
    ],
    [
      'pattern',
      { a: { pattern: '^[a-z]+$' } },
      { a: 'A' },
      {},
      { path: '/a', expected: expect.stringContaining('^[a-z]+$'), given: '"A"' },
    ],
    [
      'enum',
      { a: { enum: ['day', 'night'] } },
      { a: 'noon' },
      {},
      { path: '/a', expected: 'one of "day", "night"', given: '"noon"' },
    ],
    [
      'format',
      { a: { format: 'uuid' } },
      { a: 'no' },
      {},
      { path: '/a', expected: expect.stringContaining('uuid'), given: '"no"' },
    ],
    ['type', { a: { type: 'integer' } }, { a: 1.5 }, {}, { path: '/a', expected: 'integer', given: '1.5' }],
    [
      'additionalProperties',
      {},
      { b: 1 },
      { additionalProperties: false },
      { path: '/b', expected: 'no such argument', given: '1' },
    ],
  ])(
    'that break "%s" are refused with path, expectation and what was given',
    (_keyword, properties, given, more, problem) => {
      expect(problemsOf(properties, given, more)).toEqual([problem])
    },
  )

  it('that break something deep are named by their whole path', () => {
    expect(
      problemsOf({ list: { type: 'array', items: { type: 'object', required: ['x/y'] } } }, { list: [{}] }),
    ).toMatchObject([{ path: '/list/0/x~1y', given: 'nothing' }])
  })

  it('are rendered shortly and without control characters in the refusal', () => {
    const [problem] = problemsOf({ a: { type: 'integer' } }, { a: `\u202e${'x'.repeat(10_000)}` })
    expect(problem?.given.length).toBeLessThanOrEqual(80)
    expect(problem?.given).not.toContain('\u202e')
  })

  it.each([[null], ['text'], [5], [[]]])('that are %j are refused as a whole', (given) => {
    expect(new CapabilityValidator().checkArguments(manifestOf(), given)).toMatchObject({
      ok: false,
      problems: [{ path: '' }],
    })
  })

  it('of a capability that names none may be anything', () =>
    times(20).forAll(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
      expect(new CapabilityValidator().checkArguments(manifestOf(), given)).toMatchObject({ ok: true })
    }))

  it('never make the check throw, for any JSON', () => {
    const validator = new CapabilityValidator()
    const manifest = core('player.teleport')
    forAll(fc.jsonValue(), (given) => typeof validator.checkArguments(manifest, given).ok === 'boolean')
  })

  it('inherited from a prototype do not count as given', () => {
    expect(problemsOf({ constructor: {} }, {}, { required: ['constructor'] })).toMatchObject([{ path: '/constructor' }])
  })
})

it('results are checked against the returns of the manifest, and get no defaults', () => {
  const manifest = manifestOf({
    returns: { type: 'object', properties: { online: { type: 'integer', default: 5 } } },
  })
  const validator = new CapabilityValidator()
  expect(validator.checkReturns(manifest, {})).toEqual({ ok: true, value: {} })
  expect(validator.checkReturns(manifest, { online: 'many' })).toMatchObject({
    ok: false,
    problems: [{ path: '/online' }],
  })
})

describe('a schema of an external provider', () => {
  const problemWith = (schema: object) =>
    new CapabilityValidator().problemOf(manifestOf({ parameters: { type: 'object', ...schema } as ObjectSchema }))

  it('that is sound has no problem', () => {
    expect(
      problemWith({ properties: { a: { $ref: '#/definitions/A' } }, definitions: { A: { type: 'string' } } }),
    ).toBeUndefined()
  })

  it.each<[string, object]>([
    ['is no schema', { properties: { a: { type: 'no-such-type' } } }],
    ['refers to what is not there', { properties: { a: { $ref: '#/definitions/nothing' } } }],
    [
      'refers to itself without end',
      { definitions: { a: { $ref: '#/definitions/a' } }, allOf: [{ $ref: '#/definitions/a' }] },
    ],
    ['has a pattern that is none', { properties: { a: { pattern: '(' } } }],
    ['answers later instead of now', { $async: true, required: ['a'] }],
    ['answers later somewhere inside', { properties: { a: { $async: true, type: 'string' } } }],
  ])('that %s is refused with a message', (_what, schema) => {
    expect(problemWith(schema)).toEqual(expect.any(String))
  })

  it('cannot change what another one means by taking its id', () => {
    const validator = new CapabilityValidator()
    const $id = 'https://mcp.minecraft.io/schemas/error-v1.json'
    expect(
      validator.problemOf(manifestOf({ parameters: { $id, type: 'object', required: ['a'] } as ObjectSchema })),
    ).toBeUndefined()
    expect(validator.problemOf(manifestOf({ parameters: { $id, type: 'object' } as ObjectSchema }))).toBeUndefined()
  })

  it('that would take too long to check is refused', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `level${level + 1}`,
        { allOf: [{ $ref: `#/definitions/level${level}` }, { $ref: `#/definitions/level${level}` }] },
      ]),
    )
    const definitions = { level0: { type: 'object' }, ...doubling }
    expect(problemWith({ definitions, allOf: [{ $ref: '#/definitions/level40' }] })).toEqual(expect.any(String))
  })
})
