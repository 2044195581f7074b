import { coreCatalogue } from '@contract/core-catalogue.js'
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, describe, expect, it } from 'vitest'
import { metaTools } from '../../src-main/consumers/mcp/meta-tools/index.js'
import { toolNameOf } from '../../src-main/consumers/mcp/tool-name.js'
import { admitInProcess } from '../fakes/admission.js'
import { core, FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'

const scene = openForEach(() => McpScene.open())
const clients: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

interface Called {
  readonly isError?: boolean | undefined
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined
}
interface Listed {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined
  readonly annotations?: Readonly<Record<string, unknown>> | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}
/** What the tests need of a client, whichever library it comes from. */
interface TestClient {
  tools(): Promise<readonly Listed[]>
  call(name: string, given: Record<string, unknown>, options?: CallOptions): Promise<Called>
  close(): Promise<void>
}
interface CallOptions {
  readonly onprogress?: (progress: { readonly message?: string | undefined }) => void
  readonly signal?: AbortSignal
}
type Connect = (onToolsChanged?: () => void) => Promise<TestClient>

const requestInit = { headers: { authorization: `Bearer ${bridgeToken}` } }
const info = { name: 'test-client', version: '1.0.0' }
const listening = (onToolsChanged: () => void) => ({
  listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => onToolsChanged() } },
})

const connectSdk: Connect = async (onToolsChanged) => {
  const client = new LegacyClient(info, onToolsChanged && listening(onToolsChanged))
  await client.connect(new LegacyTransport(scene().url, { requestInit }) as Transport)
  clients.push(client)
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, given, options) =>
      (await client.callTool({ name, arguments: given }, undefined, options)) as Called,
    close: () => client.close(),
  }
}

const connectModern =
  (mode: 'legacy' | { pin: string }): Connect =>
  async (onToolsChanged) => {
    const client = new ModernClient(info, {
      versionNegotiation: { mode },
      ...(onToolsChanged && listening(onToolsChanged)),
    })
    await client.connect(new ModernTransport(scene().url, { requestInit }))
    clients.push(client)
    return {
      tools: async () => (await client.listTools()).tools as readonly Listed[],
      call: async (name, given, options) => (await client.callTool({ name, arguments: given }, options)) as Called,
      close: () => client.close(),
    }
  }

const dialects: [string, Connect][] = [
  ['the SDK client', connectSdk],
  ['the newer client in the older era', connectModern('legacy')],
  ['the newer client in the newer era', connectModern({ pin: '2026-07-28' })],
]

/** What the demo world can be asked for: all of docs/protocol.md#core-capabilities. */
const callable = [...coreCatalogue.values()].filter(({ type }) => type !== 'event').map(({ id }) => id)
/** Our tools come first. */
const everyTool = [
  ...[...metaTools.keys()].filter((name) => name !== 'get_suggestions'),
  ...callable.map(toolNameOf).sort(),
]

const night = { worldName: 'world', time: 13_000 }

