import type { AnswerScope } from '@shared/approvals/approval.js'
import { describe, expect, it } from 'vitest'
import type { CallRequest } from '../../../../src-main/gateway/ports/calls.js'
import type { RuleStore } from '../../../../src-main/gateway/ports/stores.js'
import { acceptedManifestOf } from '../../../../src-main/policy/trust/manifest-trust.js'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { core, FakeServer } from '../../../fakes/fake-provider.js'
import { caller, endOf, type GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'
import { ada, scene } from './rules-scene.js'

type Scene = ReturnType<typeof scene>

async function answered({ under, approvals }: Scene, scope: Partial<AnswerScope>, more: Partial<CallRequest> = {}) {
  const call = under.setTime(more)
  const { id } = await under.asked()
  approvals.decideAsPerson({ id, decision: 'approve', person: ada, ...scope })
  return call
}
const foresee = (under: GatewayUnderTest) => under.setTime({ dryRun: true })

describe('a rule that a person made by their answer', () => {
  // verifies: audit approvalInfo.approvedBy
  it('lets the next call of the kind run without asking, and is named in the audit log and the trace', async () => {
    const here = scene()
    const { under, overworld, rules } = here
    await answered(here, { duration: 'always', what: 'any' })
    const report = await under.call('world.time.set', { worldName: 'world', time: 1 })
    expect(endOf(report)).toBe('done')
    expect([under.questions.length, overworld.requestsFor('world.time.set').length]).toEqual([1, 2])
    const [rule] = rules.list().rules
    expect(rule).toMatchObject({ uses: 1, lastUsedAt: '2026-01-19T10:30:00.000Z', createdBy: ada })
    const scope = { what: 'any', duration: 'always' }
    const intent = under.audit.events.findLast(({ metadata }) => metadata?.phase === 'intent')
    expect(intent?.approvalInfo).toEqual({
      required: true,
      outcome: 'approved',
      approvedBy: 'ada',
      ruleId: rule?.id,
      scope,
    })
    expect(under.gateway.traceOf(report.traceId, caller)).toMatchObject({ ruleId: rule?.id })
  })

  it('names the one program that it denies something until it disconnects', async () => {
    const { under, approvals, rules } = scene()
    const call = under.setTime({ caller: { type: 'model', id: 'bridge', name: 'Claude', sessionId: 'one' } })
    const { id } = await under.asked()
    approvals.decideAsPerson({ id, decision: 'deny', person: ada, duration: 'session', what: 'any' })
    await call
    expect(rules.list().rules).toMatchObject([
      { effect: 'deny', sessionId: 'one', client: { id: 'bridge', name: 'Claude' } },
    ])
  })

  it('denies every program without a key what one of them was denied, under any name', async () => {
    const here = scene()
    const { under, approvals, rules } = here
    const claude = { type: 'model', id: 'bridge', name: 'Claude' } as const
    const call = under.setTime({ caller: claude })
    const { id } = await under.asked()
    approvals.decideAsPerson({ id, decision: 'deny', person: ada, duration: 'always', what: 'any' })
    await call
    expect(rules.list().rules).toMatchObject([{ effect: 'deny', client: { id: 'bridge', name: '' } }])
    const other = { worldName: 'world', time: 77 }
    const renamed = await under.call('world.time.set', other, { caller: { ...claude, name: 'Somebody else' } })
    expect(endOf(renamed)).toBe('RISK.APPROVAL_REJECTED')
    expect(under.questions).toHaveLength(1)
    void under.call('world.time.set', other, { caller: { ...claude, id: 'client:0a1b2c3d' } })
    await under.asked()
  })

  it('allows a program without a key under the name that was read, and no other', async () => {
    const here = scene()
    const { under } = here
    const claude = { type: 'model', id: 'bridge', name: 'Claude' } as const
    await answered(here, { duration: 'always', what: 'any' }, { caller: claude })
    expect(endOf(await under.setTime({ caller: claude }))).toBe('done')
    void under.setTime({ caller: { ...claude, name: 'Somebody else' } })
    await under.asked()
    expect(under.questions).toHaveLength(2)
  })

  it('waits for the disk at each use only where its uses are limited', async () => {
    const written: (string | undefined)[] = []
    const store = memoryStores().rules
    const rules: RuleStore = {
      ...store,
      write(rule, durability) {
        written.push(durability)
        store.write(rule)
      },
    }
    const here = scene({ stores: { rules } })
    await answered(here, { duration: 'always' })
    await here.under.setTime()
    here.rules.edit(here.rules.list().rules[0]?.id ?? '', { maxUses: 9 }, ada)
    await here.under.setTime()
    expect(written).toEqual([undefined, 'soon', undefined, 'now'])
  })

  it('is named in a dry run, and not used up', async () => {
    const here = scene()
    await answered(here, { duration: 'always' })
    const [rule] = here.rules.list().rules
    expect(await foresee(here.under)).toMatchObject({
      outcome: { forecast: { decision: 'run', approvers: 0, rule: { id: rule?.id, effect: 'allow' } } },
    })
    expect(here.rules.list().rules[0]?.uses).toBe(0)
  })

  it('covers what was asked, and nothing else', async () => {
    const here = scene()
    const { under } = here
    await answered(here, { duration: 'always' })
    expect(endOf(await under.setTime())).toBe('done')
    for (const ask of [
      () => under.call('world.time.set', { worldName: 'world', time: 2 }),
      () => under.setTime({ caller: { ...caller, id: 'other' } }),
      () => under.setTime({ caller: { ...caller, name: 'Another name' } }),
    ]) {
      const other = ask()
      await under.asked()
      under.gateway.approvals.denyAll('ada')
      expect(endOf(await other)).toBe('denied')
    }
  })

  it('covers another reason too, as the words of "exactly this" say', async () => {
    const here = scene()
    const time = { worldName: 'world', time: 13_000 }
    const first = here.under.call('world.time.set', { ...time, reason: 'It is late.' })
    const { id } = await here.under.asked()
    here.approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration: '15-minutes' })
    expect(endOf(await first)).toBe('done')
    expect(endOf(await here.under.call('world.time.set', { ...time, reason: 'Now.' }))).toBe('done')
    const other = here.under.call('world.time.set', { ...time, time: 13_001 })
    await here.under.asked()
    here.approvals.denyAll('ada')
    expect(endOf(await other)).toBe('denied')
  })

  it('that is narrow covers its subject, and asks about another', async () => {
    const here = scene()
    const { under } = here
    await answered(here, { duration: '15-minutes', what: 'narrow' })
    expect(endOf(await under.call('world.time.set', { worldName: 'world', time: 1 }))).toBe('done')
    const other = under.call('world.time.set', { worldName: 'world_nether', time: 1 })
    await under.asked()
    here.approvals.denyAll('ada')
    expect(endOf(await other)).toBe('denied')
  })

  it('names in every row of the trail what it covers and how long', async () => {
    const here = scene()
    await answered(here, { duration: '15-minutes', what: 'narrow' })
    await here.under.setTime()
    const facts = [
      { kind: 'same', at: [], given: { worldName: 'world' } },
      { kind: 'free', at: [], parameter: 'time' },
      { kind: 'free', at: [], parameter: 'reason' },
    ]
    const rows = here.under.audit.events
    const decision = rows.find(
      ({ eventType, capabilityId }) => eventType === 'approve' && capabilityId === 'world.time.set',
    )
    expect(decision?.approvalInfo?.scope).toEqual({ duration: '15-minutes', what: 'narrow', facts })
    const made = rows.find(({ capabilityId }) => capabilityId === 'system.rule.create')
    expect(made?.request?.rule).toMatchObject({ what: { id: 'narrow', facts }, expiresAt: '2026-01-19T10:45:00.000Z' })
    expect(JSON.stringify(made)).not.toContain('"schema"')
    const ruled = rows.findLast(({ metadata }) => metadata?.phase === 'intent')
    expect(ruled?.approvalInfo?.scope).toEqual({ what: 'narrow', until: '2026-01-19T10:45:00.000Z', facts })
  })

  it('is over when its time is over', async () => {
    const here = scene()
    await answered(here, { duration: '5-minutes' })
    await here.under.clock.advance(5 * 60_000 - 1)
    expect(endOf(await here.under.setTime())).toBe('done')
    await here.under.clock.advance(1)
    const late = here.under.setTime()
    expect(await here.under.asked()).toMatchObject({ capabilityId: 'world.time.set' })
    here.approvals.denyAll('ada')
    await late
  })

  it('applies to its session alone', async () => {
    const here = scene()
    const of = (sessionId: string) => ({ caller: { ...caller, sessionId } })
    await answered(here, { duration: 'session' }, of('one'))
    expect(endOf(await here.under.setTime(of('one')))).toBe('done')
    const other = here.under.setTime(of('two'))
    await here.under.asked()
    here.approvals.denyAll('ada')
    expect(endOf(await other)).toBe('denied')
  })

  it('asks again when the capability has become something else', async () => {
    const here = scene()
    const { under, approvals } = here
    await answered(here, { duration: 'always', what: 'any' })
    const changed = { ...core('world.time.set'), risk: { level: 'high' as const, reason: 'Another one.' } }
    const server = new FakeServer({ id: 'overworld', capabilities: [core('world.time.get'), changed] })
    under.manifests.accept('overworld', [acceptedManifestOf(changed)])
    under.provider.host.present(server)
    under.gateway.trust.acceptAll('overworld', 'ada')
    server.answers('world.time.get', () => ({ data: { ...noon } }))
    const again = under.setTime()
    await under.asked()
    approvals.denyAll('ada')
    expect(endOf(await again)).toBe('denied')
  })

  it('decides open questions too, each by itself', async () => {
    const here = scene()
    const { under, approvals, overworld } = here
    const calls = [1, 2, 3].map((time) => under.call('world.time.set', { worldName: 'world', time }))
    const { id } = await under.asked()
    approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration: 'always', what: 'any' })
    expect((await Promise.all(calls)).map(endOf)).toEqual(['done', 'done', 'done'])
    expect(overworld.requestsFor('world.time.set')).toHaveLength(3)
  })

  it('denies where the person said so, without asking and without calling the server', async () => {
    const { under, approvals, overworld, rules } = scene()
    const first = under.setTime()
    const { id } = await under.asked()
    approvals.decideAsPerson({ id, decision: 'deny', person: ada, duration: 'always', what: 'any' })
    await first
    const second = await under.setTime()
    expect(endOf(second)).toBe('RISK.APPROVAL_REJECTED')
    expect([under.questions.length, overworld.requestsFor('world.time.set').length]).toEqual([1, 0])
    const ruleId = rules.list().rules[0]?.id
    expect(under.audit.events).toContainEqual(
      expect.objectContaining({
        eventType: 'reject',
        approvalInfo: {
          required: true,
          outcome: 'denied',
          approvedBy: 'ada',
          ruleId,
          scope: { what: 'any', duration: 'always' },
        },
      }),
    )
    expect(under.gateway.traceOf(second.traceId, caller)).toMatchObject({ ruleId })
    expect(await foresee(under)).toMatchObject({ outcome: { forecast: { decision: 'block', rule: { id: ruleId } } } })
  })

  it('is in the trail when it is created, narrowed and removed', async () => {
    const here = scene()
    await answered(here, { duration: 'always', what: 'any' })
    const [rule] = here.rules.list().rules
    here.rules.edit(rule?.id ?? '', { maxUses: 1, note: 'For tonight.' }, ada)
    here.rules.remove(rule?.id ?? '', ada)
    const reported = here.under.audit.events.filter(({ capabilityId }) => capabilityId.startsWith('system.rule.'))
    expect(
      reported.map(({ capabilityId, eventType, approvalInfo }) => [capabilityId, eventType, approvalInfo?.ruleId]),
    ).toEqual([
      ['system.rule.create', 'approve', rule?.id],
      ['system.rule.edit', 'approve', rule?.id],
      ['system.rule.remove', 'reject', rule?.id],
    ])
    expect(here.rules.list().rules).toEqual([])
  })

  it('can be restored within a minute after it was removed, with a record in the trail, and not later', async () => {
    const here = scene()
    await answered(here, { duration: 'always', what: 'any' })
    const [rule] = here.rules.list().rules
    const id = rule?.id ?? ''
    here.rules.remove(id, ada)
    expect(here.rules.restore(id, ada)).toEqual(rule)
    expect(here.rules.list().rules).toEqual([rule])
    expect(here.under.audit.events.at(-1)).toMatchObject({
      capabilityId: 'system.rule.create',
      caller: { name: 'ada' },
    })
    expect(() => here.rules.restore(id, ada)).toThrow('too long ago')
    here.rules.remove(id, ada)
    await here.under.clock.advance(60_000)
    expect(() => here.rules.restore(id, ada)).toThrow('too long ago')
  })

  it('does not come back once it is over', async () => {
    const here = scene()
    await answered(here, { duration: '5-minutes' })
    const id = here.rules.list().rules[0]?.id ?? ''
    await here.under.clock.advance(290_000)
    here.rules.remove(id, ada)
    await here.under.clock.advance(30_000)
    expect(() => here.rules.restore(id, ada)).toThrow('already have expired')
    expect(here.rules.list().rules).toEqual([])
  })

  it('with one use left is used once', async () => {
    const here = scene()
    await answered(here, { duration: 'always', what: 'any' })
    here.rules.edit(here.rules.list().rules[0]?.id ?? '', { maxUses: 1 }, ada)
    expect(endOf(await here.under.setTime())).toBe('done')
    const next = here.under.setTime()
    await here.under.asked()
    here.approvals.denyAll('ada')
    expect(endOf(await next)).toBe('denied')
  })

  it('cannot be widened, nor be made of nothing', async () => {
    const here = scene()
    await answered(here, { duration: '5-minutes' })
    const id = here.rules.list().rules[0]?.id ?? ''
    expect(() => here.rules.edit(id, { expiresAt: null }, ada)).toThrow('narrowed')
    expect(() => here.rules.edit(id, { expiresAt: '2027-01-01T00:00:00.000Z' }, ada)).toThrow('narrowed')
    expect(() => here.rules.create({ effect: 'allow', capability: '**', maxRisk: 'high' }, ada)).toThrow('needs one')
    const deny = here.rules.create({ effect: 'deny', capability: 'player.**', maxRisk: 'critical' }, ada)
    expect(() => here.rules.edit(deny.id, { effect: 'allow' }, ada)).toThrow()
  })
})
