import { normalRights, type PermissionEffect, type Rights } from '@shared/clients/client.js'
import { describe, expect, it } from 'vitest'
import { maxOpenApprovals } from '../../../../src-main/gateway/approvals/crowding.js'
import { only } from '../../../../src-main/policy/rights/rights.js'
import { settled } from '../../../fakes/fake-clock.js'
import { manifestOf } from '../../../fakes/fake-provider.js'
import { caller, endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const read = { worldName: 'world' }
const saying = (permission: string, effect: PermissionEffect, server?: string): Rights => ({
  ...normalRights,
  permissions: [{ permission, effect, ...(server && { server }) }],
})

/** A gateway where what the caller may do can change. */
function scene(rights: Rights = normalRights) {
  const held = { rights }
  const under = new GatewayUnderTest({ rightsOf: () => held.rights })
  return { under, held }
}

const failureOf = async (call: ReturnType<GatewayUnderTest['call']>) => {
  const { outcome } = await call
  if (outcome.kind !== 'failed') throw new Error(outcome.kind)
  const { code, message, suggestion, details } = outcome.error
  return { code, message, suggestion, details }
}

describe('a call that the rights deny', () => {
  // verifies: manifest-permissions permissions
  it('is refused with the missing permission, the server, and how to get it', async () => {
    const { under } = scene({ ...only(), role: 'viewer' })
    under.serveOverworld()
    expect(await failureOf(under.setTime())).toEqual({
      code: 'PERMISSION.DENIED',
      message: 'On "overworld" this client lacks the permission mcp.action.world.time.',
      suggestion:
        'The owner can grant it in the window under Clients, or with: gatehouse clients edit mcp:test --server overworld --allow mcp.action.world.time',
      details: { serverId: 'overworld', client: 'mcp:test', role: 'viewer', missing: ['mcp.action.world.time'] },
    })
  })

  it('is refused with the denial that forbids it', async () => {
    const { under } = scene(saying('mcp.action.**', 'deny'))
    const server = under.serveOverworld()
    const refused = await failureOf(under.setTime())
    expect(refused).toMatchObject({ code: 'PERMISSION.DENIED', details: { denied: ['mcp.action.**'], missing: [] } })
    expect([under.questions, server.requests]).toEqual([[], []])
  })

  // verifies: manifest-permissions requiredRoles
  it('is refused with the required role, and the current one', async () => {
    const { under, held } = scene({ ...normalRights, roles: { overworld: 'operator' } })
    const list = manifestOf({ id: 'ext.shop.list', type: 'context', requiredRoles: ['admin'] })
    under.serve('overworld', [], { capabilities: [list] }).answers(list.id, () => ({ data: {} }))
    expect(await failureOf(under.call(list.id, {}))).toMatchObject({
      code: 'PERMISSION.ROLE_REQUIRED',
      message: 'On "overworld" this needs the role admin, and this client is operator there.',
      details: { serverId: 'overworld', role: 'operator', requiredRole: 'admin' },
    })
    held.rights = normalRights
    expect(endOf(await under.call(list.id, {}))).toBe('done')
  })

  it('is not received as an event either, on the servers where it is not allowed', async () => {
    const { under } = scene({ ...normalRights, roles: { nether: 'none' } })
    for (const id of ['overworld', 'nether']) under.serve(id, ['player.join'])
    const received: string[] = []
    const request = { eventIds: ['player.join'], caller, connection: new AbortController().signal }
    const subscribed = under.gateway.subscribe(request, ({ server }) => received.push(server.id))
    expect(subscribed.ok).toBe(true)
    for (const server of ['nether', 'overworld']) {
      under.gateway.feed.add({
        kind: 'game',
        server: { id: server, name: server },
        eventId: 'player.join',
        data: {},
      })
    }
    expect(received).toEqual(['overworld'])
    const refused = under.gateway.subscribe({ ...request, server: 'nether' }, () => {})
    expect(!refused.ok && refused.error.code).toBe('PERMISSION.DENIED')
  })
})

describe('a call that the rights allow only with approval', () => {
  it('asks a person at any risk, and runs after an approval', async () => {
    const { under } = scene(saying('mcp.context.world.**', 'ask'))
    under.serveOverworld()
    under.gateway.approvals.attach()
    const called = under.call('world.time.get', read)
    const { id } = await under.asked()
    under.gateway.approvals.decide(id, 'approve', 'ada')
    expect(endOf(await called)).toBe('done')
  })

  it('is refused where nobody can be asked', async () => {
    const { under } = scene(saying('mcp.context.world.**', 'ask'))
    under.serveOverworld()
    expect(endOf(await under.call('world.time.get', read))).toBe('PERMISSION.APPROVAL_REQUIRED')
  })

  it('is previewed as a question to one person', async () => {
    const { under } = scene(saying('mcp.context.world.**', 'ask'))
    under.serveOverworld()
    under.gateway.approvals.attach()
    const { outcome } = await under.call('world.time.get', read, { dryRun: true })
    expect(outcome).toMatchObject({ kind: 'foreseen', forecast: { decision: 'ask', approvers: 1 } })
  })
})

it('rights that change while a call waits for a person count when it would run', async () => {
  const { under, held } = scene()
  const server = under.serveOverworld()
  under.gateway.approvals.attach()
  const called = under.setTime()
  const { id } = await under.asked()
  held.rights = { ...only(), role: 'viewer' }
  under.gateway.approvals.decide(id, 'approve', 'ada')
  expect(endOf(await called)).toBe('PERMISSION.DENIED')
  expect(server.requestsFor('world.time.set')).toEqual([])
})

describe('the visible capabilities of a caller', () => {
  it('leaves out what is denied to it, and the servers where it is', () => {
    const { under, held } = scene({ ...normalRights, roles: { nether: 'viewer' } })
    for (const id of ['overworld', 'nether']) under.serveOverworld(id)
    const shown = () =>
      [...under.gateway.capabilitiesFor(caller)].map(([id, offers]) => [id, offers.map(({ link }) => link.server.id)])
    expect(shown()).toEqual([
      ['world.time.get', ['overworld', 'nether']],
      ['world.time.set', ['overworld']],
      ['player.list', ['overworld', 'nether']],
    ])
    held.rights = { ...only(), role: 'viewer' }
    expect(shown().map(([id]) => id)).toEqual(['world.time.get', 'player.list'])
  })

  it('is the same map until something changes', () => {
    const { under, held } = scene({ ...only(), role: 'viewer' })
    under.serveOverworld()
    const shown = under.gateway.capabilitiesFor(caller)
    expect(under.gateway.capabilitiesFor(caller)).toBe(shown)
    held.rights = normalRights
    expect(under.gateway.capabilitiesFor(caller)).toBe(under.gateway.registry.capabilities())
  })

  it('of one server alone need not be said to be on that', async () => {
    const { under } = scene({ ...normalRights, roles: { nether: 'none' } })
    for (const id of ['overworld', 'nether']) under.serveOverworld(id)
    expect(await under.call('world.time.get', read)).toMatchObject({ serverId: 'overworld', outcome: { kind: 'done' } })
    expect(endOf(await under.call('world.time.get', read, { server: 'nether' }))).toBe('PERMISSION.DENIED')
  })
})

describe('limits', () => {
  it('of a capability are each client’s own, on each server, whatever name or session it takes', async () => {
    const { under } = scene()
    const limited = manifestOf({ type: 'context', rateLimit: { requests: 1, period: 'minute' } })
    for (const id of ['overworld', 'nether']) {
      under.serve(id, [], { capabilities: [limited] }).answers(limited.id, () => ({ data: {} }))
    }
    const as = async (id: string, server: string, more = {}) =>
      endOf(await under.call(limited.id, {}, { server, caller: { ...caller, id, ...more } }))
    expect(await as('one', 'overworld')).toBe('done')
    expect(await as('one', 'overworld', { name: 'Another', sessionId: 'new' })).toBe('SYSTEM.RATE_LIMITED')
    expect(await as('one', 'nether')).toBe('done')
    expect(await as('other', 'overworld')).toBe('done')
    await under.clock.advance(60_000)
    expect(await as('one', 'overworld')).toBe('done')
  })

  // verifies: promise 3
  it('of open requests are a client’s own, however many sessions it opens', async () => {
    const { under } = scene()
    under.serveOverworld()
    under.gateway.approvals.attach()
    const as = (index: number, id = 'one') =>
      under.call(
        'world.time.set',
        { worldName: 'world', time: index },
        { caller: { ...caller, id, sessionId: `${index}` } },
      )
    const waiting = Array.from({ length: maxOpenApprovals.perClient }, (_, index) => as(index))
    await settled()
    const refused = await failureOf(as(99))
    expect(refused).toMatchObject({ code: 'SYSTEM.RATE_LIMITED', details: { retryAfterMs: expect.any(Number) } })
    const other = as(100, 'other')
    await settled()
    expect(under.gateway.approvals.open()).toHaveLength(maxOpenApprovals.perClient + 1)
    under.gateway.approvals.denyAll('test')
    await Promise.all([...waiting, other])
  })
})