describe.each(dialects)('%s', (_name, open) => {
  it('sees every capability as a tool with schemas and annotations, and no event', async () => {
    const tools = await (await open()).tools()
    expect(tools.map(({ name }) => name)).toEqual(everyTool)
    const [get, set] = ['world_time_get', 'world_time_set'].map((wanted) => tools.find(({ name }) => name === wanted))
    expect(get).toMatchObject({
      inputSchema: { type: 'object', required: ['worldName'] },
      outputSchema: { type: 'object', required: ['success', 'requestId', 'timestamp'] },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      _meta: { layer: 'context', category: 'world', safety: 'low', idempotent: true, supportsDryRun: false },
    })
    expect(set).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true },
      inputSchema: { properties: { dryRun: { type: 'boolean' } } },
      _meta: { safety: 'high', supportsDryRun: true },
    })
  })

  it('calls a tool whose output schema it checks, and gets text and structure', async () => {
    const client = await open()
    await client.tools()
    const result = await client.call('world_time_get', { worldName: 'world' })
    expect(result.isError ?? false).toBe(false)
    expect(result.content).toMatchObject([{ type: 'text', text: expect.stringContaining('fullTime') }])
    expect(result.structuredContent).toMatchObject({
      success: true,
      requestId: expect.any(String),
      timestamp: expect.any(String),
      data: { worldName: 'world', phase: expect.any(String) },
      metadata: { serverId: 'demo', traceId: expect.any(String) },
    })
  })

  it('gets argument errors as a result, not as a protocol error', async () => {
    const result = await (await open()).call('world_time_get', {})
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        success: false,
        error: {
          code: 'E_PROTOCOL_SCHEMA_VALIDATION_FAILED',
          contractCode: 'PROTOCOL.SCHEMA_VALIDATION_FAILED',
          details: { errors: [{ path: '/worldName' }] },
        },
      },
    })
  })

  it('gets an error of the world as a result', async () => {
    const result = await (await open()).call('world_time_get', { worldName: 'atlantis' })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'E_BUSINESS_WORLD_NOT_FOUND' } },
    })
  })

  it.each(['no_such_tool', 'player_join', 'world.time.get', '__proto__'])(
    'gets -32602 for the tool %s',
    async (name) => {
      await expect((await open()).call(name, {})).rejects.toMatchObject({ code: -32_602 })
    },
  )

  it('waits until a person approves', async () => {
    scene().gateway.approvals.attach()
    const client = await open()
    const question = scene().nextQuestion()
    const result = client.call('world_time_set', night)
    const { id, caller, arguments: shown } = await question
    expect(caller).toMatchObject({ type: 'model', id: 'bridge', name: 'test-client' })
    expect(shown).toEqual(night)
    scene().gateway.approvals.decide(id, 'approve', 'ada')
    expect(await result).toMatchObject({ structuredContent: { success: true, data: { time: 13_000 } } })
  })

  it('gets a denial as a result', async () => {
    scene().gateway.approvals.attach()
    const client = await open()
    const question = scene().nextQuestion()
    const result = client.call('world_time_set', night)
    scene().gateway.approvals.decide((await question).id, 'deny', 'ada')
    expect(await result).toMatchObject({
      isError: true,
      structuredContent: { success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } },
    })
  })

  it('gets progress at once and every five seconds while an approval is pending, where it asked for it', async () => {
    scene().gateway.approvals.attach()
    const client = await open()
    const received: string[] = []
    const question = scene().nextQuestion()
    const third = new Promise<void>((resolve) => {
      void client
        .call('world_time_set', night, {
          onprogress: ({ message }) => {
            received.push(`${message}`)
            if (received.length === 3) resolve()
          },
        })
        .catch(() => {})
    })
    const { id } = await question
    await scene().clock.advance(5_000)
    await scene().clock.advance(5_000)
    await third
    expect(received).toEqual(Array.from({ length: 3 }, () => 'Waiting for a person to decide on "Set the time".'))
    scene().gateway.approvals.decide(id, 'deny', 'ada')
  })

  it('withdraws the request when it cancels', async () => {
    scene().gateway.approvals.attach()
    const client = await open()
    const [question, answer] = [scene().nextQuestion(), scene().nextAnswer()]
    const cancelling = new AbortController()
    const result = client.call('world_time_set', night, { signal: cancelling.signal }).catch(() => 'cancelled')
    await question
    cancelling.abort()
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
    expect(await result).toBe('cancelled')
    expect(scene().gateway.approvals.open()).toEqual([])
  })

  it('withdraws the request when it disconnects, even while it gets progress', async () => {
    scene().gateway.approvals.attach()
    const client = await open()
    const [question, answer] = [scene().nextQuestion(), scene().nextAnswer()]
    void client.call('world_time_set', night, { onprogress: () => {} }).catch(() => {})
    await question
    await client.close()
    // A lost stream can be resumed for ten seconds; nothing signals when the listener has noticed the loss.
    let withdrawn = false
    void answer.then(() => {
      withdrawn = true
    })
    while (!withdrawn) await scene().clock.advance(50)
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
    await scene().clock.advance(10_000)
    expect(await (await open()).tools()).toHaveLength(everyTool.length)
  })

  it('is notified of a server with a new tool', async () => {
    let hear: () => void = () => {}
    const changed = new Promise<void>((resolve) => {
      hear = resolve
    })
    const client = await open(() => hear())
    await client.tools()
    const extra = manifestOf({ id: 'ext.shop.list' })
    // The client opens its stream for notifications after `connect`; nothing signals when it is open, so repeat.
    const presenting = setInterval(() => {
      extra.description += '!'
      scene().fakes.host.present(new FakeServer({ id: 'shop', capabilities: [{ ...extra }] }))
    }, 50)
    await changed
    clearInterval(presenting)
    expect((await client.tools()).map(({ name }) => name)).toContain('ext_shop_list')
  })

  it('accepts a tool result whose schema refers to its own definition', async () => {
    const returns = {
      type: 'object' as const,
      properties: { owner: { $ref: '#/definitions/Owner' } },
      definitions: { Owner: { type: 'object', required: ['name'] } },
    }
    const { capabilities } = await admitInProcess([manifestOf({ id: 'ext.shop.list', returns })])
    const shop = new FakeServer({ id: 'shop', capabilities })
    shop.answers('ext.shop.list', () => ({ data: { owner: { name: 'Alex' } } }))
    scene().fakes.host.present(shop)
    const client = await open()
    await client.tools()
    expect(await client.call('ext_shop_list', {})).toMatchObject({ structuredContent: { success: true } })
  })

  it('names the server where several have the tool', async () => {
    const second = new FakeServer({ id: 'second', name: 'Second', capabilities: [core('player.list')] })
    second.answers('player.list', () => ({ data: { players: [], online: 0, max: 5 } }))
    scene().fakes.host.present(second)
    const client = await open()
    const tool = (await client.tools()).find(({ name }) => name === 'player_list')
    expect(tool?.inputSchema).toMatchObject({
      required: ['server'],
      properties: { server: { enum: ['Demo world', 'Second'] } },
    })
    expect(await client.call('player_list', { server: 'Second' })).toMatchObject({
      structuredContent: { data: { max: 5 }, metadata: { serverId: 'second' } },
    })
    expect(await client.call('player_list', {})).toMatchObject({
      isError: true,
      structuredContent: { error: { message: expect.stringContaining('"Demo world", "Second"') } },
    })
    expect(await client.call('player_list', { server: 'Third' })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'E_PROTOCOL_SERVER_NOT_FOUND' } },
    })
  })
})

