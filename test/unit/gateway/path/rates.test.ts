import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rates } from '../../../../src-main/gateway/path/rates.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { forAll, times } from '../../../fixtures/properties.js'

const limit = { requests: 1, period: 'minute' } as const

describe('rates', () => {
  it('are counted for each capability and server separately', () => {
    const rates = new Rates(new FakeClock())
    expect(rates.take(limit, 'world.time.get', 'one')).toBe(0)
    expect(rates.take(limit, 'world.time.get', 'two')).toBe(0)
    expect(rates.take(limit, 'player.list', 'one')).toBe(0)
    expect(rates.take(limit, 'world.time.get', 'one')).toBe(60_000)
  })

  it('do not mix names that are equal only when joined', () => {
    const rates = new Rates(new FakeClock())
    expect(rates.take(limit, 'a","b', 'c')).toBe(0)
    expect(rates.take(limit, 'a', 'b","c')).toBe(0)
  })

  // verifies: calls-rates
  it('of one client do not depend on other clients', async () => {
    const asked = fc.record({ who: fc.constantFrom('one', 'two', 'three'), pause: fc.nat(40_000) })
    const slow = { requests: 3, period: 'minute' } as const
    await times(50).forAllAsync(fc.array(asked, { maxLength: 30 }), async (story) => {
      const clock = new FakeClock()
      const [together, alone] = [new Rates(clock), new Rates(clock)]
      for (const { who, pause } of story) {
        await clock.advance(pause)
        const reported = together.take(slow, 'player.list', 'survival', who)
        if (who === 'one') expect(alone.take(slow, 'player.list', 'survival', who)).toBe(reported)
      }
    })
  })

  it('that are peeked match the next call, and use up nothing', () =>
    forAll(fc.array(fc.boolean(), { maxLength: 20 }), (peeks) => {
      const rates = new Rates(new FakeClock())
      let taken = 0
      for (const peeking of peeks) {
        const foretold = rates.peek(limit, 'player.list', 'survival', 'one')
        if (peeking) continue
        expect(rates.take(limit, 'player.list', 'survival', 'one')).toBe(foretold)
        taken += 1
        expect(foretold === 0).toBe(taken === 1)
      }
    }))

  it('follow the monotonic clock', async () => {
    const clock = new FakeClock()
    const rates = new Rates(clock)
    rates.take(limit, 'world.time.get', 'one')
    await clock.advance(59_999)
    expect(rates.take(limit, 'world.time.get', 'one')).toBeGreaterThan(0)
    await clock.advance(1)
    expect(rates.take(limit, 'world.time.get', 'one')).toBe(0)
  })
})
