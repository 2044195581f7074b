/** See docs/protocol.md#manifest-schemas, rule by rule. `capability-validator.test.ts` tests the check as a whole. */
import { describe, expect, it } from 'vitest'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { manifestOf } from '../../fakes/fake-provider.js'

const check = (properties: object, given: object) =>
  new CapabilityValidator().checkArguments(manifestOf({ parameters: { type: 'object', properties } }), given)

function problemsOf(properties: object, given: object) {
  const checked = check(properties, given)
  return checked.ok ? [] : checked.problems
}

it.each([
  ['uuid', '069a79f4-44e9-4726-a5be-fca90e38aaf5', '069a79f4'],
  ['date-time', '2026-01-19T10:30:00Z', '2026-01-19 at noon'],
  ['date', '2026-01-19', '2026-02-30'],
  ['time', '10:30:00Z', '25:00:00Z'],
  ['duration', 'P1DT2H', 'two days'],
  ['email', 'steve@example.org', 'steve'],
  ['hostname', 'play.example.org', 'play..example'],
  ['ipv4', '192.168.1.20', '192.168.1.256'],
  ['ipv6', '::1', ':::1'],
  ['uri', 'https://example.org/map?x=1', 'not a uri'],
  ['uri-reference', '/map', '\\map'],
  ['url', 'https://example.org/map', 'javascript:alert(1)'],
  ['json-pointer', '/a/b', 'a/b'],
  ['regex', '^a+$', '('],
  ['byte', 'aGFsbG8=', '?'],
])('a format %s accepts a valid value and rejects an invalid one', (format, good, bad) => {
  expect(problemsOf({ a: { type: 'string', format } }, { a: good })).toEqual([])
  expect(problemsOf({ a: { type: 'string', format } }, { a: bad })).toEqual([
    { path: '/a', expected: `text of the format ${format}`, given: JSON.stringify(bad) },
  ])
})

describe('a default', () => {
  it('is filled in objects within lists', () => {
    const item = { type: 'object', properties: { amount: { type: 'integer', default: 1 } } }
    const given = { items: [{}, { amount: 5 }] }
    expect(check({ items: { type: 'array', items: item } }, given)).toEqual({
      ok: true,
      value: { items: [{ amount: 1 }, { amount: 5 }] },
    })
    expect(given.items[0]).toEqual({})
  })

  it('of an object is filled before its own members are', () => {
    const yaw = { type: 'number', default: 0 }
    const direction = { type: 'object', default: {}, properties: { yaw } }
    expect(check({ direction }, {})).toEqual({ ok: true, value: { direction: { yaw: 0 } } })
  })

  it('that breaks its own rules is reported, not filled in silence', () => {
    expect(problemsOf({ a: { type: 'integer', default: 'many' } }, {})).toMatchObject([{ path: '/a' }])
  })
})

// verifies: manifest-schemas
describe('a choice of alternatives', () => {
  const player = {
    oneOf: [
      { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      { type: 'object', required: ['uuid'], properties: { uuid: { type: 'string', format: 'uuid' } } },
    ],
  }

  it('that none fits is one problem, which names them all', () => {
    expect(problemsOf({ player }, { player: {} })).toEqual([
      {
        path: '/player',
        expected: 'either /name: a value (it is required), or /uuid: a value (it is required)',
        given: '{}',
      },
    ])
  })

  it('of which several fit says so', () => {
    const both = { name: 'Steve', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' }
    expect(problemsOf({ player }, { player: both })).toMatchObject([
      { path: '/player', expected: 'only one of several alternatives' },
    ])
  })

  it('within a list is reported for each item by itself', () => {
    const players = { type: 'array', items: player }
    expect(problemsOf({ players }, { players: [{}, { name: 'Steve' }, 5] }).map(({ path }) => path)).toEqual([
      '/players/0',
      '/players/2',
    ])
  })
})

describe('a value that would take too long to check', () => {
  const slow = { a: { type: 'string', pattern: '^[ab]*a[ab]{99}$|^a+b$' } }

  it('is refused before it does', () => {
    expect(problemsOf(slow, { a: 'ab'.repeat(50_000) })).toMatchObject([
      { path: '', expected: expect.stringContaining('too long') },
    ])
    const items = { allOf: Array.from({ length: 900 }, () => ({ type: 'string' })) }
    const a = Array.from({ length: 20_000 }, () => 1)
    expect(problemsOf({ a: { type: 'array', items } }, { a })).toMatchObject([
      { path: '', expected: expect.stringContaining('too long') },
    ])
  })

  it('does not spoil the check of the next one', () => {
    const validator = new CapabilityValidator()
    const manifest = manifestOf({ parameters: { type: 'object', properties: slow } })
    validator.checkArguments(manifest, { a: 'ab'.repeat(50_000) })
    expect(validator.checkArguments(manifest, { a: 'aaab' }).ok).toBe(true)
  })

  it('is not reported for several independent patterns', () => {
    const rules = { a: { pattern: '^[a-z]+$' }, b: { pattern: '^[0-9]+$' } }
    expect(problemsOf(rules, { a: 'abc', b: '123' })).toEqual([])
    expect(problemsOf(rules, { a: '123', b: 'abc' }).map(({ path }) => path)).toEqual(['/a', '/b'])
  })
})
