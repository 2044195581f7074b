import { coreCatalogue } from '@contract/core-catalogue.js'
import type { RateLimit } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestsPerMs } from '../../../../src-main/policy/limits/rate.js'
import { limitsOf, offeredLimit } from '../../../../src-main/policy/limits/rate-limits.js'
import { forAll } from '../../../fixtures/properties.js'

const period = fc.constantFrom<RateLimit['period']>('second', 'minute', 'hour', 'day', 'connection')
const ofCalls: fc.Arbitrary<RateLimit> = fc.record({ requests: fc.integer({ min: 1, max: 10_000 }), period })
const id = 'world.time.get'
const core = coreCatalogue.get(id)?.rateLimit as RateLimit

/** Calls at once, and in the long run. */
const most = (limits: readonly RateLimit[]) => ({
  atOnce: Math.min(...limits.map(({ requests = Number.POSITIVE_INFINITY }) => requests)),
  perMs: Math.min(...limits.map(requestsPerMs)),
})

describe("a provider's own limit for a core capability", () => {
  it('applies together with the limit of the catalogue, and the stricter one wins', () =>
    forAll(ofCalls, (own) => {
      const rateLimit = offeredLimit(core, own)
      expect(most(limitsOf({ id, ...(rateLimit && { rateLimit }) }))).toEqual(most([own, core]))
    }))

  it('may allow fewer subscriptions, never more', () => {
    const event: RateLimit = { subscriptions: 10, period: 'connection' }
    expect(offeredLimit(event, { subscriptions: 3, period: 'connection' })).toEqual({ ...event, subscriptions: 3 })
    expect(offeredLimit(event, { subscriptions: 30, period: 'connection' })).toEqual(event)
    expect(offeredLimit(event, undefined)).toEqual(event)
  })

  it('counts alone where the catalogue has none', () => {
    const own: RateLimit = { requests: 3, period: 'hour' }
    expect(offeredLimit(undefined, own)).toEqual(own)
    expect(limitsOf({ id: 'ext.shop.list', rateLimit: own })).toEqual([own])
    expect(limitsOf({ id: 'ext.shop.list' })).toEqual([])
  })
})
