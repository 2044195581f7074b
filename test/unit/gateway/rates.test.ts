import { describe, expect, it } from 'vitest'
import { Rates } from '../../../src-main/gateway/rates.js'
import { FakeClock } from '../../fakes/fake-clock.js'

const limit = { requests: 1, period: 'minute' } as const

describe('rates', () => {
  it('are counted for each capability and server by itself', () => {
    const rates = new Rates(new FakeClock())
    expect(rates.take(limit, 'world.time.get', 'one')).toBe(0)
    expect(rates.take(limit, 'world.time.get', 'two')).toBe(0)
    expect(rates.take(limit, 'player.list', 'one')).toBe(0)
    expect(rates.take(limit, 'world.time.get', 'one')).toBe(60_000)
  })

  it('do not mix names that only look alike when joined', () => {
    const rates = new Rates(new FakeClock())
    expect(rates.take(limit, 'a","b', 'c')).toBe(0)
    expect(rates.take(limit, 'a', 'b","c')).toBe(0)
  })

  it('follow the clock that never jumps', async () => {
    const clock = new FakeClock()
    const rates = new Rates(clock)
    rates.take(limit, 'world.time.get', 'one')
    await clock.advance(59_999)
    expect(rates.take(limit, 'world.time.get', 'one')).toBeGreaterThan(0)
    await clock.advance(1)
    expect(rates.take(limit, 'world.time.get', 'one')).toBe(0)
  })
})
