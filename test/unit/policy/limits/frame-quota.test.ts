import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FrameQuota, type QuotaDecision } from '../../../../src-main/policy/limits/frame-quota.js'
import { forAll } from '../../../fixtures/properties.js'

/** Sends frames at a rate through a quota that is obeyed; returns the frames that were read, and the result. */
function send({ perSecond, seconds, bytes = 200 }: { perSecond: number; seconds: number; bytes?: number }) {
  const share = new FrameQuota(0)
  let [read, queue, pausedUntil] = [0, 0, 0]
  let last: QuotaDecision = { kind: 'go' }
  for (let now = 0; now < seconds * 1_000; now++) {
    queue += perSecond / 1_000
    while (queue >= 1 && now >= pausedUntil) {
      queue -= 1
      read += 1
      last = share.take(bytes, now)
      if (last.kind === 'cut') return { read, last, now, queue }
      if (last.kind === 'pause') pausedUntil = now + last.milliseconds
    }
  }
  return { read, last, now: seconds * 1_000, queue }
}

describe('the frame quota of an agent', () => {
  it.each([1_000, 2_000, 4_000])('accepts %i frames a second for a minute without a pause', (perSecond) => {
    const { read, last, queue } = send({ perSecond, seconds: 60 })
    expect(read + queue).toBeCloseTo(perSecond * 60, 0)
    expect(last).toEqual({ kind: 'go' })
  })

  it('spreads five thousand frames that come at once over a second, and loses none', () => {
    const share = new FrameQuota(0)
    let now = 0
    for (let frame = 0; frame < 5_000; frame++) {
      const verdict = share.take(200, now)
      expect(verdict.kind).not.toBe('cut')
      if (verdict.kind === 'pause') now += verdict.milliseconds
    }
    expect(now).toBeGreaterThan(800)
    expect(now).toBeLessThanOrEqual(1_100)
  })

  it('slows a flood down to five thousand a second, and disconnects after ten seconds', () => {
    const { read, last, now } = send({ perSecond: 100_000, seconds: 60 })
    expect(last).toEqual({ kind: 'cut' })
    expect(now).toBeGreaterThanOrEqual(10_000)
    expect(now).toBeLessThan(11_000)
    expect(read).toBeLessThan(52_000)
  })

  it('counts large frames as several', () => {
    const { last, now } = send({ perSecond: 100, seconds: 60, bytes: 1_048_576 })
    expect(last).toEqual({ kind: 'cut' })
    expect(now).toBeLessThan(11_000)
  })

  it('recovers after every burst', () => {
    const share = new FrameQuota(0)
    for (let rush = 0; rush < 20; rush++) {
      for (let frame = 0; frame < 1_000; frame++) expect(share.take(200, rush * 5_000).kind).not.toBe('cut')
    }
  })

  it('never pauses for longer than the excess requires', () =>
    forAll(fc.array(fc.record({ bytes: fc.nat(1_048_576), pass: fc.nat(50) }), { maxLength: 200 }), (frames) => {
      const share = new FrameQuota(0)
      let [now, cost] = [0, 0]
      for (const { bytes, pass } of frames) {
        now += pass
        cost += Math.max(1, bytes / 2_048)
        const verdict = share.take(bytes, now)
        if (verdict.kind === 'pause') expect(verdict.milliseconds).toBeLessThanOrEqual(cost / 5 + 51)
      }
    }))

  it('is smaller for a smaller quota', () => {
    const share = new FrameQuota(0, { rate: 1, bytesAFrame: 100 })
    expect(share.take(49_000, 0)).toEqual({ kind: 'go' })
    expect(share.take(2_000, 0)).toEqual({ kind: 'pause', milliseconds: 260 })
  })
})
