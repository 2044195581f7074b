import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BuildPace } from '../../../../../src-main/providers/java/build/build-pace.js'
import { forAll } from '../../../../fixtures/properties.js'

/** Readings once a second of a server that manages these ticks in each of them. */
function paced(tps: readonly number[], latency = 5, target?: number): BuildPace {
  const pace = new BuildPace()
  let ticks = 1_000
  pace.read({ ticks, at: 0, latency, ...(target !== undefined && { target }) })
  for (const [second, passed] of tps.entries()) {
    ticks += passed
    pace.read({ ticks, at: (second + 1) * 1_000, latency, ...(target !== undefined && { target }) })
  }
  return pace
}

describe('the pace of a build', () => {
  it('grows on a healthy server, up to one full fill a tick', () => {
    expect(paced([20]).rate).toBeGreaterThan(new BuildPace().rate)
    expect(paced(Array(60).fill(20)).rate).toBe(32_768 * 20)
  })

  it('gets slower as ticks are late, and stops under 15 ticks a second until the server has recovered', () => {
    const late = paced([20, 16, 16])
    expect(late.isStopped).toBe(false)
    expect(late.rate).toBeLessThan(new BuildPace().rate)
    expect(paced([20, 9, 9]).isStopped).toBe(true)
    expect(paced([20, 9, 9, 17, 17]).isStopped).toBe(true)
    expect(paced([20, 9, 9, 19, 20])).toMatchObject({ isStopped: false, tps: 20 })
  })

  it('is not misled by one bad moment of this computer', () => {
    expect(paced([20, 8, 20, 8, 20]).isStopped).toBe(false)
  })

  it('knows a server that does not tick because nobody is online, and one whose owner set another tick rate', () => {
    expect(paced([0, 0, 0]).isStopped).toBe(false)
    expect(paced([0, 0, 0], 5_000).isStopped).toBe(true)
    expect(paced([10, 10, 10], 5, 10)).toMatchObject({ isStopped: false, tps: 20 })
  })

  it('never sets more than its rate allows, whatever is measured', () => {
    const step = fc.record({ tps: fc.integer({ min: 0, max: 40 }), blocks: fc.integer({ min: 1, max: 32_768 }) })
    forAll(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const pace = new BuildPace()
      let [now, ticks, sent] = [0, 0, 0]
      pace.read({ ticks, at: 0, latency: 5 })
      for (const { tps, blocks } of steps) {
        const wait = pace.waitMs(now)
        expect(wait).toBeLessThanOrEqual((32_768 / pace.rate) * 60_000)
        now += wait
        pace.spent(blocks, now)
        sent += blocks
        now += 1_000
        ticks += tps
        pace.read({ ticks, at: now, latency: 5 })
        expect(pace.rate).toBeGreaterThanOrEqual(1_024)
        expect(pace.rate).toBeLessThanOrEqual(32_768 * 20)
      }
      expect(sent / (now / 1_000)).toBeLessThanOrEqual(32_768 * 20)
    })
  })
})
