import { describe, expect, it } from 'vitest'
import { liveOrders } from '../../../../src-main/owner/orders/trail.js'
import { phaseOfStep, phasesOf } from '../../../../src-renderer/features/home/call-phases.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

function withWorld() {
  const under = new GatewayUnderTest()
  under.serveOverworld()
  under.gateway.approvals.attach()
  const stream = { on: false }
  return { under, stream, handlers: checkedOrders(liveOrders(under.gateway, stream)) }
}

describe('live, in the window', () => {
  it('is sent in pages', async () => {
    const { under, handlers } = withWorld()
    await under.call('world.time.get', { worldName: 'world' })
    await under.call('world.time.get', { worldName: 'world' })
    const pageBefore = async (before?: number) => {
      const page = await handlers['live:page'](before === undefined ? {} : { before }, 'window')
      return page.ok && { ...page.value, entries: JSON.parse(page.value.entries) }
    }
    expect(await pageBefore()).toMatchObject({ from: 0, oldest: 0, entries: [{ kind: 'call' }, { kind: 'call' }] })
    expect(await pageBefore(1)).toMatchObject({ from: 0, entries: [{ kind: 'call' }] })
  })

  it('is sent in small consecutive pages on a stream, down to the oldest', async () => {
    const { under, stream, handlers } = withWorld()
    const { feed } = under.gateway
    const oldest = feed.next
    for (let number = 0; number < 450; number += 1) {
      feed.add({ kind: 'server', server: { id: `${number}`, name: 'x' }, state: 'online' })
    }
    const pageBefore = async (before?: number) => {
      const page = await handlers['live:page'](before === undefined ? {} : { before }, 'window')
      const { from, entries } = page.ok ? page.value : { from: -1, entries: '[]' }
      return [from - oldest, JSON.parse(entries).length]
    }
    expect(await pageBefore()).toEqual([0, 450])
    stream.on = true
    expect(await pageBefore()).toEqual([250, 200])
    expect(await pageBefore(oldest + 250)).toEqual([50, 200])
    expect(await pageBefore(oldest + 50)).toEqual([0, 50])
  })

  it('shows the steps of a call while it waits, and the scope of the approval after it ended', async () => {
    const { under, handlers } = withWorld()
    const call = under.setTime()
    const { id, requestId } = await under.asked()
    const flights = await handlers['calls:list'](undefined, 'window')
    const [flying] = flights.ok ? flights.value : []
    expect(flying).toMatchObject({ requestId, stage: 'waiting-for-person' })
    expect(phasesOf(flying?.steps ?? [], false).map(({ state }) => state)).toEqual([
      ...['done', 'done', 'now'],
      ...['later', 'later', 'later'],
    ])
    expect(await handlers['live:way']({ requestId }, 'window')).toEqual({ ok: true, value: null })
    const person = { id: 'desktop', name: 'desktop', kind: 'desktop' } as const
    under.gateway.approvals.shown(id, person)
    await under.clock.advance(2_000)
    expect(under.gateway.approvals.decideAsPerson({ id, decision: 'approve', duration: '15-minutes', person })).toEqual(
      {
        ok: true,
      },
    )
    await call
    const way = await handlers['live:way']({ requestId }, 'window')
    expect(way).toMatchObject({ ok: true, value: { scope: { duration: '15-minutes', what: 'exactly' } } })
    const steps = (way.ok && way.value?.steps) || []
    expect(steps.map(({ name }) => name).filter((name) => phaseOfStep[name] === undefined)).toEqual([])
    expect(new Set(steps.map(({ name }) => name))).toEqual(new Set(Object.keys(phaseOfStep)))
    expect(phasesOf(steps, true).every(({ state }) => state === 'done')).toBe(true)
    expect(await handlers['calls:list'](undefined, 'window')).toEqual({ ok: true, value: [] })
  })
})
