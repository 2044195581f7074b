import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactAddresses, redacted, redactedAddress } from '../../../../src-main/policy/redaction/redaction.js'
import { redactBySchema } from '../../../../src-main/policy/redaction/schema-redaction.js'
import { outline, recordedFieldsAt } from '../../../../src-main/policy/risk/audit-level.js'
import { forAll, times } from '../../../fixtures/properties.js'

describe('the audit level', () => {
  // verifies: manifest-risk auditLevel
  it('none keeps the same as basic: every call leaves a row', () =>
    expect(recordedFieldsAt('none')).toEqual(recordedFieldsAt('basic')))
  // verifies: manifest-risk auditLevel
  it('decides which parts of a response are kept', () => {
    expect(recordedFieldsAt('basic')).toEqual({ response: 'nothing', before: 'nothing' })
    expect(recordedFieldsAt('detailed')).toEqual({ response: 'outline', before: 'outline' })
    expect(recordedFieldsAt('full')).toEqual({ response: 'all', before: 'all' })
  })
})

describe('an outline', () => {
  it('is bounded, for any data', () => {
    times(50).forAll(fc.jsonValue({ maxDepth: 8 }), (value) => JSON.stringify(outline(value)).length <= 1_000_000)
    const items = Array.from({ length: 1_000 }, () => 'x'.repeat(10_000))
    expect(JSON.stringify(outline({ items })).length).toBeLessThan(3_000)
  })

  it('keeps small values as they are, and names what it left out', () => {
    expect(outline({ players: ['Alex'], online: 1 })).toEqual({ players: ['Alex'], online: 1 })
    expect(outline([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, '[2 more]'])
  })
})

describe('a secret by its schema', () => {
  const secret = { type: 'string', writeOnly: true }
  it.each([
    ['a member', { properties: { pin: secret } }, { pin: '1234', name: 'a' }, { pin: redacted, name: 'a' }],
    ['a password', { properties: { pin: { format: 'password' } } }, { pin: '1' }, { pin: redacted }],
    [
      'a member of a member',
      { properties: { a: { properties: { pin: secret } } } },
      { a: { pin: 1 } },
      { a: { pin: redacted } },
    ],
    ['an item', { properties: { pins: { items: secret } } }, { pins: ['1', '2'] }, { pins: [redacted, redacted] }],
    ['an item by its place', { properties: { a: { items: [{}, secret] } } }, { a: ['1', '2'] }, { a: ['1', redacted] }],
    [
      'behind a reference',
      { $defs: { 'p/n': secret }, properties: { pin: { $ref: '#/$defs/p~1n' } } },
      { pin: 1 },
      { pin: redacted },
    ],
    ['in a branch', { properties: { pin: { anyOf: [{ type: 'null' }, secret] } } }, { pin: '1' }, { pin: redacted }],
    ['in all other members', { additionalProperties: secret }, { anything: 1 }, { anything: redacted }],
    ['by a pattern', { patternProperties: { '^p': secret } }, { pin: 1 }, { pin: redacted }],
    ['of the whole', secret, { pin: 1 }, { omitted: redacted }],
  ])('is not shown as %s', (_where, schema, value, shown) => expect(redactBySchema(schema, value)).toEqual(shown))

  it('hides all values when the schema takes too much work', () => {
    const branch = { anyOf: Array.from({ length: 8 }, () => ({ $ref: '#' })), properties: { a: { writeOnly: true } } }
    expect(redactBySchema(branch, { b: { a: 1 } })).toEqual({ omitted: redacted })
  })

  it('keeps what no schema marks as secret', () => {
    expect(redactBySchema({ properties: { a: {} } }, { a: 1 })).toEqual({ a: 1 })
    expect(redactBySchema(undefined, { a: 1 })).toEqual({ a: 1 })
  })
})

describe('an address', () => {
  it.each(['203.0.113.7', '2001:db8::1', '::1', '2001:0db8:85a3:0000:0000:8a2e:0370:7334'])(
    '%s is not written',
    (address) => {
      expect(redactAddresses({ who: [`from ${address}, twice`] })).toEqual({ who: [`from ${redactedAddress}, twice`] })
    },
  )
  it.each([
    '10:30:00',
    '2026-01-19T10:30:00.000Z',
    '1.20.4',
    '1.2.3.4.5',
    'world:overworld',
    '00:1b:44:11:3a:b7',
    '-12.5 64 300.25',
  ])('%s is not an address', (text) => expect(redactAddresses(text)).toBe(text))

  it('is replaced wherever it stands, and nothing else is changed or left out', () => {
    const address = '203.0.113.7'
    const sameWith = (value: string) => (_name: string, member: unknown) => (member === 'HERE' ? value : member)
    // A name such as `::0` is an address itself.
    const key = fc.string().map((name) => name.replaceAll(/[.:]/gu, ''))
    const values = [fc.constant('HERE'), fc.nat(), fc.constant('a.b:c'), fc.constant(null)]
    const anywhere = fc.object({ key, values })
    forAll(anywhere, (value) => {
      const text = JSON.stringify(value)
      const redactedValue = redactAddresses(JSON.parse(text, sameWith(address)))
      expect(JSON.stringify(redactedValue)).toBe(JSON.stringify(JSON.parse(text, sameWith(redactedAddress))))
    })
  })

  it('that does not occur leaves the value unchanged', () => {
    const value = { world: 'world', at: { x: 1 } }
    expect(redactAddresses(value)).toBe(value)
  })
})
