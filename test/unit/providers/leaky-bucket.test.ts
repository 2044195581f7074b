import { expect, it } from 'vitest'
import { LeakyBucket } from '../../../src-main/providers/agent/leaky-bucket.js'

it('a leaky bucket fills with each event and drains with time', () => {
  const count = new LeakyBucket(1_000, 500)
  expect([500, 500, 600].map((now) => count.add(now))).toEqual([1, 2, 3])
  expect(count.add(1_500)).toBe(3)
  expect(count.add(60_000)).toBe(1)
})
