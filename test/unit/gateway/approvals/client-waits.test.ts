import type { Caller } from '@contract/call.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClientWaits, memoryLearnedWaits } from '../../../../src-main/gateway/approvals/client-waits.js'
import { returnMs } from '../../../../src-main/gateway/approvals/pending-call.js'
import { Cancellation, ClientGone } from '../../../../src-main/gateway/ports/cancellation.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { forAll } from '../../../fixtures/properties.js'

const own: Caller = { type: 'model', id: 'client:0a1b2c3d', name: 'ADK', sessionId: 's-1' }
const shared: Caller = { type: 'model', id: 'bridge', name: 'One', sessionId: 's-1' }

describe('the wait of a client', () => {
  it('is learned from two cuts after about the same time, and is shorter than both', () => {
    const waits = new ClientWaits(new RecordingLog(), memoryLearnedWaits())
    waits.noteCut(own, 5_010)
    expect(waits.limitOf(own)).toBeUndefined()
    waits.noteCut(own, 5_200)
    expect(waits.limitOf({ ...own, sessionId: 's-2' })).toBe(4_008)
  })

  it.each([
    ['two cuts at different times, as of a person', [3_000, 9_000]],
    ['cuts in the first second', [400, 410]],
  ])('is not learned from %s', (_what, cuts) => {
    const waits = new ClientWaits(new RecordingLog(), memoryLearnedWaits())
    for (const cut of cuts) waits.noteCut(own, cut)
    expect(waits.limitOf(own)).toBeUndefined()
  })

  it('of programs that share a key is known by the name of each', () => {
    const waits = new ClientWaits(new RecordingLog(), memoryLearnedWaits())
    for (const cut of [5_000, 5_000]) waits.noteCut(shared, cut)
    expect(waits.limitOf({ ...shared, sessionId: 's-2' })).toBe(4_000)
    expect(waits.limitOf({ ...shared, name: 'Other' })).toBeUndefined()
  })

  it('of a client with its own key outlives the program; that of a program without one does not', () => {
    const learned = memoryLearnedWaits()
    const waits = new ClientWaits(new RecordingLog(), learned)
    for (const caller of [own, own, shared, shared]) waits.noteCut(caller, 5_000)
    const next = new ClientWaits(new RecordingLog(), learned)
    expect([own, shared].map((caller) => next.limitOf(caller))).toEqual([4_000, undefined])
    next.noteSilence(own, 60_000)
    expect(next.limitOf(own)).toBe(4_000)
  })

  it('always ends before the timer that it was learned from', () => {
    const timer = fc.integer({ min: 1_000, max: 60_000 })
    forAll(timer, fc.integer({ min: 0, max: 400 }), (first, late) => {
      const waits = new ClientWaits(new RecordingLog(), memoryLearnedWaits())
      waits.noteCut(own, first)
      waits.noteCut(own, first + late)
      const limit = waits.limitOf(own) ?? Number.POSITIVE_INFINITY
      expect(limit).toBeGreaterThan(0)
      expect(limit).toBeLessThan(first)
    })
  })
})

/** A client that calls and gives up after some milliseconds. */
async function cutAfter(under: GatewayUnderTest, milliseconds: number, caller: Caller, how?: ClientGone['how']) {
  const signal = new Cancellation()
  const call = under.setTime({ caller, signal })
  await settled()
  await under.clock.advance(milliseconds)
  signal.cancel(how && new ClientGone(how))
  await settled()
  return call
}

