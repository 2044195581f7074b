import { normalRights } from '@shared/clients/client.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { Practice, practiceCaller, practiceRights } from '../../../src-main/gateway/practice.js'
import { writer } from '../../fakes/approvals-under-test.js'
import { settled } from '../../fakes/fake-clock.js'
import { GatewayUnderTest, noon } from '../../fakes/gateway-under-test.js'

const somebody = writer('ada')

let world: GatewayUnderTest
let practice: Practice
beforeEach(() => {
  world = new GatewayUnderTest({ rightsOf: ({ id }) => (id === practiceCaller.id ? practiceRights : normalRights) })
  practice = new Practice(world.gateway)
  world.gateway.approvals.attach(somebody)
})

/** Answers every question from now on. */
const everybodySays = (decision: 'approve' | 'deny') =>
  world.gateway.approvals.onDidOpen(({ id }) => {
    queueMicrotask(() => world.gateway.approvals.decideAsPerson({ id, decision, person: somebody }))
  })

describe('practice', () => {
  it('reads, asks a person like any client, and does what they approve', async () => {
    const demo = world.serveOverworld('demo')
    everybodySays('approve')
    await expect(practice.play()).resolves.toBe('approved')
    expect(world.questions).toMatchObject([{ caller: practiceCaller, capabilityId: 'world.time.set', risk: 'high' }])
    expect(demo.requestsFor('world.time.set')).toHaveLength(1)
  })

  it('does nothing that they deny, and asks for something else the next time', async () => {
    const demo = world.serveOverworld('demo')
    everybodySays('deny')
    await expect(practice.play()).resolves.toBe('denied')
    await expect(practice.play()).resolves.toBe('denied')
    expect(demo.requestsFor('world.time.set')).toEqual([])
    const [first, second] = world.questions.map(({ arguments: given }) => given.time)
    expect(first).not.toBe(second)
  })

  it('asks for night by day and for day by night, so that there is something to see', async () => {
    let now = 6_000
    const demo = world.serveOverworld('demo')
    demo
      .answers('world.time.get', () => ({ data: { ...noon, time: now } }))
      .answers('world.time.set', ({ arguments: { time } }) => {
        const previousTime = now
        now = Number(time)
        return { data: { worldName: 'world', previousTime, time } }
      })
    everybodySays('approve')
    const isNight = () => now >= 12_000
    for (const night of [true, false, true, false]) {
      await expect(practice.play()).resolves.toBe('approved')
      expect(isNight()).toBe(night)
    }
  })

  it('asks once for two clicks', async () => {
    world.serveOverworld('demo')
    const both = [practice.play(), practice.play()]
    await settled()
    expect(world.questions).toHaveLength(1)
    world.gateway.approvals.denyAll('a test')
    await expect(Promise.all(both)).resolves.toEqual(['denied', 'denied'])
  })

  it('reports a missing demo world', async () => {
    world.serveOverworld('survival')
    await expect(practice.play()).rejects.toMatchObject({ code: 'PROTOCOL.SERVER_NOT_FOUND' })
  })

  it('has no rights on any other server', async () => {
    const own = world.serveOverworld('survival')
    const { outcome } = await world.setTime({ caller: practiceCaller, server: 'survival' })
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'PERMISSION.DENIED' } })
    expect(own.requests).toEqual([])
  })
})
