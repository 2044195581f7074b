import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact, redacted, redactObject } from '../../../../src-main/policy/redaction/redaction.js'
import { forAll } from '../../../fixtures/properties.js'

const secretNames = [
  'token',
  'accessToken',
  'agent-token',
  'clientSecret',
  'password',
  'passwd',
  'apiKey',
  'api_key',
  'Authorization',
  'set-cookie',
  'credentials',
  'passphrase',
  'privateKey',
]

// verifies: invariant 8
describe('redaction', () => {
  it.each(secretNames)('hides what is named %s, at any depth', (name) => {
    const value = { list: [{ deeper: { [name]: 'hush' } }] }
    expect(JSON.stringify(redact(value))).not.toContain('hush')
    expect(redact(value)).toEqual({ list: [{ deeper: { [name]: redacted } }] })
  })

  it('hides a secret that is a whole object', () => {
    expect(redactObject({ credentials: { user: 'ada', word: 'hush' } })).toEqual({ credentials: redacted })
  })

  it('leaves everything else as it is, and does not touch the original', () =>
    forAll(fc.dictionary(fc.constantFrom('playerName', 'x', 'reason', 'location'), fc.jsonValue()), (value) => {
      fc.pre(!/token|secret|pass|key|auth|cookie|cred|__proto__/iu.test(JSON.stringify(value)))
      const copy = structuredClone(value)
      expect(redactObject(value)).toEqual(copy)
      expect(value).toEqual(copy)
    }))

  it('is idempotent', () =>
    forAll(fc.jsonValue(), (value) => {
      expect(redact(redact(value))).toEqual(redact(value))
    }))

  it('ends where a value is nested a hundred thousand levels deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(() => redact(deep)).not.toThrow()
  })
})
