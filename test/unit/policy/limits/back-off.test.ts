import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOff } from '../../../../src-main/policy/limits/back-off.js'
import { forAll } from '../../../fixtures/properties.js'

const chance = fc.double({ min: 0, max: 1, noNaN: true })
const first = fc.integer({ min: 10, max: 600_000 })

describe('the wait before another attempt', () => {
  it('is between half and all of the doubled delay, and at most a minute', () =>
    forAll(fc.nat(2_000), first, chance, (attempt, from, luck) => {
      const wait = backOff(attempt, from, luck)
      const full = Math.min(60_000, from * 2 ** Math.min(attempt, 16))
      expect(wait).toBeGreaterThanOrEqual(Math.floor(full / 2))
      expect(wait).toBeLessThanOrEqual(Math.ceil(full))
    }))

  it('never shrinks from one attempt to the next under the same luck', () =>
    forAll(
      fc.nat(50),
      first,
      chance,
      (attempt, from, luck) => backOff(attempt + 1, from, luck) >= backOff(attempt, from, luck),
    ))
})
