import { normalRights } from '@shared/clients/client.js'
import { describe, expect, it } from 'vitest'
import { settled } from '../../../fakes/fake-clock.js'
import { core, manifestOf } from '../../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

const person = { id: 'control', name: 'ada', kind: 'control' } as const

const bell = manifestOf({ id: 'ext.bell.ring', type: 'action', risk: { level: 'low' } })

/** A second action is confirmed while the state after the first one is still being read. */
async function waiting() {
  const under = new GatewayUnderTest()
  const world = under.serve('tower', [], { capabilities: [core('world.time.get'), core('world.time.set'), bell] })
  const { approvals } = under.gateway
  approvals.attach(person)
  let read = () => {}
  world
    .answers('world.time.set', () => {
      world.answers(
        'world.time.get',
        () =>
          new Promise((resolve) => {
            read = () => resolve({ data: { ...noon } })
          }),
      )
      return { data: { worldName: 'world', previousTime: 6_000, time: 13_000 } }
    })
    .answers('world.time.get', () => ({ data: { ...noon } }))
  const first = under.setTime()
  approvals.decideAsPerson({ id: (await under.asked()).id, decision: 'approve', person })
  expect(endOf(await first)).toBe('done')
  const caller = new AbortController()
  const ringing = under.call(bell.id, {}, { signal: caller.signal })
  await settled()
  expect(world.requestsFor(bell.id)).toEqual([])
  return { under, world, caller, ringing, read: () => read() }
}

describe('a call that passed its last check', () => {
  it('runs before anything else can happen', async () => {
    let looked = 0
    let passed = 0
    const under = new GatewayUnderTest({
      rightsOf: () => {
        const look = ++looked
        queueMicrotask(() => {
          passed = look
        })
        return normalRights
      },
    })
    const { approvals } = under.gateway
    approvals.attach(person)
    let passedAtRun = 0
    under.serveOverworld().answers('world.time.set', () => {
      passedAtRun = passed
      return { data: { worldName: 'world', previousTime: 6_000, time: 13_000 } }
    })
    const call = under.setTime()
    approvals.decideAsPerson({ id: (await under.asked()).id, decision: 'approve', person })
    expect(endOf(await call)).toBe('done')
    expect([looked, passedAtRun]).toEqual([2, 1])
  })

  it('waits for the action before it', async () => {
    const { world, ringing, read } = await waiting()
    read()
    expect(endOf(await ringing)).toBe('done')
    expect(world.requestsFor(bell.id)).toHaveLength(1)
  })

  it.each<[string, (scene: Awaited<ReturnType<typeof waiting>>) => void, string]>([
    ['everything is stopped', ({ under }) => under.gateway.panic.turnOn('ada'), 'RISK.OPERATION_BLOCKED'],
    ['its server is gone', ({ under }) => under.provider.host.withdraw('tower'), 'RISK.OPERATION_BLOCKED'],
    ['its caller has withdrawn', ({ caller }) => caller.abort(), 'withdrawn'],
  ])('does not run when, while it waited, %s', async (_what, happens, end) => {
    const scene = await waiting()
    happens(scene)
    scene.read()
    expect(endOf(await scene.ringing)).toBe(end)
    expect(scene.world.requestsFor(bell.id)).toEqual([])
  })
})

describe('a decision', () => {
  /** A call that is allowed, by the rule or by an answer, and whose state before is read once more after it. */
  async function decided(happens: (under: GatewayUnderTest) => void, by: 'rule' | 'answer', needed = { people: 1 }) {
    const under = new GatewayUnderTest({
      quorums: () => ({ criticalQuorum: 2, quorums: { 'world.time.set': needed.people } }),
    })
    const world = under.serveOverworld()
    const { approvals, rules } = under.gateway
    approvals.attach(person)
    if (by === 'rule') {
      const first = under.setTime()
      approvals.decideAsPerson({
        id: (await under.asked()).id,
        decision: 'approve',
        person,
        duration: 'always',
        what: 'any',
      })
      await first
      await settled()
      const { id } = rules.list().rules[0] ?? { id: '' }
      rules.edit(id, { maxUses: 1 }, person)
    }
    const before = world.requestsFor('world.time.set').length
    let reads = 0
    world.answers('world.time.get', () => {
      reads += 1
      if (by === 'answer' && reads === 2) happens(under)
      return { data: { ...noon } }
    })
    if (by === 'rule') {
      const { use } = rules
      rules.use = (rule) => {
        use.call(rules, rule)
        if (rule.effect === 'allow') queueMicrotask(() => happens(under))
      }
    }
    const call = under.setTime()
    if (by === 'answer') approvals.decideAsPerson({ id: (await under.asked()).id, decision: 'approve', person })
    const { outcome } = await call
    return { under, outcome, ran: world.requestsFor('world.time.set').length - before }
  }
  const deny = (under: GatewayUnderTest) =>
    void under.gateway.rules.create({ effect: 'deny', capability: 'world.**', maxRisk: 'critical' }, person)

  it.each(['rule', 'answer'] as const)(
    'by an earlier %s is overridden by a rule that denies it meanwhile',
    async (by) => {
      const { under, outcome, ran } = await decided(deny, by)
      expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'RISK.APPROVAL_REJECTED' } })
      expect(ran).toBe(0)
      const rule = under.gateway.rules.list().rules.find(({ effect }) => effect === 'deny')
      expect(rule).toMatchObject({ uses: 1 })
      expect(under.audit.events.at(-2)).toMatchObject({ eventType: 'reject', approvalInfo: { ruleId: rule?.id } })
    },
  )

  it('by a rule is undecided again when that rule is removed, and not when this was its last use', async () => {
    expect(await decided(() => {}, 'rule')).toMatchObject({ outcome: { kind: 'done' }, ran: 1 })
    const gone = await decided(({ gateway: { rules } }) => {
      for (const { id } of rules.list().rules) rules.remove(id, person)
    }, 'rule')
    expect(gone).toMatchObject({
      outcome: { kind: 'failed', error: { code: 'RISK.OPERATION_BLOCKED', details: { changed: 'rules' } } },
      ran: 0,
    })
  })

  it('by one person is undecided again when two must agree', async () => {
    const needed = { people: 1 }
    const raise = () => {
      needed.people = 2
    }
    const raised = await decided(raise, 'answer', needed)
    expect(raised).toMatchObject({
      outcome: { kind: 'failed', error: { message: expect.stringContaining('more approvals') } },
      ran: 0,
    })
  })
})
