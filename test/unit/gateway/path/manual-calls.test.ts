import { type Attempt, owner } from '@shared/approvals/attempt.js'
import { describe, expect, it } from 'vitest'
import type { GatewayOptions } from '../../../../src-main/gateway/gateway-options.js'
import { maxManualCalls } from '../../../../src-main/gateway/path/manual-calls.js'
import { only } from '../../../../src-main/policy/rights/rights.js'
import { reader } from '../../../fakes/approvals-under-test.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

const desktop = reader('desktop')

function scene(options: Partial<GatewayOptions> = {}) {
  const under = new GatewayUnderTest({ rightsOf: () => only(), ...options })
  const server = under.serveOverworld()
  const { approvals, manualCalls } = under.gateway
  approvals.attach(desktop)
  const attempt = (more: Partial<Attempt> = {}) =>
    manualCalls.run({
      id: 'attempt-1',
      capabilityId: 'world.time.set',
      server: 'overworld',
      arguments: { worldName: 'world', time: 13_000 },
      dryRun: false,
      ...more,
    })
  async function answer(decision: 'approve' | 'deny') {
    const { id } = await under.asked()
    approvals.shown(id, desktop)
    await under.clock.advance(5_000)
    expect(approvals.decideAsPerson({ id, decision, person: desktop })).toEqual({ ok: true })
  }
  return { under, server, attempt, answer }
}

describe('a person who tries a capability', () => {
  it('reads without approval, and the trail names them', async () => {
    const { attempt, under } = scene()
    const report = await attempt({ capabilityId: 'world.time.get', arguments: { worldName: 'world' } })
    expect(report.outcome).toEqual({ kind: 'done', data: noon })
    expect(under.audit.events.at(-1)).toMatchObject({
      caller: { type: 'user', id: 'owner' },
      metadata: { requestId: report.requestId },
    })
  })

  it('is asked about a risky call like any caller, and answers it themselves', async () => {
    const { attempt, answer, server, under } = scene()
    const trying = attempt()
    await settled()
    expect(server.requestsFor('world.time.set')).toEqual([])
    await answer('approve')
    expect((await trying).outcome).toMatchObject({ kind: 'done', data: { time: 13_000 } })
    expect(under.audit.events.map(({ eventType }) => eventType)).toEqual(['approve', 'invoke', 'invoke'])
  })

  it('may deny their own call, and then nothing runs', async () => {
    const { attempt, answer, server } = scene()
    const trying = attempt()
    await settled()
    await answer('deny')
    expect((await trying).outcome).toEqual({ kind: 'denied', by: ['desktop'] })
    expect(server.requestsFor('world.time.set')).toEqual([])
  })

  it('cancels the attempt, and the question closes', async () => {
    const { attempt, under } = scene()
    const trying = attempt()
    await under.asked()
    under.gateway.manualCalls.withdraw('attempt-1')
    expect((await trying).outcome).toEqual({ kind: 'withdrawn' })
    expect(under.gateway.approvals.open()).toEqual([])
  })

  it('gets a preview from a dry run, which asks nobody and sends nothing', async () => {
    const { attempt, server, under } = scene()
    expect((await attempt({ dryRun: true })).outcome).toMatchObject({
      kind: 'foreseen',
      forecast: { decision: 'ask', approvers: 1, before: noon, undoable: true },
    })
    expect(server.requestsFor('world.time.set')).toEqual([])
    expect(under.questions).toEqual([])
  })

  it('gets an error for each wrong argument', async () => {
    const { attempt } = scene()
    expect((await attempt({ arguments: { worldName: '', time: 'noon' } })).outcome).toMatchObject({
      kind: 'failed',
      problems: [{ path: '/worldName' }, { path: '/time', expected: 'integer' }],
    })
  })

  it('cannot try what was not accepted, nor anything while everything is stopped', async () => {
    const { attempt, under } = scene()
    expect((await attempt({ capabilityId: 'world.weather.set' })).outcome).toMatchObject({ kind: 'failed' })
    under.gateway.panic.turnOn('ada')
    expect((await attempt()).outcome).toMatchObject({ kind: 'failed', error: { code: 'RISK.OPERATION_BLOCKED' } })
  })

  it('has a limited number of attempts running', async () => {
    const { attempt } = scene()
    for (let at = 0; at < maxManualCalls; at++) void attempt({ id: `attempt-${at}` })
    await expect(attempt({ id: 'one-more' })).rejects.toMatchObject({ code: 'SYSTEM.RATE_LIMITED' })
    await expect(attempt({ id: 'attempt-0' })).rejects.toMatchObject({ code: 'PROTOCOL.INVALID_REQUEST' })
  })
})

it('a client that calls itself the owner has the rights of its own key and no others', async () => {
  const { under } = scene()
  const report = await under.call('world.time.get', { worldName: 'world' }, { caller: { ...owner } })
  expect(endOf(report)).toBe('PERMISSION.DENIED')
})
