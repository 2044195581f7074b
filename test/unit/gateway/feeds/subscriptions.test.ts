import type { GameEntry } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import type { SubscriptionRequest } from '../../../../src-main/gateway/ports/subscription.js'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import { only } from '../../../../src-main/policy/rights/rights.js'
import { compiled, createContractAjv } from '../../../../src-main/validation/ajv.js'
import { core, manifestOf } from '../../../fakes/fake-provider.js'
import { caller, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const events = ['player.join', 'player.leave', 'player.chat']

function scene(options: ConstructorParameters<typeof GatewayUnderTest>[0] = {}) {
  const under = new GatewayUnderTest(options)
  under.serve('overworld', [...events, 'player.list'])
  const received: GameEntry[] = []
  const connection = new AbortController()
  const subscribe = (change: Partial<SubscriptionRequest> = {}) =>
    under.gateway.subscribe({ eventIds: ['player.join'], caller, connection: connection.signal, ...change }, (event) =>
      received.push(event),
    )
  let number = 0
  const happens = (eventId: string, playerName: string, server = 'overworld') => {
    const at = under.clock.now().toISOString()
    under.provider.host.event(server, { id: `${++number}`, eventId, at, data: { playerName, message: 'hi' } })
  }
  const names = () => received.map(({ data }) => data.playerName)
  return { under, received, names, connection, subscribe, happens }
}

type Subscribed = ReturnType<ReturnType<typeof scene>['subscribe']>
const codeOf = (subscribed: Subscribed) => (subscribed.ok ? 'ok' : subscribed.error.code)
const begun = (subscribed: Subscribed) => {
  if (!subscribed.ok) throw subscribed.error
  return subscribed.subscription
}

describe('a subscriber', () => {
  // verifies: capability-kinds event 3
  it('receives what it subscribed to, in order, and nothing else', () => {
    const { subscribe, happens, received } = scene()
    subscribe({ eventIds: ['player.join', 'player.leave'] })
    happens('player.join', 'Mia')
    happens('player.chat', 'Mia')
    happens('player.leave', 'Mia')
    expect(received.map(({ eventId }) => eventId)).toEqual(['player.join', 'player.leave'])
  })

  // verifies: capability-kinds, capability-kinds event 4
  it('with a filter receives only matching events', () => {
    const { subscribe, happens, names } = scene()
    subscribe({ filter: { playerNames: ['Alex'] } })
    happens('player.join', 'Mia')
    happens('player.join', 'Alex')
    expect(names()).toEqual(['Alex'])
  })

  it('receives text without invisible characters', () => {
    const { subscribe, happens, names } = scene()
    subscribe()
    happens('player.join', 'Mi\u202ea\u0000')
    expect(names()).toEqual(['Mia'])
  })

  it('of one server receives nothing of another; without a server, all that offer the event, also later ones', () => {
    const { under, subscribe, happens, received } = scene()
    const ofOne = new AbortController()
    const one: string[] = []
    under.gateway.subscribe(
      { eventIds: ['player.join'], server: 'overworld', caller, connection: ofOne.signal },
      (event) => one.push(event.server.id),
    )
    subscribe()
    under.serve('nether', events)
    happens('player.join', 'Mia', 'nether')
    happens('player.join', 'Mia')
    expect(one).toEqual(['overworld'])
    expect(received.map(({ server }) => server.id)).toEqual(['nether', 'overworld'])
  })

  it('continues after the server was offline', () => {
    const { under, subscribe, happens, names } = scene()
    subscribe()
    under.serve('overworld', events, { state: 'offline' })
    under.serve('overworld', events)
    happens('player.join', 'Mia')
    expect(names()).toEqual(['Mia'])
  })

  // verifies: capability-kinds event 2
  it('receives nothing once the subscription or its connection ended', () => {
    const { subscribe, happens, received, connection } = scene()
    begun(subscribe()).end()
    happens('player.join', 'Mia')
    subscribe()
    connection.abort()
    happens('player.join', 'Mia')
    subscribe()
    happens('player.join', 'Mia')
    expect(received).toEqual([])
  })

  // verifies: events-delivery
  it('that reconnects receives the buffered events once, and whether they are complete', () => {
    const { subscribe, happens, received, names } = scene()
    const first = begun(subscribe())
    happens('player.join', 'Mia')
    first.end()
    happens('player.join', 'Alex')
    happens('player.chat', 'Alex')
    expect(begun(subscribe({ after: received[0]?.id ?? '' })).complete).toBe(true)
    expect(names()).toEqual(['Mia', 'Alex'])
    expect(begun(subscribe({ after: 'long ago' })).complete).toBe(false)
  })

  it('receives nothing of an event that its owner turned off on that server, and again what is turned on', () => {
    const { under, subscribe, happens, names } = scene()
    under.serve('nether', events)
    subscribe()
    const off = { effect: 'deny', server: 'overworld', capability: 'player.join', maxRisk: 'critical' } as const
    const rule = under.gateway.rules.create(off, desktop)
    happens('player.join', 'Mia')
    happens('player.join', 'Alex', 'nether')
    expect(codeOf(subscribe({ server: 'overworld' }))).toBe('RISK.APPROVAL_REJECTED')
    under.gateway.rules.remove(rule.id, desktop)
    happens('player.join', 'Steve')
    expect(names()).toEqual(['Alex', 'Steve'])
  })

  // verifies: events-subscribe
  it('whose permission is removed receives nothing more', () => {
    let grants = ['mcp.event.**']
    const { subscribe, happens, names } = scene({ rightsOf: () => only(...grants) })
    subscribe()
    happens('player.join', 'Mia')
    grants = []
    happens('player.join', 'Alex')
    expect(names()).toEqual(['Mia'])
  })
})

describe('a subscription is refused', () => {
  it.each<[string, Partial<SubscriptionRequest>, string]>([
    ['to what nobody offers', { eventIds: ['no.such'] }, 'PROTOCOL.CAPABILITY_NOT_FOUND'],
    ['to what is no event', { eventIds: ['player.list'] }, 'PROTOCOL.UNSUPPORTED_TYPE'],
    ['when one of several cannot be', { eventIds: ['player.join', 'no.such'] }, 'PROTOCOL.CAPABILITY_NOT_FOUND'],
    ['at a server that is not there', { server: 'nowhere' }, 'PROTOCOL.SERVER_NOT_FOUND'],
    ['with a filter of the wrong type', { filter: { playerNames: 'Mia' } }, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['with a filter for what there is not', { filter: { colour: 'red' } }, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['with a filter that is none', { filter: ['Mia'] }, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['with a filter without end', { filter: { playerNames: ['x'.repeat(20_000)] } }, 'PROTOCOL.INVALID_REQUEST'],
  ])('%s, and nothing is sent', (_what, change, code) => {
    const { subscribe, happens, received, under } = scene()
    expect(codeOf(subscribe(change))).toBe(code)
    happens('player.join', 'Mia')
    expect(received).toEqual([])
    expect(under.audit.events.every(({ eventType }) => eventType === 'error')).toBe(true)
  })

  it('without the permission that the manifest names', () => {
    const { subscribe } = scene({ rightsOf: () => only('mcp.context.**') })
    expect(codeOf(subscribe())).toBe('PERMISSION.DENIED')
  })

  it('where a person would have to approve', () => {
    const { under, subscribe } = scene()
    const secret = manifestOf({ id: 'ext.shop.secret', type: 'event', risk: { level: 'low', approvalRequired: true } })
    under.serve('shop', [], { capabilities: [secret] })
    expect(codeOf(subscribe({ eventIds: [secret.id] }))).toBe('RISK.OPERATION_BLOCKED')
  })

  it('with a filter that is too large, and the error says what to do instead', () => {
    const { subscribe } = scene()
    const refused = subscribe({ filter: { playerNames: ['x'.repeat(20_000)] } })
    expect(refused.ok || refused.error.suggestion).toContain('Use a smaller filter')
  })

  it('where it cannot be logged', () => {
    const { under, subscribe, happens, received } = scene()
    under.audit.refuses = () => true
    expect(codeOf(subscribe())).toBe('SYSTEM.INTERNAL_ERROR')
    happens('player.join', 'Mia')
    expect(received).toEqual([])
  })
})

describe('the limit', () => {
  // verifies: events-subscribe, events-filter
  it('of the manifest counts for a caller and session, however many connections they use', () => {
    const { under, subscribe } = scene()
    const all = Array.from({ length: 10 }, () => begun(subscribe()))
    expect(codeOf(subscribe())).toBe('SYSTEM.RATE_LIMITED')
    expect(codeOf(subscribe({ eventIds: ['player.chat'] }))).toBe('ok')
    expect(codeOf(subscribe({ connection: new AbortController().signal }))).toBe('SYSTEM.RATE_LIMITED')
    expect(codeOf(subscribe({ caller: { ...caller, sessionId: 'another' } }))).toBe('ok')
    expect(codeOf(subscribe({ caller: { ...caller, id: 'mcp:another' } }))).toBe('ok')
    all[0]?.end()
    all[0]?.end()
    expect([codeOf(subscribe()), codeOf(subscribe())]).toEqual(['ok', 'SYSTEM.RATE_LIMITED'])
    expect(under.audit.events.filter(({ eventType }) => eventType === 'error')).toHaveLength(3)
  })

  it('of all events together does not come from a manifest', () => {
    const { under, subscribe } = scene()
    const many = manifestOf({
      id: 'ext.shop.sold',
      type: 'event',
      rateLimit: { subscriptions: 1e6, period: 'connection' },
    })
    under.serve('shop', [], { capabilities: [many] })
    const codes = Array.from({ length: 65 }, () => codeOf(subscribe({ eventIds: [many.id] })))
    expect([codes.filter((code) => code === 'ok').length, codes.at(-1)]).toEqual([64, 'SYSTEM.RATE_LIMITED'])
  })
})

it('the trail records who subscribed to what, in events of the contract', () => {
  const isAuditEvent = compiled(createContractAjv(), 'audit-event-v1.json')
  const { under, subscribe } = scene()
  subscribe({ filter: { playerNames: ['Mia'] } })
  subscribe({ eventIds: ['no.such'] })
  expect(under.audit.events).toMatchObject([
    {
      eventType: 'invoke',
      capabilityId: 'player.join',
      caller: { id: caller.id },
      request: { subscribe: { filter: { playerNames: ['Mia'] } } },
    },
    { eventType: 'error', response: { error: { code: 'PROTOCOL.CAPABILITY_NOT_FOUND' } } },
  ])
  for (const event of under.audit.events) expect(isAuditEvent(event)).toBe(true)
})

it.each([
  'player.join',
  'player.leave',
  'player.death',
  'player.chat',
  'world.block.placed',
  'world.block.broken',
  'world.tick.health',
])('%s takes a filter and names its limit', (id) => {
  expect(core(id).parameters).toMatchObject({ properties: { filter: { type: 'object' } } })
  expect(core(id).rateLimit).toEqual({ subscriptions: 10, period: 'connection' })
})
