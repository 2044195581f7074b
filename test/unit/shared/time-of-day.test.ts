import { clockOf, ticksOf, timeOfDay } from '@shared/words/time-of-day.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const anyTick = fc.integer({ min: 0, max: 24_000 })

describe('time of day', () => {
  it.each([
    [0, 'dawn'],
    [1_000, 'day'],
    [6_000, 'noon'],
    [12_000, 'dusk'],
    [13_000, 'night'],
    [18_000, 'midnight'],
    [23_000, 'dawn'],
    [24_000, 'dawn'],
  ] as const)('calls tick %i %s', (ticks, word) => expect(timeOfDay(ticks)).toBe(word))

  it.each([
    [0, '06:00'],
    [6_000, '12:00'],
    [13_000, '19:00'],
    [18_000, '00:00'],
    [23_999, '05:59'],
  ])('reads %i as %s on a clock', (ticks, clock) => expect(clockOf(ticks)).toBe(clock))

  it('has a name and a clock time for every tick, the same a day later', () => {
    fc.assert(
      fc.property(anyTick, fc.integer({ min: -3, max: 3 }), (tick, days) => {
        expect(timeOfDay(tick + days * 24_000)).toBe(timeOfDay(tick))
        expect(clockOf(tick + days * 24_000)).toBe(clockOf(tick))
        expect(clockOf(tick)).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
      }),
    )
  })

  it('never calls it day while the sun is down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 13_000, max: 22_999 }), (tick) => ['night', 'midnight'].includes(timeOfDay(tick))),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 11_999 }), (tick) => !['night', 'midnight'].includes(timeOfDay(tick))),
    )
  })

  it('accepts whole ticks of one day, and the names of the game', () => {
    fc.assert(fc.property(anyTick, (tick) => ticksOf(tick) === tick))
    expect(ticksOf('night')).toBe(13_000)
    for (const word of ['dawn', 'day', 'noon', 'dusk', 'night', 'midnight'] as const) {
      expect(timeOfDay(ticksOf(word) ?? -1)).toBe(word)
    }
  })

  it('rejects other values', () => {
    for (const wrong of [-1, 24_001, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '13000', 'constructor', null, {}]) {
      expect(ticksOf(wrong)).toBeUndefined()
    }
  })
})
