import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlaceFor } from '../../../../src-main/policy/approvals/answer-places.js'

const risk = fc.constantFrom(...(['low', 'medium', 'high', 'critical'] as const))
const kind = fc.constantFrom(...(['desktop', 'control', 'remote', 'phone', 'player', 'discord'] as const))
const places = fc.record({
  phone: fc.record({ medium: fc.boolean(), high: fc.boolean(), critical: fc.boolean() }),
  game: fc.record({ medium: fc.boolean(), high: fc.boolean() }),
  discord: fc.record({ medium: fc.boolean(), high: fc.boolean() }),
  onlyWhenAway: fc.boolean(),
})

const nowhere = {
  phone: { medium: false, high: false, critical: false },
  game: { medium: false, high: false },
  discord: { medium: false, high: false },
  onlyWhenAway: false,
}

describe('where a request may be approved', () => {
  it('is everywhere until the owner takes a place away, always a computer, and never Discord for a critical one', () =>
    fc.assert(
      fc.property(risk, kind, places, fc.array(fc.record({ kind })), (level, who, chosen, agreed) => {
        const asked = { risk: level, agreed }
        const isNever = who === 'discord' && level === 'critical'
        expect(isPlaceFor(asked, who, everyAnswerPlace)).toBe(!isNever)
        if (isNever) expect(isPlaceFor(asked, who, chosen)).toBe(false)
        if (['desktop', 'control', 'remote'].includes(who)) expect(isPlaceFor(asked, who, chosen)).toBe(true)
      }),
    ))

  it('is not a phone, the game or Discord where its risk is switched off', () => {
    const at = (who: 'phone' | 'player' | 'discord') =>
      (['low', 'medium', 'high', 'critical'] as const).map((level) =>
        isPlaceFor({ risk: level, agreed: [] }, who, nowhere),
      )
    expect([...at('phone'), ...at('player'), ...at('discord')]).toEqual(Array(12).fill(false))
  })

  it('is never Discord where the risk is critical', () =>
    expect(isPlaceFor({ risk: 'critical', agreed: [{ kind: 'desktop' }] }, 'discord', everyAnswerPlace)).toBe(false))

  it('is not a phone because viewers of a stream agreed', () =>
    expect(isPlaceFor({ risk: 'high', agreed: [{ kind: 'audience' }, { kind: 'phone' }] }, 'phone', nowhere)).toBe(
      false,
    ))

  it('is a phone for the others whom a request needs, at any level, once somebody agreed at a computer', () =>
    fc.assert(
      fc.property(risk, fc.array(fc.record({ kind })), (level, agreed) => {
        const isAtComputer = agreed.some((one) => ['desktop', 'control', 'remote'].includes(one.kind))
        expect(isPlaceFor({ risk: level, agreed }, 'phone', nowhere)).toBe(isAtComputer)
      }),
    ))
})
