/** Clients whose own timer ends a call while their connection stays: nothing shows whether they read the result. */

import type { Caller } from '@contract/call.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnMs, silentMs } from '../../../../src-main/gateway/approvals/pending-call.js'
import type { CallRequest } from '../../../../src-main/gateway/ports/calls.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { times } from '../../../fixtures/properties.js'

const own: Caller = { type: 'model', id: 'client:0a1b2c3d', name: 'Python', sessionId: 's-1' }

function scene() {
  const under = new GatewayUnderTest()
  const overworld = under.serveOverworld()
  under.gateway.approvals.attach()
  const call = (more: Partial<CallRequest> = {}) => under.setTime({ caller: own, mayGiveUpSilently: true, ...more })
  /** A call that a person decides after this time. */
  async function decided(waitMs: number, decision: 'approve' | 'deny' = 'approve', more: Partial<CallRequest> = {}) {
    const first = call(more)
    await settled()
    await under.clock.advance(waitMs)
    under.gateway.approvals.decide(under.gateway.approvals.open()[0]?.id ?? '', decision, 'ada')
    await settled()
    return first
  }
  const runs = () => overworld.requestsFor('world.time.set').length
  return { under, overworld, call, decided, runs }
}

describe('the same call, after a person approved the one before', () => {
  // verifies: calls-idempotency
  it('gets that result once, marked, for a client that may have given up in silence; then it is another call', async () => {
    const { under, call, decided, runs } = scene()
    const first = await decided(6_000)
    await under.clock.advance(returnMs - 1)
    expect(await call()).toEqual({ ...first, isRepeated: true })
    expect([under.questions.length, runs()]).toEqual([1, 1])
    void call()
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })

  it.each<[string, number, number, Partial<CallRequest>]>([
    ['a minute later', 6_000, returnMs, {}],
    ['whose approval came sooner than any timer ends', silentMs - 1, 1_000, {}],
    ['of another session of the key', 6_000, 1_000, { caller: { ...own, sessionId: 's-2' } }],
    ['of another client', 6_000, 1_000, { caller: { ...own, id: 'client:0a1b2c3e' } }],
    ['with other arguments', 6_000, 1_000, { arguments: { worldName: 'world', time: 1 } }],
  ])('is another call %s', async (_what, waitMs, laterMs, more) => {
    const { under, call, decided } = scene()
    await decided(waitMs)
    await under.clock.advance(laterMs)
    void call(more)
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })

  it('is another call on a connection that closes when its client gives up', async () => {
    const { under, call, decided } = scene()
    await decided(6_000, 'approve', { mayGiveUpSilently: undefined } as unknown as Partial<CallRequest>)
    void call()
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })

  it('runs when the one before failed', async () => {
    const { under, overworld, call, decided } = scene()
    overworld.answers('world.time.set', () => Promise.reject(new Error('lost')))
    expect(endOf(await decided(6_000))).not.toBe('done')
    void call()
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })

  it('runs when the one before failed, also after the session repeated that one while it waited', async () => {
    const { under, overworld, call, decided } = scene()
    overworld.answers('world.time.set', () => Promise.reject(new Error('lost')))
    void call()
    await settled()
    await under.clock.advance(silentMs)
    expect(endOf(await decided(silentMs))).not.toBe('done')
    expect(under.questions).toHaveLength(1)
    void call()
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })

  it('gets a result that was fetched by its id only when it was asked for again', async () => {
    const { under, call, decided } = scene()
    await decided(6_000)
    const [question] = under.questions
    const status = under.gateway.approvalOf(question?.id ?? '', own)
    expect(status).toMatchObject({ state: 'ended', report: { outcome: { kind: 'done' } } })
    expect(status).not.toMatchObject({ report: { isRepeated: true } })
    void call()
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })
})

it('never runs twice for one intention, whenever the client gives up, the person answers and the client repeats', async () => {
  const moments = fc.record({
    timer: fc.integer({ min: silentMs, max: 40_000 }),
    answers: fc.integer({ min: 0, max: 40_000 }),
    thinks: fc.integer({ min: 1, max: returnMs - 1 }),
  })
  await times(150).forAllAsync(moments, async ({ timer, answers, thinks }) => {
    const { under, call, runs } = scene()
    const { approvals } = under.gateway
    const first = call()
    await settled()
    const stop = under.clock.after(answers, () => approvals.decide(under.questions[0]?.id ?? '', 'approve', 'ada'))
    await under.clock.advance(timer)
    // Answered in time: the client has read it, and does not repeat.
    if (answers <= timer) expect(endOf(await first)).toBe('done')
    else {
      await under.clock.advance(thinks)
      const again = call()
      await settled()
      await under.clock.advance(45_000)
      const report = await again
      if (report.outcome.kind === 'pending') expect(endOf(await call())).toBe('done')
      else expect(report.outcome.kind).toBe('done')
    }
    expect([under.questions.length, runs()]).toEqual([1, 1])
    stop()
    await under.gateway.stop()
  })
})
