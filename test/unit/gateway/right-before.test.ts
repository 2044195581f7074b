import { describe, expect, it } from 'vitest'
import { normalRights } from '../../../src-main/contract/client.js'
import { settled } from '../../fakes/fake-clock.js'
import { core, manifestOf } from '../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest, noon } from '../../fakes/gateway-under-test.js'

const person = { id: 'control', name: 'ada', kind: 'control' } as const

const bell = manifestOf({ id: 'ext.bell.ring', type: 'action', risk: { level: 'low' } })

/** A bell is to be rung while it is still read what another action left. */
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
  approvals.answer({ id: (await under.asked()).id, decision: 'approve', person })
  expect(endOf(await first)).toBe('done')
  const caller = new AbortController()
  const ringing = under.call(bell.id, {}, { signal: caller.signal })
  await settled()
  expect(world.requestsFor(bell.id)).toEqual([])
  return { under, world, caller, ringing, read: () => read() }
}

describe('what is confirmed', () => {
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
    approvals.answer({ id: (await under.asked()).id, decision: 'approve', person })
    expect(endOf(await call)).toBe('done')
    expect([looked, passedAtRun]).toEqual([2, 1])
  })

  it('has waited for what the action before it left', async () => {
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
