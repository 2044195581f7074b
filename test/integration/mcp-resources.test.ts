import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { batchMs } from '../../src-main/consumers/mcp/resources/following.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'

const scene = openForEach(() => McpScene.open())
const repeating: NodeJS.Timeout[] = []
const clients: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of repeating.splice(0)) clearInterval(one)
  for (const client of clients.splice(0)) await client.close()
})

const requestInit = { headers: { authorization: `Bearer ${bridgeToken}` } }
const info = { name: 'test-client', version: '1.0.0' }

type Ref = { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string }
interface Called {
  readonly structuredContent?: unknown
}
/** What the tests need of a client, whichever library it comes from. */
interface TestClient {
  call(name: string, given: Record<string, unknown>): Promise<Called>
  read(uri: string): Promise<string>
  resources(): Promise<readonly string[]>
  templates(): Promise<readonly string[]>
  prompts(): Promise<readonly string[]>
  prompt(name: string, given: Record<string, string>): Promise<unknown>
  complete(ref: Ref, name: string, value: string): Promise<readonly string[]>
  /** Resolves when the subscription is active. */
  follow(uri: string, updated: (uri: string) => void): Promise<unknown>
}

const textIn = (contents: readonly object[]): string => contents.map((one) => ('text' in one ? one.text : '')).join('')

const openSdk = async (): Promise<TestClient> => {
  const client = new LegacyClient(info)
  await client.connect(new LegacyTransport(scene().url, { requestInit }) as Transport)
  clients.push(client)
  return {
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as Called,
    read: async (uri) => textIn((await client.readResource({ uri })).contents),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: (name, given) => client.getPrompt({ name, arguments: given }),
    complete: async (ref, name, value) => (await client.complete({ ref, argument: { name, value } })).completion.values,
    follow(uri, updated) {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => updated(params.uri))
      return client.subscribeResource({ uri })
    },
  }
}

const openModern = (mode: 'legacy' | { pin: string }) => async (): Promise<TestClient> => {
  const client = new ModernClient(info, { versionNegotiation: { mode } })
  await client.connect(new ModernTransport(scene().url, { requestInit }))
  clients.push(client)
  return {
    call: async (name, given) => client.callTool({ name, arguments: given }),
    read: async (uri) => textIn((await client.readResource({ uri })).contents),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: (name, given) => client.getPrompt({ name, arguments: given }),
    complete: async (ref, name, value) => (await client.complete({ ref, argument: { name, value } })).completion.values,
    follow(uri, updated) {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => updated(params.uri))
      return mode === 'legacy' ? client.subscribeResource({ uri }) : client.listen({ resourceSubscriptions: [uri] })
    },
  }
}

const dialects: [string, () => Promise<TestClient>][] = [
  ['the SDK client', openSdk],
  ['the newer client in the older era', openModern('legacy')],
  ['the newer client in the newer era', openModern({ pin: '2026-07-28' })],
]

describe.each(dialects)('%s', (_name, open) => {
  it('reads servers, manifests and events with the built-in tools', async () => {
    const client = await open()
    expect(await client.call('list_servers', {})).toMatchObject({
      structuredContent: { success: true, data: { servers: [{ id: 'demo', state: 'online' }] } },
    })
    expect(await client.call('get_tool_manifest', { name: 'world_time_set' })).toMatchObject({
      structuredContent: { data: { manifests: [{ id: 'world.time.set', servers: [{ id: 'demo' }] }] } },
    })
    expect(await client.call('get_recent_events', { limit: 5 })).toMatchObject({ structuredContent: { success: true } })
  })

  it('waits for an event of the real demo world', async () => {
    const client = await open()
    const waiting = client.call('wait_for_event', { eventId: 'player.chat', filter: { playerNames: ['Alex'] } })
    // Nothing signals when the wait has begun: repeat until it is received.
    repeating.push(setInterval(() => scene().world.chat('Alex', 'hello'), 50))
    expect(await waiting).toMatchObject({
      structuredContent: { data: { happened: true, event: { data: { playerName: 'Alex', message: 'hello' } } } },
    })
  })

  it('reads resources, listed ones and those of a template', async () => {
    const client = await open()
    expect(await client.resources()).toContain('minecraft://demo/players')
    expect(await client.templates()).toContain('minecraft://{server}/players/{name}')
    expect(JSON.parse(await client.read('minecraft://demo/world/world'))).toMatchObject({
      time: { worldName: 'world' },
    })
    await expect(client.read('minecraft://demo/players/Nobody')).rejects.toMatchObject({ code: -32_602 })
  })

  it('gets prompts and has their arguments completed', async () => {
    const client = await open()
    expect(await client.prompts()).toContain('daily_report')
    expect(await client.prompt('daily_report', { server: 'demo' })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: expect.stringContaining('on the server "demo"') } }],
    })
    expect(await client.complete({ type: 'ref/prompt', name: 'daily_report' }, 'server', 'de')).toEqual(['demo'])
    const uriTemplate = 'minecraft://{server}/world/{dimension}'
    expect(await client.complete({ type: 'ref/resource', uri: uriTemplate }, 'dimension', 'world_n')).toEqual([
      'world_nether',
    ])
  })

  it('is notified that a subscribed resource changed', async () => {
    const client = await open()
    let hear: (uri: string) => void = () => {}
    const received = new Promise<string>((resolve) => {
      hear = resolve
    })
    await client.follow('minecraft://demo/events', hear)
    // The stream for notifications opens some time later, and nothing signals when: repeat the event.
    repeating.push(
      setInterval(() => {
        scene().world.chat('Alex', 'hello')
        void scene().clock.advance(batchMs)
      }, 50),
    )
    expect(await received).toBe('minecraft://demo/events')
  })
})
