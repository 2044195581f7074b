import { describe, expect, it } from 'vitest'
import { gatehouseLibrary } from '../../../../src-main/consumers/mcp/library.js'
import { withoutForbiddenResources } from '../../../../src-main/consumers/mcp/listen-services.js'
import { only } from '../../../../src-main/policy/rights/rights.js'
import { caller, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const listen = (resourceSubscriptions: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: { _meta: {}, notifications: { toolsListChanged: true, resourceSubscriptions } },
})

const under = new GatewayUnderTest({ rightsOf: () => only('mcp.context.player.list') })
under.serve('survival', ['player.list', 'player.info.get', 'world.time.get', 'player.join'])
const permitted = (message: unknown) => withoutForbiddenResources(message, gatehouseLibrary, caller, under.gateway)

describe('a client of the newer era that wants to listen', () => {
  it('is notified of what it may read, and of nothing else', () => {
    const wanted = ['players', 'players/Steve', 'world/world', 'events', 'status'].map(
      (path) => `minecraft://survival/${path}`,
    )
    expect(permitted(listen([...wanted, 'minecraft://servers', 'minecraft://nowhere/status', 'nonsense', 7]))).toEqual(
      listen(['minecraft://survival/players', 'minecraft://survival/status', 'minecraft://servers']),
    )
  })

  it.each([
    null,
    'text',
    {},
    { method: 'subscriptions/listen' },
    listen('all'),
    { ...listen(['nonsense']), method: 'tools/list' },
  ])('and any other request, %j, is not changed', (message) => {
    expect(permitted(message)).toBe(message)
  })
})
