import { describe, expect, it } from 'vitest'
import { maxRowsPerReason, RejectedConnections } from '../../../../src-main/gateway/clients/rejected-connections.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

describe('rejected connections', () => {
  it('are counted in one row per kind and source, newest first', () => {
    const clock = new FakeClock()
    const refusals = new RejectedConnections(clock)
    refusals.note({ reason: 'no-key' })
    clock.advance(1_000)
    refusals.note({ reason: 'foreign-host', from: 'evil.example:80\u202e' })
    refusals.note({ reason: 'no-key' })
    expect(refusals.all()).toMatchObject([
      { reason: 'no-key', times: 2, lastAt: clock.now().toISOString() },
      { reason: 'foreign-host', times: 1, from: 'evil.example:80' },
    ])
  })

  it('stay bounded, and no reason evicts another', () => {
    const refusals = new RejectedConnections(new FakeClock())
    refusals.note({ reason: 'revoked', clientId: 'client:0a1b2c3d' })
    for (let page = 0; page < 1_000; page += 1) {
      refusals.note({ reason: 'foreign-origin', from: `http://${page}.example/${'x'.repeat(500)}` })
    }
    const all = refusals.all()
    expect(all.length).toBe(maxRowsPerReason + 1)
    expect(all.at(-1)).toMatchObject({ reason: 'revoked', clientId: 'client:0a1b2c3d' })
    expect(Math.max(...all.map(({ from = '' }) => from.length))).toBeLessThanOrEqual(129)
  })
})
