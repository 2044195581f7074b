import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LockOut, maxWrongTokens } from '../../../../src-main/network/http/lock-out.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { times } from '../../../fixtures/properties.js'

const longest = 15 * 60_000

/** Wrong tokens, all at once, until one begins a lock-out; how long it is. */
function lock(lockOut: LockOut): number {
  for (let tries = 1; tries <= maxWrongTokens; tries++) {
    const wait = lockOut.wrongToken()
    if (wait.began) return wait.milliseconds
  }
  return 0
}

describe('the lock-out', () => {
  it('begins with the tenth wrong token within a minute, and is reported once', () => {
    const lockOut = new LockOut(new FakeClock())
    const waits = Array.from({ length: 12 }, () => lockOut.wrongToken())
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([...Array(9).fill(0), 30_000, 30_000, 30_000])
    expect(waits.filter(({ began }) => began)).toHaveLength(1)
  })

  it('does not begin for wrong tokens at a slow rate', async () => {
    const clock = new FakeClock()
    const lockOut = new LockOut(clock)
    for (let tries = 0; tries < 50; tries++) {
      expect(lockOut.wrongToken().milliseconds).toBe(0)
      await clock.advance(60_000 / (maxWrongTokens - 1) + 1)
    }
  })

  it('doubles each time, up to a quarter of an hour', async () => {
    const clock = new FakeClock()
    const lockOut = new LockOut(clock)
    const seen: number[] = []
    for (let round = 0; round < 7; round++) {
      seen.push(lock(lockOut))
      await clock.advance(seen.at(-1) ?? 0)
    }
    expect(seen.map((milliseconds) => milliseconds / 1_000)).toEqual([30, 60, 120, 240, 480, 900, 900])
  })

  it('is short again after a quarter of an hour without wrong tokens', async () => {
    const clock = new FakeClock()
    const lockOut = new LockOut(clock)
    await clock.advance(lock(lockOut))
    await clock.advance(lock(lockOut) + longest)
    expect(lock(lockOut)).toBe(30_000)
  })

  it('never returns a longer wait than is left, for any sequence', () =>
    times(30).forAllAsync(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 120 }), async (pauses) => {
      const clock = new FakeClock()
      const lockOut = new LockOut(clock)
      let until = 0
      for (const pause of pauses) {
        await clock.advance(pause)
        const { milliseconds, began } = lockOut.wrongToken()
        if (began) until = clock.elapsed() + milliseconds
        expect(milliseconds).toBe(Math.max(0, until - clock.elapsed()))
        expect(milliseconds).toBeLessThanOrEqual(longest)
      }
    }))
})
