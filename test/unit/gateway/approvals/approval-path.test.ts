import { GatewayError } from '@contract/gateway-error.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { refusalOf } from '@shared/trail/audit-outcome.js'
import { describe, expect, it } from 'vitest'
import { defaultApprovalTimeoutMs } from '../../../../src-main/gateway/approvals/approvals.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { caller, endOf, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

/** A gateway with one person at it and a world whose time can be set. */
function withPerson(people = 1) {
  const under = new GatewayUnderTest()
  const overworld = under.serveOverworld()
  const leave = Array.from({ length: people }, () => under.gateway.approvals.attach())
  return { under, overworld, leave, approvals: under.gateway.approvals }
}

describe('a question', () => {
  // verifies: manifest-risk reason
  it('names caller, action, server, arguments, risk and the current state', async () => {
    const { under } = withPerson()
    const call = under.call('world.time.set', { worldName: 'world', time: 13_000, reason: 'Fire\u202eworks' })
    expect(await under.asked()).toMatchObject({
      capabilityId: 'world.time.set',
      capabilityVersion: '1.0.0',
      capabilityName: 'Set the time',
      server: { id: 'overworld', name: 'overworld' },
      caller,
      arguments: { worldName: 'world', time: 13_000 },
      reason: 'Fireworks',
      risk: 'high',
      before: noon,
      askedAt: '2026-01-19T10:30:00.000Z',
      expiresAt: '2026-01-19T10:35:00.000Z',
    })
    under.gateway.approvals.denyAll('ada')
    await call
  })

  it('is sent once to the waiting caller', async () => {
    const { under, approvals } = withPerson()
    const reported: OpenApproval[] = []
    const call = under.setTime({ onWaiting: (approval) => reported.push(approval) })
    const question = await under.asked()
    approvals.decide(question.id, 'approve', 'ada')
    await call
    expect(reported.map(({ id }) => id)).toEqual([question.id])
  })

  it('lets the call run after an approval', async () => {
    const { under, overworld, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    expect(overworld.requestsFor('world.time.set')).toEqual([])
    expect(approvals.decide(id, 'approve', 'ada')).toBe(true)
    expect(endOf(await call)).toBe('done')
    expect(overworld.requestsFor('world.time.set')).toHaveLength(1)
  })

  it('sends exactly the arguments that were shown', async () => {
    const { under, overworld, approvals } = withPerson()
    const given = { worldName: 'world', time: 13_000 }
    const call = under.call('world.time.set', given)
    const question = await under.asked()
    given.time = 23_000
    approvals.decide(question.id, 'approve', 'ada')
    await call
    expect(overworld.requestsFor('world.time.set')).toMatchObject([{ arguments: question.arguments }])
    expect(question.arguments).toEqual({ worldName: 'world', time: 13_000 })
  })

  // verifies: invariant 3
  it('sends exactly the arguments that were shown, even if a listener changes its copy', async () => {
    const { under, overworld, approvals } = withPerson()
    const change = (question: OpenApproval) => {
      try {
        ;(question.arguments as { time: number }).time = 23_000
      } catch {
        return
      }
    }
    const call = under.setTime({ onWaiting: change })
    const { id } = await under.asked()
    approvals.decide(id, 'approve', 'ada')
    await call
    expect(overworld.requestsFor('world.time.set')).toMatchObject([{ arguments: { time: 13_000 } }])
  })

  // verifies: invariant 3
  it('runs the call once, however often a person approves', async () => {
    const { under, overworld, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    expect(approvals.decide(id, 'approve', 'ada')).toBe(true)
    expect(approvals.decide(id, 'approve', 'ada')).toBe(false)
    expect(approvals.decide(id, 'deny', 'ada')).toBe(false)
    await call
    expect(overworld.requestsFor('world.time.set')).toHaveLength(1)
    expect(under.audit.events.filter(({ eventType }) => eventType === 'approve')).toHaveLength(1)
  })

  it('is asked again for the same call made again', async () => {
    const { under, approvals } = withPerson()
    const first = under.setTime()
    approvals.decide((await under.asked()).id, 'approve', 'ada')
    await first
    const second = under.setTime()
    const { id } = await under.asked()
    approvals.decide(id, 'deny', 'ada')
    expect(endOf(await second)).toBe('denied')
  })

  it('answers only itself: two open ones do not mix', async () => {
    const { under, overworld, approvals } = withPerson()
    const night = under.call('world.time.set', { worldName: 'world', time: 18_000 })
    const day = under.call('world.time.set', { worldName: 'world', time: 1_000 })
    await settled()
    const byTime = (time: number) => approvals.open().find(({ arguments: { time: asked } }) => asked === time)
    approvals.decide(byTime(18_000)?.id ?? '', 'deny', 'ada')
    approvals.decide(byTime(1_000)?.id ?? '', 'approve', 'ada')
    expect([endOf(await night), endOf(await day)]).toEqual(['denied', 'done'])
    expect(overworld.requestsFor('world.time.set')).toMatchObject([{ arguments: { time: 1_000 } }])
  })

  it('with an unknown id cannot be answered', () => {
    const { approvals } = withPerson()
    expect(approvals.decide('no-such-id', 'approve', 'ada')).toBe(false)
  })
})

// verifies: invariant 2
describe('a denial', () => {
  it('is the decision of a person', async () => {
    const { under, overworld, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    approvals.decide(id, 'deny', 'ada')
    expect((await call).outcome).toMatchObject({ kind: 'denied', approvalId: id, by: ['ada'] })
    expect(overworld.requestsFor('world.time.set')).toEqual([])
    expect(under.audit.events).toMatchObject([
      { eventType: 'reject', approvalInfo: { outcome: 'denied', approvedBy: 'ada', required: true } },
      { eventType: 'reject', metadata: { phase: 'outcome' } },
    ])
  })

  it('follows when the time is up', async () => {
    const { under, overworld, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    await under.clock.advance(defaultApprovalTimeoutMs - 1)
    expect(approvals.open()).toHaveLength(1)
    expect(endOf(await call)).toBe('pending')
    await under.clock.advance(1)
    expect(under.gateway.approvalOf(id, caller)).toMatchObject({ report: { outcome: { kind: 'expired' } } })
    expect(approvals.open()).toEqual([])
    expect(approvals.decide(id, 'approve', 'ada')).toBe(false)
    expect(overworld.requestsFor('world.time.set')).toEqual([])
    expect(under.clock.waiting).toBe(0)
  })

  it('follows when the caller cancels', async () => {
    const { under, overworld, approvals } = withPerson()
    const client = new AbortController()
    const call = under.setTime({ signal: client.signal })
    const { id } = await under.asked()
    client.abort()
    expect(endOf(await call)).toBe('withdrawn')
    expect(approvals.decide(id, 'approve', 'ada')).toBe(false)
    expect(overworld.requestsFor('world.time.set')).toEqual([])
    expect(under.clock.waiting).toBe(0)
  })

  it('follows when the caller disconnected before the question was asked', async () => {
    const { under, overworld } = withPerson()
    const call = under.setTime({ signal: AbortSignal.abort() })
    expect(endOf(await call)).toBe('withdrawn')
    expect(overworld.requestsFor('world.time.set')).toEqual([])
  })

  it('follows when the program ends', async () => {
    const { under, overworld } = withPerson()
    const call = under.setTime()
    await under.asked()
    await under.gateway.stop()
    expect(endOf(await call)).toBe('denied')
    expect(overworld.requestsFor('world.time.set')).toEqual([])
    expect(under.provider.stopped).toBe(true)
  })

  it('follows when no approver is connected', async () => {
    const { under, overworld } = withPerson(0)
    expect(endOf(await under.setTime())).toBe('PERMISSION.APPROVAL_REQUIRED')
    expect(overworld.requestsFor('world.time.set')).toEqual([])
    expect(under.gateway.approvals.open()).toEqual([])
  })

  it('follows when the last approver disconnects', async () => {
    const { under, leave } = withPerson(1)
    for (const go of leave) {
      go()
      go()
    }
    expect(under.gateway.approvals.approvers).toBe(0)
    expect(endOf(await under.setTime())).toBe('PERMISSION.APPROVAL_REQUIRED')
  })
})

// verifies: calls-risk, calls-risk critical
describe('a critical call', () => {
  const ban = manifestOf({ id: 'ext.ops.ban', type: 'action', risk: { level: 'critical' } })

  function withPeople(people: number) {
    const under = new GatewayUnderTest()
    const server = under.serve('overworld', [], { capabilities: [ban] })
    for (let left = 0; left < people; left++) under.gateway.approvals.attach()
    return { under, server, approvals: under.gateway.approvals }
  }

  it('is blocked where fewer people are present than must approve, and nobody is asked', async () => {
    const { under, server } = withPeople(1)
    const { outcome } = await under.call(ban.id, {})
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'RISK.OPERATION_BLOCKED', details: { needed: 2, present: 1 } },
    })
    expect(under.questions).toEqual([])
    expect(server.requests).toEqual([])
    const reported = under.gateway.feed.recent().findLast(({ kind }) => kind === 'call')
    expect(reported).toMatchObject({ refused: { why: 'too-few', needed: 2, present: 1 } })
    const row = under.audit.events.at(-1)
    expect(row?.approvalInfo).toEqual({ required: true, needed: 2, present: 1 })
    expect(row && refusalOf(row)).toEqual({ why: 'too-few', needed: 2, present: 1 })
  })

  it('shows no approval count for an invented error of a server', async () => {
    const { under, server, approvals } = withPeople(2)
    const error = new GatewayError('RISK.OPERATION_BLOCKED', { details: { needed: 2, present: 1 } })
    server.answers(ban.id, () => Promise.reject(error))
    const call = under.call(ban.id, {})
    const { id } = await under.asked()
    approvals.decide(id, 'approve', 'ada')
    approvals.decide(id, 'approve', 'bob')
    await call
    expect(under.gateway.feed.recent().findLast(({ kind }) => kind === 'call')).not.toHaveProperty('refused')
    const row = under.audit.events.at(-1)
    expect(row && refusalOf(row)).toBeUndefined()
  })

  it('runs only when two different people approve', async () => {
    const { under, server, approvals } = withPeople(2)
    const call = under.call(ban.id, {})
    const { id } = await under.asked()
    approvals.decide(id, 'approve', 'ada')
    approvals.decide(id, 'approve', 'ada')
    await settled()
    expect(server.requests).toEqual([])
    approvals.decide(id, 'approve', 'ben')
    expect(endOf(await call)).toBe('done')
    expect(under.audit.events.find(({ eventType }) => eventType === 'approve')?.approvalInfo).toMatchObject({
      approvedBy: 'ada, ben',
    })
  })

  it('does not run when one person approves and the other denies', async () => {
    const { under, server, approvals } = withPeople(2)
    const call = under.call(ban.id, {})
    const { id } = await under.asked()
    approvals.decide(id, 'approve', 'ada')
    approvals.decide(id, 'deny', 'ben')
    expect((await call).outcome).toMatchObject({ kind: 'denied', by: ['ben'] })
    expect(server.requests).toEqual([])
  })
})

describe('an approved call and the trail', () => {
  it('are in order: the approval, the intent, the provider, the outcome', async () => {
    const { under, overworld, approvals } = withPerson()
    const order: string[] = []
    under.audit.onAppend = ({ eventType, metadata }) => order.push(`${eventType} ${metadata?.phase ?? ''}`.trim())
    overworld.answers('world.time.set', () => {
      order.push('provider')
      return { data: { worldName: 'world', previousTime: 6_000, time: 13_000 } }
    })
    const call = under.setTime()
    approvals.decide((await under.asked()).id, 'approve', 'ada')
    await call
    expect(order).toEqual(['approve', 'invoke intent', 'provider', 'invoke outcome'])
  })

  it('name the person, the question and the state before', async () => {
    const { under, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    approvals.decide(id, 'approve', 'ada')
    await call
    const intent = under.audit.events.find(({ metadata }) => metadata?.phase === 'intent')
    expect(intent).toMatchObject({
      approvalInfo: { required: true, outcome: 'approved', approvalId: id, approvedBy: 'ada' },
      rollbackInfo: { before: noon, rolledBack: false },
      riskLevel: 'high',
    })
  })

  it.each(['approve', 'invoke'] as const)('stop at a "%s" that cannot be written', async (unwritable) => {
    const { under, overworld, approvals } = withPerson()
    under.audit.refuses = ({ eventType }) => eventType === unwritable
    const call = under.setTime()
    approvals.decide((await under.asked()).id, 'approve', 'ada')
    expect(endOf(await call)).toBe('SYSTEM.INTERNAL_ERROR')
    expect(overworld.requestsFor('world.time.set')).toEqual([])
  })
})

describe('while a person thinks', () => {
  it('the call is listed as waiting, then as running, then not at all', async () => {
    const { under, overworld, approvals } = withPerson()
    let answer: () => void = () => {}
    overworld.answers(
      'world.time.set',
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ data: { time: 13_000 } })
        }),
    )
    const call = under.setTime()
    const { id } = await under.asked()
    expect(under.gateway.calls.list()).toMatchObject([{ stage: 'waiting-for-person', approvalId: id, risk: 'high' }])
    approvals.decide(id, 'approve', 'ada')
    await settled()
    const [running] = under.gateway.calls.list()
    expect(running).toMatchObject({ stage: 'running' })
    expect(running).not.toHaveProperty('approvalId')
    answer()
    await call
    expect(under.gateway.calls.list()).toEqual([])
  })

  it('the call is listed as being checked until the question is put, and after it was answered', async () => {
    const { under, overworld, approvals } = withPerson()
    const readings: ((reading: { data: object }) => void)[] = []
    overworld.answers('world.time.get', () => new Promise((resolve) => readings.push(resolve as never)))
    const call = under.setTime()
    await settled()
    expect(under.gateway.calls.list()).toMatchObject([{ stage: 'checking' }])
    readings[0]?.({ data: noon })
    approvals.decide((await under.asked()).id, 'approve', 'ada')
    await settled()
    expect(under.gateway.calls.list()).toMatchObject([{ stage: 'checking' }])
    readings[1]?.({ data: noon })
    await call
  })

  it('the feed reports the request and its end', async () => {
    const { under, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    approvals.decide(id, 'deny', 'ada')
    await call
    expect(under.gateway.feed.recent()).toMatchObject([
      { kind: 'asked', approvalId: id, capabilityId: 'world.time.set', risk: 'high' },
      { kind: 'call', result: 'denied', capabilityId: 'world.time.set', server: { id: 'overworld' } },
    ])
  })

  it('a server that withdraws the capability is not sent the call any more', async () => {
    const { under, overworld, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    overworld.server = { ...overworld.server, capabilities: [core('world.time.get')] }
    under.provider.host.present(overworld)
    approvals.decide(id, 'approve', 'ada')
    expect((await call).outcome.kind).toBe('failed')
    expect(overworld.requestsFor('world.time.set')).toEqual([])
  })

  // verifies: invariant 3
  it('a server that raises the version of the capability does not get a call approved for the old one', async () => {
    const { under, overworld, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    const replaced = new FakeServer({
      id: 'overworld',
      capabilities: [core('world.time.get'), { ...core('world.time.set'), version: '2.0.0' }],
    }).answers('world.time.get', () => ({ data: noon }))
    under.provider.host.present(replaced)
    approvals.decide(id, 'approve', 'ada')
    expect((await call).outcome.kind).toBe('failed')
    expect(overworld.requestsFor('world.time.set')).toEqual([])
    expect(replaced.requestsFor('world.time.set')).toEqual([])
  })
})
