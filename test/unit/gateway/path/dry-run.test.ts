import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import type { GatewayOptions } from '../../../../src-main/gateway/gateway-options.js'
import type { CallRequest } from '../../../../src-main/gateway/ports/calls.js'
import { only } from '../../../../src-main/policy/rights/rights.js'
import type { DryRunForecast } from '../../../../src-main/shared/approvals/forecast.js'
import { settled } from '../../../fakes/fake-clock.js'
import { manifestOf } from '../../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

function withWorld(people = 1, options: Partial<GatewayOptions> = {}) {
  const under = new GatewayUnderTest(options)
  const overworld = under.serveOverworld()
  for (let here = 0; here < people; here++) under.gateway.approvals.attach()
  async function foresee(given: unknown = { worldName: 'world', time: 13_000 }, more: Partial<CallRequest> = {}) {
    const report = await under.call('world.time.set', given, { dryRun: true, ...more })
    return forecastOf(report.outcome)
  }
  return { under, overworld, foresee }
}

function forecastOf(outcome: Awaited<ReturnType<GatewayUnderTest['call']>>['outcome']): DryRunForecast {
  if (outcome.kind !== 'foreseen') throw new Error(`It ended as ${outcome.kind}.`)
  return outcome.forecast
}

describe('a dry run', () => {
  it('reports who would be asked, the risk and why, what would be sent and the current state', async () => {
    const { foresee } = withWorld()
    expect(await foresee()).toEqual({
      decision: 'ask',
      approvers: 1,
      tainted: false,
      risk: expect.objectContaining({ level: 'high', reason: expect.any(String) }),
      arguments: { worldName: 'world', time: 13_000 },
      before: noon,
      undoable: true,
    })
  })

  // verifies: calls-dry-run
  it('asks nobody, changes nothing, uses no call quota, and shows nothing', async () => {
    const { under, overworld, foresee } = withWorld()
    for (let count = 0; count < 5; count++) await foresee()
    expect(under.questions).toEqual([])
    expect(overworld.requests.map(({ capabilityId }) => capabilityId)).toEqual(Array(5).fill('world.time.get'))
    expect(under.gateway.feed.recent()).toEqual([])
    expect(under.gateway.calls.list()).toEqual([])
    expect(under.clock.waiting).toBe(0)
  })

  it.each(['deny', 'ask'] as const)('omits data that its caller may only read by %s', async (effect) => {
    const { foresee } = withWorld(1, {
      rightsOf: () => ({
        role: 'admin',
        roles: {},
        permissions: [{ permission: 'mcp.context.world.time.get', effect }],
      }),
    })
    expect(await foresee()).toMatchObject({ decision: 'ask', undoable: true })
    expect(await foresee()).not.toHaveProperty('before')
  })

  it('contains nothing that a rule lets nobody read', async () => {
    const { under, foresee } = withWorld()
    const ada = { id: 'ada', name: 'ada', kind: 'desktop' } as const
    under.gateway.rules.create({ effect: 'deny', capability: 'world.time.get', maxRisk: 'critical' }, ada)
    expect(await foresee()).not.toHaveProperty('before')
  })

  it('is in the trail as a dry run, and not as a decision', async () => {
    const { under, foresee } = withWorld()
    await foresee()
    await under.call('world.time.set', {}, { dryRun: true })
    expect(under.audit.events).toMatchObject([
      { eventType: 'invoke', response: { forecast: 'ask' }, riskLevel: 'high', metadata: { dryRun: true } },
      { eventType: 'error', metadata: { dryRun: true } },
    ])
    for (const { metadata, approvalInfo } of under.audit.events) {
      expect(metadata).not.toHaveProperty('phase')
      expect(approvalInfo).toBeUndefined()
    }
  })

  it('with wrong arguments fails like the call itself', async () => {
    const { under } = withWorld()
    const end = endOf(await under.call('world.time.set', {}, { dryRun: true }))
    expect(end).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
    expect(endOf(await under.call('world.time.stop', {}, { dryRun: true }))).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
  })

  it('of what needs no approval reports that it would run', async () => {
    const { under } = withWorld(0)
    const lowRiskAction: CapabilityManifest = manifestOf({
      id: 'ext.bell.ring',
      type: 'action',
      risk: { level: 'low' },
    })
    const tower = under.serve('tower', [], { capabilities: [lowRiskAction] })
    const { outcome } = await under.call(lowRiskAction.id, {}, { dryRun: true })
    expect(forecastOf(outcome)).toMatchObject({ decision: 'run', approvers: 0, undoable: false })
    expect(tower.requests).toEqual([])
  })

  it('reports that it would be blocked where nobody can be asked', async () => {
    expect(await withWorld(0).foresee()).toMatchObject({
      decision: 'block',
      why: { code: 'PERMISSION.APPROVAL_REQUIRED', suggestion: expect.any(String) },
      before: noon,
    })
  })

  it('reports that it would be blocked where a permission is missing, with the risk', async () => {
    const { under, foresee } = withWorld(1, { rightsOf: () => only() })
    expect(await foresee()).toMatchObject({
      decision: 'block',
      why: { code: 'PERMISSION.DENIED' },
      risk: { level: 'high' },
    })
    expect(endOf(await under.setTime())).toBe('PERMISSION.DENIED')
  })

  it('reports that it would be blocked where the state before cannot be read', async () => {
    const { overworld, foresee } = withWorld()
    overworld.answers('world.time.get', () => Promise.reject(new Error('broken')))
    expect(await foresee()).toMatchObject({ decision: 'block', why: { code: 'RISK.OPERATION_BLOCKED' } })
  })

  it('reports that it would be blocked where too many requests are pending', async () => {
    const { under, foresee } = withWorld()
    for (let time = 0; time < 5; time++) void under.call('world.time.set', { worldName: 'world', time })
    await settled()
    expect(await foresee()).toMatchObject({ decision: 'block', why: { code: 'SYSTEM.RATE_LIMITED' } })
    await under.gateway.stop()
  })

  it('does not join a pending call, nor lets one join it', async () => {
    const { under, foresee } = withWorld()
    void under.setTime()
    await under.asked()
    expect(await foresee()).toMatchObject({ decision: 'ask' })
    await under.gateway.stop()
  })
})

describe('the rate of dry runs', () => {
  const bell = manifestOf({
    id: 'ext.bell.ring',
    type: 'action',
    risk: { level: 'low' },
    rateLimit: { requests: 2, period: 'minute' },
  })
  function withBell() {
    const under = new GatewayUnderTest()
    under.serve('tower', [], { capabilities: [bell] })
    return { ring: (dryRun = false) => under.call(bell.id, {}, { dryRun }) }
  }

  it('is counted apart from calls', async () => {
    const { ring } = withBell()
    await ring(true)
    await ring(true)
    expect([endOf(await ring()), endOf(await ring())]).toEqual(['done', 'done'])
  })

  it('has the same limit as calls', async () => {
    const { ring } = withBell()
    await ring(true)
    await ring(true)
    expect(forecastOf((await ring(true)).outcome)).toMatchObject({ decision: 'block' })
  })

  it('reports when the calls have none left', async () => {
    const { ring } = withBell()
    await ring()
    await ring()
    expect(forecastOf((await ring(true)).outcome)).toMatchObject({
      decision: 'block',
      why: { code: 'SYSTEM.RATE_LIMITED', details: { retryAfterMs: 30_000 } },
    })
  })
})
