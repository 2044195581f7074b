import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bounds, termsOf } from '../../../src-main/providers/agent/connection-terms.js'
import { forAll } from '../../fixtures/properties.js'

// verifies: agents-register-ack
describe('the connection terms of an agent', () => {
  it('are applied', () => {
    expect(termsOf({ heartbeatInterval: 15_000, reconnectDelay: 5_000, maxRetries: 3 })).toEqual({
      heartbeatMs: 15_000,
      reconnectMs: 5_000,
      maxRetries: 3,
    })
  })

  it('are the defaults when the agent asks for nothing', () => {
    const usual = { heartbeatMs: 30_000, reconnectMs: 1_000, maxRetries: 10 }
    expect(termsOf()).toEqual(usual)
    expect(termsOf({})).toEqual(usual)
  })

  // verifies: agents-config
  it('stay within bounds, for any request', () => {
    const anything = fc.option(fc.oneof(fc.double(), fc.integer()), { nil: undefined })
    const config = fc.record({ heartbeatInterval: anything, reconnectDelay: anything, maxRetries: anything })
    forAll(config, (asked) => {
      const terms = termsOf(asked as never)
      for (const name of Object.keys(bounds) as (keyof typeof bounds)[]) {
        expect(terms[name]).toBeGreaterThanOrEqual(bounds[name].least)
        expect(terms[name]).toBeLessThanOrEqual(bounds[name].most)
      }
    })
  })
})
