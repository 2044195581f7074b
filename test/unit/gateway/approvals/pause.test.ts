import type { PanicState } from '@shared/approvals/panic.js'
import { describe, expect, it } from 'vitest'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const minute = 60_000

function withWorld(kept: { state: PanicState } = { state: { on: false } }) {
  const store = {
    kept,
    broken: false,
    read: () => kept.state,
    write(state: PanicState) {
      if (store.broken) throw new Error('disk full')
      kept.state = state
    },
  }
  const under = new GatewayUnderTest({ panic: store })
  under.serveOverworld()
  under.gateway.approvals.attach()
  return { under, panic: under.gateway.panic, store }
}

describe('a pause', () => {
  it('stops the same as a panic, with a text that names its end', async () => {
    const { under, panic } = withWorld()
    const call = under.setTime()
    await under.asked()
    panic.pause('desktop', 15)
    expect(endOf(await call)).toBe('denied')
    const reported = under.gateway.feed.recent().findLast(({ kind }) => kind === 'call')
    expect(reported).toMatchObject({ result: 'denied', refused: { why: 'paused' } })
    const { outcome } = await under.setTime()
    expect(outcome).toMatchObject({
      error: {
        code: 'RISK.OPERATION_BLOCKED',
        message: 'The owner has paused everything until 2026-01-19T10:45:00.000Z.',
        details: { panic: true },
      },
    })
  })

  it('ends by itself after its time, and that is recorded in the trail', async () => {
    const { under, panic } = withWorld()
    panic.pause('desktop', 15)
    await under.clock.advance(15 * minute - 1)
    expect(panic.state.on).toBe(true)
    await under.clock.advance(1)
    expect(panic.state).toEqual({ on: false })
    const rows = under.audit.events.filter(({ capabilityId }) => capabilityId === 'system.panic')
    expect(rows.map(({ caller, request }) => [caller.id, request])).toEqual([
      ['desktop', { panic: true, pause: true, until: '2026-01-19T10:45:00.000Z' }],
      ['the end of the pause', { panic: false, pause: true }],
    ])
    expect(under.clock.waiting).toBe(0)
  })

  it('without a time waits for a person', async () => {
    const { under, panic } = withWorld()
    panic.pause('desktop')
    await under.clock.advance(100 * 60 * minute)
    expect(panic.state).toMatchObject({ on: true, pause: true })
    panic.endPause('desktop: tray')
    expect(panic.state.on).toBe(false)
  })

  it('becomes a panic without an end when somebody stops everything, and no pause ends that', async () => {
    const { under, panic } = withWorld()
    panic.pause('desktop', 15)
    panic.turnOn('desktop: shortcut')
    expect(panic.state).toEqual({ on: true, since: '2026-01-19T10:30:00.000Z', by: 'desktop: shortcut' })
    await under.clock.advance(60 * minute)
    panic.endPause('desktop: tray')
    expect(panic.state.on).toBe(true)
  })

  it('never loosens a panic', async () => {
    const { under, panic } = withWorld()
    panic.turnOn('desktop')
    panic.pause('desktop', 1)
    await under.clock.advance(5 * minute)
    expect(panic.state).not.toHaveProperty('pause')
    expect(panic.state.on).toBe(true)
  })

  it('continues over a restart, and one whose time is over by then ends', async () => {
    const first = withWorld()
    first.panic.pause('desktop', 15)
    const second = withWorld(first.store.kept)
    expect(second.panic.state.on).toBe(true)
    await second.under.clock.advance(15 * minute)
    expect(second.panic.state.on).toBe(false)

    const over = withWorld({ state: { on: true, pause: true, until: '2026-01-19T09:00:00.000Z' } })
    await over.under.clock.advance(0)
    expect(over.panic.state.on).toBe(false)
  })

  it('stays where its end cannot be logged, and ends once it can', async () => {
    const { under, panic, store } = withWorld()
    panic.pause('desktop', 15)
    store.broken = true
    await under.clock.advance(16 * minute)
    expect(panic.state.on).toBe(true)
    store.broken = false
    await under.clock.advance(2 * minute)
    expect(panic.state.on).toBe(false)
  })
})
