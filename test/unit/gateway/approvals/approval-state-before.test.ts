import { describe, expect, it } from 'vitest'
import { core } from '../../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

/** A gateway with one person at it and a world whose time can be set. */
function withPerson() {
  const under = new GatewayUnderTest()
  const overworld = under.serveOverworld()
  under.gateway.approvals.attach()
  return { under, overworld, approvals: under.gateway.approvals }
}

describe('the state before', () => {
  // verifies: manifest-risk snapshotRequired
  it('that is required and cannot be read ends the call before any question', async () => {
    const { under, overworld } = withPerson()
    overworld.answers('world.time.get', () => Promise.reject(new Error('broken')))
    expect(endOf(await under.setTime())).toBe('RISK.OPERATION_BLOCKED')
    expect(under.questions).toEqual([])
    expect(overworld.requestsFor('world.time.set')).toEqual([])
  })

  it('that is required and times out ends the call before any question', async () => {
    const { under, overworld } = withPerson()
    overworld.answers('world.time.get', () => new Promise(() => {}))
    const call = under.setTime()
    await under.clock.advance(2_000)
    expect(endOf(await call)).toBe('RISK.OPERATION_BLOCKED')
    expect(under.questions).toEqual([])
    expect(under.clock.waiting).toBe(0)
  })

  // verifies: manifest-risk snapshotRequired
  it('that the server cannot read at all asks one person, who is informed that it cannot be undone', async () => {
    const under = new GatewayUnderTest()
    under.gateway.approvals.attach()
    const server = under.serve('overworld', ['world.time.set'])
    server.answers('world.time.set', () => ({ data: { worldName: 'world', time: 18_000 } }))
    const call = under.setTime()
    const { id, undo, needed } = await under.asked()
    expect({ undo, needed }).toEqual({ undo: { possible: false, why: 'unread' }, needed: 1 })
    under.gateway.approvals.decide(id, 'approve', 'ada')
    expect(endOf(await call)).toBe('done')
    expect(server.requestsFor('world.time.set')).toHaveLength(1)
  })

  it('that a server requires of a harmless action and cannot read asks a person', async () => {
    const under = new GatewayUnderTest()
    under.gateway.approvals.attach()
    const strict = { ...core('world.weather.set'), risk: { level: 'medium' as const, snapshotRequired: true } }
    const server = under.serve('overworld', [], { capabilities: [strict] })
    server.answers('world.weather.set', () => ({ data: { worldName: 'world', weather: 'rain' } }))
    const call = under.call('world.weather.set', { worldName: 'world', weather: 'rain' })
    const { id, undo } = await under.asked()
    expect(undo).toEqual({ possible: false, why: 'unread' })
    under.gateway.approvals.decide(id, 'approve', 'ada')
    expect(endOf(await call)).toBe('done')
  })

  it('that shows that the arguments are wrong says so', async () => {
    const { GatewayError } = await import('@contract/gateway-error.js')
    const { under, overworld } = withPerson()
    overworld.answers('world.time.get', () => Promise.reject(new GatewayError('BUSINESS.WORLD_NOT_FOUND')))
    expect(endOf(await under.setTime())).toBe('BUSINESS.WORLD_NOT_FOUND')
    expect(under.questions).toEqual([])
  })

  // verifies: calls-risk high
  it('is read again after the approval, and the fresh one is kept', async () => {
    const { under, overworld, approvals } = withPerson()
    let time = 6_000
    overworld.answers('world.time.get', () => ({ data: { ...noon, time } }))
    const call = under.setTime()
    const { id, before } = await under.asked()
    time = 7_000
    approvals.decide(id, 'approve', 'ada')
    await call
    expect(before).toMatchObject({ time: 6_000 })
    const intent = under.audit.events.find(({ metadata }) => metadata?.phase === 'intent')
    expect(intent?.rollbackInfo?.before).toMatchObject({ time: 7_000 })
  })

  // verifies: manifest-risk snapshotRequired
  it('that is required and cannot be read any more after the approval ends the call', async () => {
    const { under, overworld, approvals } = withPerson()
    const call = under.setTime()
    const { id } = await under.asked()
    overworld.answers('world.time.get', () => Promise.reject(new Error('broken')))
    approvals.decide(id, 'approve', 'ada')
    expect(endOf(await call)).toBe('RISK.OPERATION_BLOCKED')
    expect(overworld.requestsFor('world.time.set')).toEqual([])
  })

  // verifies: calls-risk medium
  it('that is optional does not stop a medium call', async () => {
    const under = new GatewayUnderTest()
    const server = under.serve('overworld', ['player.teleport', 'player.info.get'])
    server.answers('player.info.get', () => Promise.reject(new Error('broken')))
    server.answers('player.teleport', () => ({ data: { success: true } }))
    const location = { world: 'world', x: 0, y: 64, z: 0 }
    expect(endOf(await under.call('player.teleport', { playerName: 'Steve', location }))).toBe('done')
  })

  it('is shown without control and bidi characters', async () => {
    const { under, overworld, approvals } = withPerson()
    overworld.answers('world.time.get', () => ({ data: { ...noon, worldName: 'wor\u202eld\u0000' } }))
    const call = under.setTime()
    expect((await under.asked()).before).toMatchObject({ worldName: 'world' })
    approvals.denyAll('ada')
    await call
  })
})
