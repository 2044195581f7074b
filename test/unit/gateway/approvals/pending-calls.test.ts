import type { Caller } from '@contract/call.js'
import { describe, expect, it } from 'vitest'
import { defaultClientWaitMs, resultRetention } from '../../../../src-main/gateway/approvals/pending-calls.js'
import { denialCooldownMs } from '../../../../src-main/gateway/approvals/recent-denials.js'
import type { GatewayOptions } from '../../../../src-main/gateway/gateway-options.js'
import { maxStoredCharacters } from '../../../../src-main/gateway/path/stored-results.js'
import type { CallRequest } from '../../../../src-main/gateway/ports/calls.js'
import { acceptEverything } from '../../../fakes/accepting-owner.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, manifestOf } from '../../../fakes/fake-provider.js'
import { caller, endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

/** A gateway with one person at it and a world whose time can be set. */
function withPerson(options: Partial<GatewayOptions> = {}) {
  const under = new GatewayUnderTest(options)
  const overworld = under.serveOverworld()
  const { approvals } = under.gateway
  approvals.attach()
  const setTimes = () => overworld.requestsFor('world.time.set')
  /** Calls and waits for the pending result. */
  async function pending(more: Partial<CallRequest> = {}) {
    const call = under.setTime(more)
    const { id } = await under.asked()
    await under.clock.advance(defaultClientWaitMs)
    return { id, report: await call }
  }
  const statusOf = (id: string, who: Caller = caller) => under.gateway.approvalOf(id, who)
  return { under, overworld, approvals, setTimes, pending, statusOf }
}

describe('a client that has waited long enough', () => {
  // verifies: calls-approvals
  it('gets a pending result with the request and its expiry, and no sooner', async () => {
    const { under } = withPerson()
    const call = under.setTime()
    const { id, requestId } = await under.asked()
    let answered = false
    void call.then(() => {
      answered = true
    })
    await under.clock.advance(defaultClientWaitMs - 1)
    expect(answered).toBe(false)
    await under.clock.advance(1)
    expect(await call).toMatchObject({
      requestId,
      serverId: 'overworld',
      milliseconds: defaultClientWaitMs,
      outcome: {
        kind: 'pending',
        approvalId: id,
        stage: 'waiting-for-person',
        until: '2026-01-19T10:35:00.000Z',
      },
    })
    expect(under.gateway.approvals.isOpen(id)).toBe(true)
    expect(under.gateway.calls.list()).toMatchObject([{ stage: 'waiting-for-person', approvalId: id }])
  })

  it('has its call run all the same after an approval, and can fetch the result', async () => {
    const { under, approvals, setTimes, pending, statusOf } = withPerson()
    const { id, report } = await pending()
    expect(statusOf(id)).toMatchObject({ approvalId: id, capabilityId: 'world.time.set', state: 'waiting-for-person' })
    expect(approvals.decide(id, 'approve', 'ada')).toBe(true)
    await settled()
    expect(setTimes()).toHaveLength(1)
    expect(statusOf(id)).toMatchObject({
      state: 'ended',
      report: { requestId: report.requestId, traceId: report.traceId, outcome: { kind: 'done' } },
    })
    expect(under.audit.events.map(({ eventType, metadata }) => [eventType, metadata?.phase])).toEqual([
      ['approve', undefined],
      ['invoke', 'intent'],
      ['invoke', 'outcome'],
    ])
    expect(under.gateway.feed.recent().map(({ kind }) => kind)).toEqual(['asked', 'call'])
    expect(under.gateway.calls.list()).toEqual([])
    expect(under.clock.waiting).toBe(0)
  })

  it('gets a pending result also when a person has just approved and the server is slow', async () => {
    const { under, overworld, approvals, statusOf } = withPerson()
    overworld.answers('world.time.set', () => new Promise(() => {}))
    const call = under.setTime()
    const { id } = await under.asked()
    await under.clock.advance(defaultClientWaitMs - 1_000)
    approvals.decide(id, 'approve', 'ada')
    await under.clock.advance(1_000)
    expect((await call).outcome).toMatchObject({ kind: 'pending', stage: 'running' })
    expect(statusOf(id)).toMatchObject({ state: 'running' })
    await under.clock.advance(10_000)
    expect(statusOf(id)).toMatchObject({ report: { outcome: { error: { code: 'SYSTEM.TIMEOUT' } } } })
  })

  it('withdraws nothing by disconnecting', async () => {
    const { under, approvals, setTimes, pending } = withPerson()
    const client = new AbortController()
    const { id } = await pending({ signal: client.signal })
    client.abort()
    expect(approvals.decide(id, 'approve', 'ada')).toBe(true)
    await settled()
    expect(setTimes()).toHaveLength(1)
    expect(under.clock.waiting).toBe(0)
  })
})

describe('a repeated call', () => {
  // verifies: calls-idempotency
  it('while it is open joins the request, uses no rate, reads nothing, and gets the same outcome', async () => {
    const { under, overworld, approvals, setTimes } = withPerson()
    const first = under.setTime()
    const { id } = await under.asked()
    const reads = overworld.requestsFor('world.time.get').length
    const reported: string[] = []
    const again = Array.from({ length: 20 }, () =>
      under.setTime({ onWaiting: (question) => reported.push(question.id) }),
    )
    await settled()
    expect(under.questions).toHaveLength(1)
    expect(overworld.requestsFor('world.time.get')).toHaveLength(reads)
    expect(reported).toEqual(Array(20).fill(id))
    approvals.decide(id, 'approve', 'ada')
    const reports = await Promise.all([first, ...again])
    expect(new Set(reports.map(({ requestId }) => requestId)).size).toBe(1)
    expect(new Set(reports.map(endOf))).toEqual(new Set(['done']))
    expect(setTimes()).toHaveLength(1)
  })

  it('at the same moment joins it as well', async () => {
    const { under, approvals, setTimes } = withPerson()
    const calls = [under.setTime(), under.setTime()]
    approvals.decide((await under.asked()).id, 'approve', 'ada')
    expect((await Promise.all(calls)).map(endOf)).toEqual(['done', 'done'])
    expect(under.questions).toHaveLength(1)
    expect(setTimes()).toHaveLength(1)
  })

  it('while the call runs waits for its result', async () => {
    const { under, overworld, approvals, setTimes } = withPerson()
    let answer = () => {}
    overworld.answers('world.time.set', () => {
      return new Promise((resolve) => {
        answer = () => resolve({ data: { time: 13_000 } })
      })
    })
    const first = under.setTime()
    approvals.decide((await under.asked()).id, 'approve', 'ada')
    await settled()
    const second = under.setTime()
    await settled()
    answer()
    expect([await first, await second].map(endOf)).toEqual(['done', 'done'])
    expect(setTimes()).toHaveLength(1)
  })

  it.each([
    ['other arguments', { arguments: { worldName: 'world', time: 1 } }],
    ['another session', { caller: { ...caller, sessionId: 's-2' } }],
    ['another caller', { caller: { ...caller, id: 'mcp:other' } }],
  ])('is not the same with %s', async (_what, more) => {
    const { under } = withPerson()
    void under.setTime()
    await under.asked()
    void under.setTime(more)
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })

  it('is another call when the server has changed its offer', async () => {
    const { under, overworld } = withPerson()
    acceptEverything(under.gateway)
    void under.setTime()
    await under.asked()
    overworld.server = {
      ...overworld.server,
      capabilities: [core('world.time.get'), { ...core('world.time.set'), version: '1.0.1' }],
    }
    under.provider.host.present(overworld)
    void under.setTime()
    await settled()
    expect(under.questions.map(({ capabilityVersion }) => capabilityVersion)).toEqual(['1.0.0', '1.0.1'])
    await under.gateway.stop()
    expect(overworld.requestsFor('world.time.set')).toEqual([])
  })

  it.each(['approve', 'deny'] as const)(
    'after it was pending returns the outcome once (%s) without a question; after that it asks again',
    async (decision) => {
      const { under, approvals, setTimes, pending } = withPerson()
      const { id } = await pending()
      approvals.decide(id, decision, 'ada')
      await settled()
      expect(endOf(await under.setTime())).toBe(decision === 'approve' ? 'done' : 'denied')
      expect(under.questions).toHaveLength(1)
      await under.clock.advance(denialCooldownMs)
      void under.setTime()
      await settled()
      expect(under.questions).toHaveLength(2)
      await under.gateway.stop()
      expect(setTimes()).toHaveLength(decision === 'approve' ? 1 : 0)
    },
  )

  it('after the outcome was fetched asks again', async () => {
    const { under, approvals, pending, statusOf } = withPerson()
    const { id } = await pending()
    approvals.decide(id, 'deny', 'ada')
    await settled()
    expect(statusOf(id)).toMatchObject({ state: 'ended' })
    await under.clock.advance(denialCooldownMs)
    void under.setTime()
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })
})

// verifies: calls-cancel
describe('a client that cancels', () => {
  it('does not withdraw the question for another that waits for it', async () => {
    const { under, approvals, setTimes } = withPerson()
    const client = new AbortController()
    const first = under.setTime({ signal: client.signal })
    const second = under.setTime()
    const { id } = await under.asked()
    client.abort()
    expect(endOf(await first)).toBe('pending')
    approvals.decide(id, 'approve', 'ada')
    expect(endOf(await second)).toBe('done')
    expect(setTimes()).toHaveLength(1)
  })

  it('withdraws the request when it was the last that waited; the same call then asks again', async () => {
    const { under } = withPerson()
    const clients = [new AbortController(), new AbortController()]
    const calls = clients.map(({ signal }) => under.setTime({ signal }))
    await under.asked()
    clients[0]?.abort()
    clients[1]?.abort()
    const third = under.setTime()
    expect(await Promise.all(calls.map(async (call) => endOf(await call)))).toEqual(['pending', 'withdrawn'])
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
    expect(endOf(await third)).toBe('denied')
  })

  it('does not withdraw a request that another caller can still fetch', async () => {
    const { under, approvals, pending } = withPerson()
    const { id } = await pending()
    const client = new AbortController()
    const again = under.setTime({ signal: client.signal })
    await settled()
    client.abort()
    expect(endOf(await again)).toBe('pending')
    expect(approvals.isOpen(id)).toBe(true)
    await under.gateway.stop()
  })
})

describe('a stored outcome', () => {
  it('can be read by its caller alone', async () => {
    const { under, pending, statusOf } = withPerson()
    const own: Caller = { ...caller, sessionId: 's-1' }
    const { id } = await pending({ caller: own })
    for (const other of [
      caller,
      { ...own, sessionId: 's-2' },
      { ...own, id: 'mcp:other' },
      { ...own, type: 'user' as const },
    ]) {
      expect(statusOf(id, other)).toBeUndefined()
    }
    expect(statusOf(id, own)).toBeDefined()
    await under.gateway.stop()
  })

  it('expires after a while; the same call then asks again', async () => {
    const { under, approvals, pending, statusOf } = withPerson()
    const { id } = await pending()
    approvals.decide(id, 'approve', 'ada')
    await under.clock.advance(resultRetention.milliseconds)
    expect(statusOf(id)).toBeUndefined()
    void under.setTime()
    await settled()
    expect(under.questions).toHaveLength(2)
    await under.gateway.stop()
  })

  it('is dropped when too many newer ones exist', async () => {
    const { under, approvals, statusOf } = withPerson()
    const unlimited = manifestOf({ id: 'ext.ops.ban', type: 'action', risk: { level: 'high' } })
    under.serve('nether', [], { capabilities: [unlimited] })
    approvals.onDidOpen(() => approvals.denyAll('desktop: went to sleep'))
    const ended = async () => {
      await under.call(unlimited.id, {})
      return under.questions.at(-1)?.id ?? ''
    }
    const first = await ended()
    for (let count = 1; count < resultRetention.calls; count++) await ended()
    expect(statusOf(first)).toBeDefined()
    await ended()
    expect(statusOf(first)).toBeUndefined()
  })

  it('is not evicted by another client, however many calls it makes', async () => {
    const { under, approvals, pending, statusOf } = withPerson()
    const unlimited = manifestOf({ id: 'ext.ops.ban', type: 'action', risk: { level: 'high' } })
    under.serve('nether', [], { capabilities: [unlimited] })
    const { id } = await pending()
    approvals.decide(id, 'approve', 'ada')
    approvals.onDidOpen(() => approvals.denyAll('desktop: went to sleep'))
    const busy = { ...caller, id: 'mcp:busy' }
    for (let count = 0; count < resultRetention.calls; count++) await under.call(unlimited.id, {}, { caller: busy })
    expect(statusOf(id)).toMatchObject({ state: 'ended' })
    expect(statusOf(under.questions[1]?.id ?? '', busy)).toBeUndefined()
    await under.gateway.stop()
  })

  it('reports success when the result is too large to store', async () => {
    const { overworld, approvals, pending, statusOf } = withPerson()
    overworld.answers('world.time.set', () => ({
      data: { worldName: 'world', time: 1, lines: Array.from({ length: 200 }, () => 'x'.repeat(500)) },
    }))
    const { id } = await pending()
    approvals.decide(id, 'approve', 'ada')
    await settled()
    expect(statusOf(id)).toMatchObject({ report: { outcome: { kind: 'done', data: { omitted: expect.any(String) } } } })
  })

  it('has the whole result of a service, up to the limit for all of them together', async () => {
    const { under, approvals } = withPerson()
    const manifest = manifestOf({ id: 'ext.files.read', type: 'action', risk: { level: 'high' } })
    const files = under.serve('files', [], { kind: 'service', capabilities: [manifest] })
    const text = 'x'.repeat(maxStoredCharacters.service - 1_000)
    const result = { content: [{ type: 'text', text }] }
    files.answers(manifest.id, () => ({ data: result, relayed: { result } }))
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      const call = under.call(manifest.id, { count })
      await settled()
      const id = under.questions.at(-1)?.id ?? ''
      await under.clock.advance(defaultClientWaitMs)
      await call
      approvals.decide(id, 'approve', 'ada')
      await settled()
      ids.push(id)
    }
    const outcomes = ids.map((id) => {
      const status = under.gateway.approvalOf(id, caller)
      return status?.state === 'ended' ? status.report.outcome : undefined
    })
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(Array.from({ length: 5 }, () => 'done'))
    const whole = outcomes.map((outcome) => outcome?.kind === 'done' && outcome.relayed !== undefined)
    expect(whole).toEqual([false, true, true, true, true])
    expect(outcomes[0]).toMatchObject({ data: { omitted: expect.any(String) } })
    await under.gateway.stop()
  })
})
