import { describe, expect, it } from 'vitest'
import { DoorRefusals, keptOfAReason } from '../../../src-main/gateway/door-refusals.js'
import { FakeClock } from '../../fakes/fake-clock.js'

describe('who was not let in', () => {
  it('is one row a kind and source, counted, the newest first', () => {
    const clock = new FakeClock()
    const refusals = new DoorRefusals(clock)
    refusals.note({ reason: 'no-key' })
    clock.advance(1_000)
    refusals.note({ reason: 'foreign-host', from: 'evil.example:80\u202e' })
    refusals.note({ reason: 'no-key' })
    expect(refusals.all()).toMatchObject([
      { reason: 'no-key', times: 2, lastAt: clock.now().toISOString() },
      { reason: 'foreign-host', times: 1, from: 'evil.example:80' },
    ])
  })

  it('stays small whatever comes, and no reason pushes out another', () => {
    const refusals = new DoorRefusals(new FakeClock())
    refusals.note({ reason: 'revoked', clientId: 'client:0a1b2c3d' })
    for (let page = 0; page < 1_000; page += 1) {
      refusals.note({ reason: 'foreign-origin', from: `http://${page}.example/${'x'.repeat(500)}` })
    }
    const all = refusals.all()
    expect(all.length).toBe(keptOfAReason + 1)
    expect(all.at(-1)).toMatchObject({ reason: 'revoked', clientId: 'client:0a1b2c3d' })
    expect(Math.max(...all.map(({ from = '' }) => from.length))).toBeLessThanOrEqual(129)
  })
})
