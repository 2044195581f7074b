/** What a client sees and is refused over every interface, and that a change applies to open sessions. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { core, FakeServer } from '../fakes/fake-provider.js'
import { McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await Promise.resolve(one.close()).catch(() => {})
})

async function connect(token: string) {
  const client = new Client({ name: 'a client', version: '1.0.0' }, {})
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(scene().url, { requestInit }))
  open.push(client)
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { structuredContent } = await client.callTool({ name, arguments: given })
    return (structuredContent as { error?: { code: string; message: string } }).error
  }
  return { client, names, call }
}

const ask = async (token: string, where: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(where, scene().endpoint), {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const night = { worldName: 'world', time: 13_000 }

it('a viewer sees no action over any interface, and a call to one is refused with a reason', async () => {
  const { token } = scene().clients.add({ name: 'Viewer', role: 'viewer' })
  const viewer = await connect(token)
  const names = await viewer.names()
  expect(names).toContain('world_time_get')
  expect(names).not.toContain('world_time_set')
  expect(await viewer.call('world_time_set', night)).toMatchObject({
    code: 'E_PERMISSION_DENIED',
    message: expect.stringContaining('mcp.action.world.time'),
  })
  expect(scene().audit.events.at(-1)).toMatchObject({ eventType: 'error', capabilityId: 'world.time.set' })

  const rest = await ask(token, '/api/v1/capabilities?pageSize=100')
  expect(rest.body).toContain('world.time.get')
  expect(rest.body).not.toContain('world.time.set')
  expect((await ask(token, '/api/v1/capabilities/world.time.set')).status).toBe(404)
  const called = await ask(token, '/api/v1/capabilities/world.time.set/invoke', { parameters: night })
  expect([called.status, JSON.parse(called.body).error.code]).toEqual([403, 'PERMISSION.DENIED'])

  const begun = await ask(token, '/mcp-legacy', { jsonrpc: '2.0', id: 1, method: 'mcp/initialize', params: {} })
  const session = { 'mcp-session-id': JSON.parse(begun.body).result.sessionId }
  const listing = { jsonrpc: '2.0', id: 2, method: 'mcp/listTools', params: {} }
  const older = await ask(token, '/mcp-legacy', listing, session)
  expect(older.body).toContain('world/time/get')
  expect(older.body).not.toContain('world/time/set')
})

it('a client with a role on one server only sees nothing of the others: no name in lists, resources and errors', async () => {
  scene().fakes.host.present(new FakeServer({ id: 'bravo', name: 'Bravo', capabilities: [core('world.weather.get')] }))
  const { token } = scene().clients.add({ name: 'One', role: 'none', roles: { demo: 'viewer' } })
  const { client } = await connect(token)
  const called = async (name: string, given: Record<string, unknown> = {}) =>
    JSON.stringify(await client.callTool({ name, arguments: given }))
  const seen = {
    servers: await called('list_servers'),
    events: await called('get_recent_events', { server: 'nowhere' }),
    call: await called('world_weather_get', { worldName: 'world', server: 'nowhere' }),
    resources: JSON.stringify(await client.listResources()),
    resource: JSON.stringify(await client.readResource({ uri: 'minecraft://servers' })),
    rest: (await ask(token, '/api/v1/servers')).body,
    invoked: (
      await ask(token, '/api/v1/capabilities/world.weather.get/invoke', {
        parameters: { worldName: 'world' },
        server: 'nowhere',
      })
    ).body,
  }
  for (const [where, text] of Object.entries(seen)) expect([where, /bravo/iu.test(text)]).toEqual([where, false])
  expect(seen.servers).toContain('demo')
  expect((await ask(token, '/api/v1/servers')).body).toContain('demo')
})

describe('a change of rights', () => {
  // verifies: promise 2
  it('is sent to open sessions, and applies to them immediately', async () => {
    const { token, client } = scene().clients.add({ name: 'Claude' })
    const session = await connect(token)
    let reported = 0
    session.client.setNotificationHandler('notifications/tools/list_changed', () => {
      reported += 1
    })
    expect(await session.names()).toContain('world_time_set')
    scene().clients.edit(client.id, { permissions: [{ permission: 'mcp.action.world.**', effect: 'deny' }] })
    await until(() => reported > 0)
    expect(await session.names()).not.toContain('world_time_set')
    expect((await session.call('world_time_set', night))?.code).toBe('E_PERMISSION_DENIED')
    scene().clients.edit(client.id, { permissions: [] })
    expect(await session.names()).toContain('world_time_set')
  })
})

describe('a limit', () => {
  // verifies: promise 3
  it('of a client says over REST when to try again', async () => {
    const { token } = scene().clients.add({ name: 'Script', callsPerMinute: 1 })
    const list = () => ask(token, '/api/v1/capabilities/player.list/invoke', { parameters: {} })
    expect((await list()).status).toBe(200)
    const limited = await list()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
    expect(JSON.parse(limited.body).error.details).toEqual({ retryAfterMs: 60_000 })
  })
})
