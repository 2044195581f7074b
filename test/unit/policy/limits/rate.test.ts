import type { RateLimit } from '@contract/generated/capability-manifest.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bucket, take } from '../../../../src-main/policy/limits/rate.js'
import { forAll } from '../../../fixtures/properties.js'

const periods = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
const requests = fc.integer({ min: 1, max: 200 })
const period = fc.constantFrom(...(Object.keys(periods) as (keyof typeof periods)[]))

/** Takes at each of the times; says when a token was given. */
function takeAt(limit: RateLimit, times: readonly number[]): number[] {
  let bucket: Bucket | undefined
  return times.filter((time) => {
    const taken = take(limit, bucket, time)
    bucket = taken.bucket
    return taken.allowed
  })
}

describe('a rate limit', () => {
  it('allows exactly its number of calls at once', () =>
    forAll(requests, period, (most, per) => {
      const times = Array.from({ length: most + 5 }, () => 0)
      expect(takeAt({ requests: most, period: per }, times)).toHaveLength(most)
    }))

  // verifies: promise 3
  it('never allows more than its initial tokens and those refilled since', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 120 })
    forAll(fc.integer({ min: 1, max: 20 }), gaps, (most, pauses) => {
      const times = runningSum(pauses)
      const given = takeAt({ requests: most, period: 'minute' }, times)
      for (const [first, from] of given.entries()) {
        for (const [last, to] of given.entries()) {
          if (last < first) continue
          expect(last - first + 1).toBeLessThanOrEqual(most + ((to - from) * most) / periods.minute + 1e-6)
        }
      }
    })
  })

  it('returns a sufficient time to wait', () => {
    fc.assert(
      fc.property(requests, period, fc.array(fc.nat(500), { maxLength: 50 }), (most, per, pauses) => {
        const limit = { requests: most, period: per }
        let bucket: Bucket | undefined
        let now = 0
        for (let spent = 0; spent < most; spent++) {
          now += pauses[spent] ?? 0
          bucket = take(limit, bucket, now).bucket
        }
        for (let left = 0; left < 5; left++) {
          const taken = take(limit, bucket, now)
          bucket = taken.bucket
          if (taken.allowed) continue
          expect(taken.retryAfterMs).toBeGreaterThan(0)
          expect(taken.retryAfterMs).toBeLessThanOrEqual(periods[per])
          const later = take(limit, bucket, now + taken.retryAfterMs)
          expect(later.allowed).toBe(true)
        }
      }),
      { examples: [[5, 'day', [0, 1, 2, 6, 1]]] },
    )
  })

  it('does not grow over an idle time', () => {
    const limit = { requests: 3, period: 'second' } as const
    const { bucket } = take(limit, undefined, 0)
    const times = [1e9, 1e9, 1e9, 1e9]
    let kept: Bucket | undefined = bucket
    const given = times.filter((time) => {
      const taken = take(limit, kept, time)
      kept = taken.bucket
      return taken.allowed
    })
    expect(given).toHaveLength(3)
  })

  it('adds nothing for a clock that goes backwards', () => {
    const limit = { requests: 1, period: 'second' } as const
    const { bucket } = take(limit, undefined, 10_000)
    expect(take(limit, bucket, 0).allowed).toBe(false)
  })

  it('that names no number of requests allows everything, at any time', () =>
    forAll(fc.array(fc.nat(1_000), { maxLength: 30 }), (pauses) => {
      const times = runningSum(pauses)
      expect(takeAt({ subscriptions: 1, period: 'minute' }, times)).toEqual(times)
      expect(takeAt({ subscriptions: 1, period: 'connection' }, times)).toEqual(times)
    }))

  it('for a connection allows its number and then returns a finite time to wait', () => {
    const limit = { requests: 2, period: 'connection' } as const
    expect(takeAt(limit, [0, 1, 2, 1e9])).toEqual([0, 1])
    const spent = { tokens: 0, at: 0 }
    const taken = take(limit, spent, 0)
    expect(JSON.parse(JSON.stringify(taken))).toEqual(taken)
  })
})

const runningSum = (gaps: readonly number[]): number[] => {
  let now = 0
  return gaps.map((gap) => {
    now += gap
    return now
  })
}
