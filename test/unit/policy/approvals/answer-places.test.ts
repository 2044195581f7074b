import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlaceFor } from '../../../../src-main/policy/approvals/answer-places.js'

const risk = fc.constantFrom(...(['low', 'medium', 'high', 'critical'] as const))
const kind = fc.constantFrom('desktop', 'control', 'phone', 'player')
const places = fc.record({
  phone: fc.record({ medium: fc.boolean(), high: fc.boolean(), critical: fc.boolean() }),
  game: fc.record({ medium: fc.boolean(), high: fc.boolean() }),
})

describe('where a request may be approved', () => {
  it('is everywhere until the owner takes a place away, and always this computer', () =>
    fc.assert(
      fc.property(risk, kind, places, fc.integer({ min: 1, max: 3 }), (level, who, chosen, needed) => {
        const asked = { risk: level, needed }
        expect(isPlaceFor(asked, who, everyAnswerPlace)).toBe(true)
        if (who === 'desktop' || who === 'control') expect(isPlaceFor(asked, who, chosen)).toBe(true)
      }),
    ))

  it('is not a phone where its risk is switched off, except that a second person can still agree', () => {
    const off = { phone: { medium: false, high: false, critical: false }, game: { medium: false, high: false } }
    const at = (who: 'phone' | 'player') =>
      (['low', 'medium', 'high', 'critical'] as const).map((level) => isPlaceFor({ risk: level, needed: 1 }, who, off))
    expect([at('phone'), at('player')]).toEqual([Array(4).fill(false), Array(4).fill(false)])
    expect(isPlaceFor({ risk: 'critical', needed: 2 }, 'phone', off)).toBe(true)
  })
})
