/** The modern era (2026-07-28) on `/mcp`: one row a sentence, over real HTTP, against the demo world. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { type RawAnswer, RawMcpClient } from '../fakes/raw-mcp-client.js'

let scene: McpScene
let client: RawMcpClient
beforeAll(async () => {
  scene = await McpScene.open()
  client = new RawMcpClient(scene.url, bridgeToken)
  scene.gateway.approvals.attach()
})
afterEach(() => client.close())
afterAll(() => scene.close())

type Row = readonly [sentence: string, prove: () => Promise<void>]
type Rows = Readonly<Record<string, () => Promise<void>>>

const revision = '2026-07-28'
const envelope = {
  [PROTOCOL_VERSION_META_KEY]: revision,
  [CLIENT_INFO_META_KEY]: { name: 'modern', title: 'A modern client', version: '1.0.0' },
  [CLIENT_CAPABILITIES_META_KEY]: {},
}
const messageOf = (method: string, params: object = {}, meta: object = {}) => ({
  id: 1,
  method,
  params: { ...params, _meta: { ...envelope, ...meta } },
})
const headersOf = (method: string, name?: string) => ({
  'mcp-protocol-version': revision,
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
})
const ask = (method: string, params: object = {}, name?: string) =>
  client.post(messageOf(method, params), headersOf(method, name))
const call = (name: string, given: object) => ask('tools/call', { name, arguments: given }, name)
const codeOf = ({ status, message }: RawAnswer) => [status, message?.error?.code]

const stateless: Rows = {
  async 'a request needs no session and is given none'() {
    const answer = await ask('tools/list')
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null])
    expect(answer.message?.result?.tools).not.toHaveLength(0)
  },
  async 'the era is that of each request: a session lives beside modern requests on the same address'() {
    const session = await client.begin()
    expect((await ask('tools/list')).status).toBe(200)
    expect((await client.post({ id: 2, method: 'tools/list' }, session)).message?.result).toHaveProperty('tools')
  },
  'server/discover returns revisions, capabilities and instructions': async () =>
    expect((await ask('server/discover')).message?.result).toMatchObject({
      supportedVersions: expect.arrayContaining([revision]),
      capabilities: { tools: { listChanged: true } },
      instructions: expect.stringContaining('Minecraft'),
    }),
  'a result says that it is complete': async () =>
    expect((await ask('tools/list')).message?.result?.resultType).toBe('complete'),
  async 'what may be kept, by whom and how long is said of the list and of what is discovered'() {
    const scopes = { 'tools/list': 'private', 'resources/list': 'private', 'server/discover': 'public' }
    for (const [method, cacheScope] of Object.entries(scopes)) {
      const { message } = await ask(method)
      expect(message?.result).toMatchObject({ ttlMs: expect.any(Number), cacheScope })
    }
  },
  async 'both eras list the same tools in the same order'() {
    const modern = (await ask('tools/list')).message?.result?.tools as { name: string }[]
    const legacy = (await client.post({ id: 1, method: 'tools/list' }, await client.begin())).message?.result?.tools
    expect(modern.map(({ name }) => name)).toEqual((legacy as { name: string }[]).map(({ name }) => name))
  },
  async 'a call answers as it does in the older era, and names who asks'() {
    const question = scene.nextQuestion()
    const answer = call('world_time_set', { worldName: 'world', time: 1 })
    const { id, caller } = await question
    expect(caller).toMatchObject({ id: 'bridge', name: 'A modern client' })
    scene.gateway.approvals.decide(id, 'deny', 'ada')
    expect((await answer).message?.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'E_RISK_APPROVAL_REJECTED' } },
    })
  },
  async 'a client that disconnects withdraws its question at once'() {
    const [question, answer] = [scene.nextQuestion(), scene.nextAnswer()]
    const params = { name: 'world_time_set', arguments: { worldName: 'world', time: 2 } }
    const stream = await client.stream(
      'POST',
      headersOf('tools/call', params.name),
      messageOf('tools/call', params, { progressToken: 1 }),
    )
    await question
    stream.disconnect()
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
  },
}

const refusals: Rows = {
  async 'the header MCP-Protocol-Version is required'() {
    const { 'mcp-protocol-version': _, ...headers } = headersOf('tools/list')
    expect(codeOf(await client.post(messageOf('tools/list'), headers))).toEqual([400, -32_020])
  },
  async 'the header Mcp-Method is required, and must be that of the body'() {
    const version = { 'mcp-protocol-version': revision }
    expect(codeOf(await client.post(messageOf('tools/list'), version))).toEqual([400, -32_020])
    expect(codeOf(await client.post(messageOf('tools/list'), headersOf('ping')))).toEqual([400, -32_020])
  },
  async 'the header Mcp-Name is required for a call, and must be that of the body'() {
    const params = { name: 'world_time_get', arguments: { worldName: 'world' } }
    expect(codeOf(await ask('tools/call', params))).toEqual([400, -32_020])
    expect(codeOf(await ask('tools/call', params, 'player_list'))).toEqual([400, -32_020])
  },
  async 'an unsupported revision gets the list of supported ones'() {
    const message = messageOf('tools/list', {}, { [PROTOCOL_VERSION_META_KEY]: '2031-01-01' })
    const answer = await client.post(message, { ...headersOf('tools/list'), 'mcp-protocol-version': '2031-01-01' })
    expect(codeOf(answer)).toEqual([400, -32_022])
    expect(answer.message?.error?.data).toMatchObject({ supported: expect.arrayContaining([revision]) })
  },
  async 'the header without the envelope is refused, not taken for the older era'() {
    const answer = await client.post({ id: 1, method: 'tools/list' }, headersOf('tools/list'))
    expect(codeOf(answer)).toEqual([400, -32_602])
  },
  ...Object.fromEntries(
    ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'no/such/method'].map(
      (method): Row => [
        `${method} is not of this era: 404, -32601`,
        async () => expect(codeOf(await ask(method))).toEqual([404, -32_601]),
      ],
    ),
  ),
  ...Object.fromEntries(
    ['GET', 'DELETE'].map(
      (method): Row => [
        `there is no ${method}: 405`,
        async () => expect((await client.send(method, { 'mcp-protocol-version': revision })).status).toBe(405),
      ],
    ),
  ),
  'a batch is -32600': async () => expect((await client.send('POST', {}, '[]')).message?.error?.code).toBe(-32_600),
  'an unknown tool is -32602': async () => expect((await call('no_such_tool', {})).message?.error?.code).toBe(-32_602),
}

const subscriptions: Rows = {
  async 'subscriptions/listen is acknowledged, and notifies of changed tools'() {
    const listen = messageOf('subscriptions/listen', { notifications: { toolsListChanged: true } })
    const stream = await client.stream('POST', headersOf('subscriptions/listen'), listen)
    expect((await stream.nextMessage()).message.method).toBe('notifications/subscriptions/acknowledged')
    scene.fakes.host.present(new FakeServer({ id: 'new', capabilities: [manifestOf({ id: 'ext.new.list' })] }))
    expect((await stream.nextMessage()).message.method).toBe('notifications/tools/list_changed')
  },
}

describe.each([
  ['stateless requests', stateless],
  ['what is refused', refusals],
  ['subscriptions', subscriptions],
])('%s', (_part, rows) => {
  it.each(Object.entries(rows))('%s', (_sentence, prove) => prove())
})
