import type { Risk } from '@contract/generated/capability-manifest.js'
import { normalRights } from '@shared/clients/client.js'
import { describe, expect, it } from 'vitest'
import { envelopeOf } from '../../../../src-main/gateway/ports/call-response.js'
import type { ProviderResponse } from '../../../../src-main/gateway/ports/provider.js'
import { only } from '../../../../src-main/policy/rights/rights.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, manifestOf } from '../../../fakes/fake-provider.js'
import { endOf, GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

const list = (under: GatewayUnderTest, more = {}) => under.call('player.list', {}, more)

describe('a cached read', () => {
  // verifies: capability-kinds context 3
  it('is answered without the server, and marked as cached for the caller and in the audit log', async () => {
    const under = new GatewayUnderTest()
    const overworld = under.serveOverworld()
    const first = await list(under)
    await under.clock.advance(300)
    const second = await list(under)
    expect(overworld.requestsFor('player.list')).toHaveLength(1)
    expect(envelopeOf(first).metadata).not.toHaveProperty('cached')
    expect(envelopeOf(second).metadata).toMatchObject({ cached: true, age: 300 })
    expect(under.audit.events.map(({ metadata }) => metadata?.cached)).toEqual([undefined, true])
  })

  // verifies: capability-kinds
  it('is still checked against permission, rate and parameters of each caller', async () => {
    const under = new GatewayUnderTest({ rightsOf: ({ id }) => (id === 'mcp:unknown' ? only() : normalRights) })
    under
      .serve('one', [], {
        capabilities: [{ ...core('player.list'), rateLimit: { requests: 2, period: 'minute' } }],
      })
      .answers('player.list', () => ({ data: { players: [], online: 0, max: 20 } }))
    expect(endOf(await list(under))).toBe('done')
    const unknown = { type: 'model', id: 'mcp:unknown', name: 'An unknown client' } as const
    expect(endOf(await list(under, { caller: unknown }))).toBe('PERMISSION.DENIED')
    expect(endOf(await under.call('player.list', { colour: 'red' }))).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
    expect(endOf(await list(under))).toBe('done')
    expect(endOf(await list(under))).toBe('SYSTEM.RATE_LIMITED')
  })

  it('cannot be changed by its first caller', async () => {
    const under = new GatewayUnderTest()
    under
      .serveOverworld()
      .answers('player.list', () => ({ data: { players: [{ name: 'Steve' }], online: 1, max: 20 } }))
    const { outcome } = await list(under)
    if (outcome.kind === 'done') expect(() => (outcome.data.players as unknown[]).pop()).toThrow(TypeError)
    expect((await list(under)).outcome).toMatchObject({ data: { players: [{ name: 'Steve' }] } })
  })

  it.each([
    ['an action ran', (under: GatewayUnderTest) => under.call('chat.broadcast', { message: 'hi' })],
    ['somebody joined', (under: GatewayUnderTest) => event(under, 'player.join')],
    ['the server was away', (under: GatewayUnderTest) => reconnect(under)],
    ['the server was removed and added again', (under: GatewayUnderTest) => readd(under)],
  ])('is made again once %s', async (_what, happens) => {
    const under = new GatewayUnderTest()
    serve(under)
    expect((await list(under)).outcome).toMatchObject({ data: { online: 1 } })
    await happens(under)
    expect((await list(under)).outcome).toMatchObject({ data: { online: 2 } })
  })

  it('is not made again because of a chat message', async () => {
    const under = new GatewayUnderTest()
    serve(under)
    await list(under)
    event(under, 'player.chat')
    expect((await list(under)).outcome).toMatchObject({ data: { online: 1 } })
  })

  it('is not returned once the server is offline', async () => {
    const under = new GatewayUnderTest()
    serve(under)
    await list(under)
    under
      .serve('overworld', ['player.list'], { state: 'offline' })
      .answers('player.list', () => Promise.reject(new Error('offline')))
    expect(endOf(await list(under))).toBe('SYSTEM.INTERNAL_ERROR')
  })
})

describe('equal concurrent reads', () => {
  it('share one call, which continues when one of the callers cancels', async () => {
    const under = new GatewayUnderTest()
    let answer = (_answer: ProviderResponse): void => {}
    const overworld = under.serveOverworld().answers('player.list', () => new Promise((resolve) => (answer = resolve)))
    const gone = new AbortController()
    const calls = [list(under, { signal: gone.signal }), list(under), list(under)]
    await settled()
    gone.abort()
    answer({ data: { players: [], online: 0, max: 20 } })
    expect((await Promise.all(calls.slice(1))).map(endOf)).toEqual(['done', 'done'])
    await calls[0]
    expect(overworld.requestsFor('player.list')).toHaveLength(1)
  })

  it('fail together, each with its own audit event, and the failure is not cached', async () => {
    const under = new GatewayUnderTest()
    const overworld = under.serveOverworld().answers('player.list', () => ({ data: { players: 'none' } }))
    expect((await Promise.all([list(under), list(under)])).map(endOf)).toEqual([
      'PROTOCOL.INVALID_RESPONSE',
      'PROTOCOL.INVALID_RESPONSE',
    ])
    expect(under.audit.events).toHaveLength(2)
    overworld.answers('player.list', () => ({ data: { players: [], online: 0, max: 20 } }))
    expect(endOf(await list(under))).toBe('done')
  })
})

describe('what is never cached', () => {
  it('is the state shown to a person before an action and kept after the approval', async () => {
    const under = new GatewayUnderTest()
    const weather = { worldName: 'world', weather: 'clear' }
    const overworld = under
      .serve('overworld', ['world.weather.get', 'world.weather.set'])
      .answers('world.weather.get', () => ({ data: weather }))
      .answers('world.weather.set', () => ({ data: weather }))
    under.gateway.approvals.attach()
    await under.call('world.weather.get', { worldName: 'world' })
    const setting = under.call('world.weather.set', { worldName: 'world', weather: 'rain' })
    await settled()
    for (const { id } of under.gateway.approvals.open()) under.gateway.approvals.decide(id, 'approve', 'ada')
    await setting
    expect(overworld.requestsFor('world.weather.get').length).toBeGreaterThan(1)
  })

  it.each<Risk>([
    { level: 'medium' },
    { level: 'low', approvalRequired: true },
    { level: 'low', snapshotRequired: true },
  ])('is a read of more than low risk: %j', async (risk) => {
    const under = new GatewayUnderTest()
    under.gateway.approvals.attach()
    under.gateway.approvals.onDidOpen(({ id }) =>
      queueMicrotask(() => under.gateway.approvals.decide(id, 'approve', 'ada')),
    )
    const risky = manifestOf({ risk })
    const shop = under.serve('shop', [], { capabilities: [risky] })
    const ends = [endOf(await under.call(risky.id, {})), endOf(await under.call(risky.id, {}))]
    expect(shop.requests).toHaveLength(ends.filter((end) => end === 'done').length)
    expect(new Set(ends).size).toBe(1)
  })

  it('is the time, which changes with every tick', async () => {
    const under = new GatewayUnderTest()
    const overworld = under.serveOverworld().answers('world.time.get', () => ({ data: noon }))
    for (let left = 0; left < 3; left++) await under.call('world.time.get', { worldName: 'world' })
    expect(overworld.requests).toHaveLength(3)
  })
})

/** A server whose list of players changes with each request. */
function serve(under: GatewayUnderTest, online = { players: 0 }) {
  return under
    .serve('overworld', ['player.list', 'chat.broadcast', 'player.join', 'player.chat'])
    .answers('chat.broadcast', () => ({ data: { recipients: 1 } }))
    .answers('player.list', () => ({ data: { players: [], online: ++online.players, max: 20 } }))
}

function event(under: GatewayUnderTest, eventId: string): void {
  const at = under.clock.now().toISOString()
  under.provider.host.event('overworld', { id: eventId, eventId, at, data: { playerName: 'Mia', message: 'hi' } })
}

function reconnect(under: GatewayUnderTest): void {
  under.serve('overworld', ['player.list'], { state: 'offline' })
  serve(under, { players: 1 })
}

function readd(under: GatewayUnderTest): void {
  under.provider.host.withdraw('overworld')
  serve(under, { players: 1 })
}