describe('a client that gives a tool five seconds', () => {
  const open = (): GatewayUnderTest => {
    const under = new GatewayUnderTest()
    under.serveOverworld()
    under.gateway.approvals.attach()
    return under
  }

  it.each([
    ['names its timer, in one session', 'timed-out', shared, shared],
    ['closes its connection and has its own key', 'disconnected', own, { ...own, sessionId: 's-2' }],
  ] as const)('and %s has the owner asked once, and gets "pending" in time', async (_what, how, first, next) => {
    const under = open()
    await cutAfter(under, 5_000, first, how)
    await under.clock.advance(3_000)
    await cutAfter(under, 5_000, next, how)
    const third = under.setTime({ caller: next })
    await settled()
    await under.clock.advance(4_000)
    expect(endOf(await third)).toBe('pending')
    expect(under.questions).toHaveLength(1)
    const [question] = under.questions
    expect(under.gateway.approvals.decide(question?.id ?? '', 'approve', 'ada')).toBe(true)
    await settled()
    expect(under.gateway.approvalOf(question?.id ?? '', next)).toMatchObject({ state: 'ended' })
    await under.gateway.stop()
  })

  it.each([shared, own])('and says nothing has the owner asked once, and the action runs once', async (caller) => {
    const under = open()
    const given = [under.setTime({ caller })]
    await settled()
    await under.clock.advance(6_000)
    given.push(under.setTime({ caller }))
    await settled()
    expect(endOf(await (given[0] as (typeof given)[number]))).toBe('pending')
    await under.clock.advance(2_000)
    under.gateway.approvals.decide(under.questions[0]?.id ?? '', 'approve', 'ada')
    await settled()
    await under.clock.advance(returnMs - 1)
    expect((await under.setTime({ caller })).requestId).toBe(under.questions[0]?.requestId)
    expect(under.questions).toHaveLength(1)
    const wanted = under.setTime({ caller, arguments: { worldName: 'world', time: 13_000 } })
    await settled()
    await under.clock.advance(3_000)
    expect(endOf(await wanted)).toBe('pending')
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })

  it('and cancels at the wish of its person teaches no time', async () => {
    const under = open()
    await cutAfter(under, 5_000, shared)
    await cutAfter(under, 5_000, shared)
    let answered = false
    void under.setTime({ caller: shared }).then(() => {
      answered = true
    })
    await settled()
    await under.clock.advance(10_000)
    expect(answered).toBe(false)
    expect(under.questions).toHaveLength(3)
    await under.gateway.stop()
  })

  it('gets "pending" within the wait that its owner set, or that it named itself', async () => {
    const under = new GatewayUnderTest({ waitOf: ({ id }) => (id === own.id ? 4_000 : undefined) })
    under.serveOverworld()
    under.gateway.approvals.attach()
    const calls = [under.setTime({ caller: own }), under.setTime({ caller: shared, maxWaitMs: 3_000 })]
    await settled()
    await under.clock.advance(4_000)
    expect((await Promise.all(calls)).map(endOf)).toEqual(['pending', 'pending'])
    await under.gateway.stop()
  })

  it('has its request withdrawn when it does not come back within a minute', async () => {
    const under = open()
    await cutAfter(under, 5_000, own, 'disconnected')
    await under.clock.advance(returnMs - 1)
    expect(under.gateway.approvals.open()).toHaveLength(1)
    await under.clock.advance(1)
    expect(under.gateway.approvals.open()).toEqual([])
    expect(under.clock.waiting).toBe(0)
  })

  it('has its request withdrawn at once when it loses its rights, and cannot come back', async () => {
    const listeners: (() => void)[] = []
    let role: 'admin' | 'none' = 'admin'
    const under = new GatewayUnderTest({
      rightsOf: () => ({ role, roles: {}, permissions: [] }),
      onDidChangeRights: (listener) => {
        listeners.push(listener)
        return () => {}
      },
    })
    under.serveOverworld()
    under.gateway.approvals.attach()
    await cutAfter(under, 5_000, own, 'disconnected')
    expect(under.gateway.approvals.open()).toHaveLength(1)
    role = 'none'
    for (const listener of listeners) listener()
    expect(under.gateway.approvals.open()).toEqual([])
    await settled()
    expect(under.clock.waiting).toBe(0)
  })
})