describe('a session', () => {
  const headers = {
    authorization: `Bearer ${bridgeToken}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const post = (message: object, more: Record<string, string> = {}) =>
    fetch(scene().url, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  const initialize = {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info },
  }
  async function begin(): Promise<Record<string, string>> {
    const response = await post(initialize)
    expect(response.status).toBe(200)
    await response.text()
    const named = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
    expect(named['mcp-session-id']).not.toBe('')
    expect((await post({ method: 'notifications/initialized' }, named)).status).toBe(202)
    return named
  }
  const list = { id: 2, method: 'tools/list' }

  it('begins with initialize and is named in later requests', async () => {
    const response = await post(list, await begin())
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('world_time_get')
  })

  it.each(['POST', 'GET', 'DELETE'])('that is missing makes a %s a 400', async (method) => {
    const body = method === 'POST' ? { body: JSON.stringify({ jsonrpc: '2.0', ...list }) } : {}
    const response = await fetch(scene().url, { method, headers, ...body })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('MCP-Session-Id')
  })

  it('that is unknown is a 400, for initialize too', async () => {
    const unknown = { 'mcp-session-id': 'made-up' }
    for (const message of [list, initialize]) expect((await post(message, unknown)).status).toBe(400)
  })

  it('that was deleted is unknown', async () => {
    const session = await begin()
    const deleted = await fetch(scene().url, { method: 'DELETE', headers: { ...headers, ...session } })
    expect(deleted.ok).toBe(true)
    expect((await post(list, session)).status).toBe(400)
  })

  it('answers its deletion with 204', async () => {
    const deleted = await fetch(scene().url, { method: 'DELETE', headers: { ...headers, ...(await begin()) } })
    expect(deleted.status).toBe(204)
  })

  it('that is not initialized yet answers only -32600', async () => {
    const response = await post(initialize)
    await response.text()
    const session = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
    expect(await (await post(list, session)).text()).toContain('-32600')
  })

  it('is not made ready by notifications/initialized with an id, which is an invalid request, before and after', async () => {
    const response = await post(initialize)
    await response.text()
    const session = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
    const asked = { id: 'init', method: 'notifications/initialized' }
    const refusal = { jsonrpc: '2.0', id: 'init', error: { code: -32_600 } }
    expect(await (await post(asked, session)).json()).toMatchObject(refusal)
    expect(await (await post(list, session)).text()).toContain('-32600')
    expect((await post({ method: 'notifications/initialized' }, session)).status).toBe(202)
    expect(await (await post(asked, session)).json()).toMatchObject(refusal)
    expect((await post({ method: 'notifications/initialized' }, session)).status).toBe(202)
    expect(await (await post(list, session)).text()).toContain('world_time_get')
  })

  it('responds to a GET that accepts no event stream', async () => {
    const response = await fetch(scene().url, {
      headers: { ...headers, ...(await begin()), accept: 'application/json' },
    })
    expect(response.status).toBe(200)
  })

  it('refuses an unknown method: -32601', async () => {
    const response = await post({ id: 3, method: 'tools/forget' }, await begin())
    expect(await response.text()).toContain('-32601')
  })

  it('accepts a notification with 202 and no body', async () => {
    const response = await post({ method: 'notifications/cancelled', params: { requestId: 99 } }, await begin())
    expect(response.status).toBe(202)
    expect(await response.text()).toBe('')
  })

  it('is separate for each client, and does not see the responses of another', async () => {
    const [one, two] = [await begin(), await begin()]
    expect(one).not.toEqual(two)
    const answers = await Promise.all([post({ ...list, id: 'a' }, one), post({ ...list, id: 'b' }, two)])
    const [first, second] = await Promise.all(answers.map((response) => response.text()))
    expect(first).toContain('"id":"a"')
    expect(second).toContain('"id":"b"')
  })
})
