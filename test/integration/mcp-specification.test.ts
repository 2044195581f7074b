/** docs/protocol.md#mcp-endpoint and what follows it: one row a sentence, over real HTTP, against the demo world. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { initialize, type RawAnswer, RawMcpClient } from '../fakes/raw-mcp-client.js'
import { until } from '../fixtures/until.js'

let scene: McpScene
let client: RawMcpClient
beforeAll(async () => {
  scene = await McpScene.open()
  client = new RawMcpClient(scene.url, bridgeToken)
})
afterEach(() => client.close())
afterAll(() => scene.close())

type Row = readonly [sentence: string, prove: () => Promise<void>]
type Rows = Readonly<Record<string, () => Promise<void>>>

const list = { id: 7, method: 'tools/list' }
const time = { id: 8, method: 'tools/call', params: { name: 'world_time_get', arguments: { worldName: 'world' } } }
const codeOf = ({ message }: RawAnswer) => message?.error?.code

const refused = async (answer: Promise<RawAnswer>, status: number, code: number) => {
  const given = await answer
  expect([given.status, codeOf(given)]).toEqual([status, code])
}

const routes: Rows = {
  'POST takes one JSON-RPC message': async () =>
    expect((await client.post(list, await client.begin())).message).toMatchObject({ id: 7, result: {} }),
  async 'a batch is answered -32600 with HTTP 200'() {
    const body = JSON.stringify([{ jsonrpc: '2.0', ...list }])
    await refused(client.send('POST', await client.begin(), body), 200, -32_600)
    await refused(client.send('POST', {}, body), 200, -32_600)
  },
  'GET with Accept: text/event-stream opens a stream': async () =>
    expect(await client.stream('GET', await client.begin())).toBeDefined(),
  async 'GET without it describes the transport with 200'() {
    const session = await client.begin()
    for (const accept of ['application/json', '*/*']) {
      const answer = await client.send('GET', { ...session, accept })
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.text)).toMatchObject({
        transport: { type: 'streamable-http', batch: false, sse: true },
      })
    }
  },
  'DELETE must carry MCP-Session-Id': () => refused(client.send('DELETE'), 400, -32_600),
  async 'DELETE ends the session and answers 204'() {
    const session = await client.begin()
    const deleted = await client.send('DELETE', session)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    await refused(client.post(list, session), 400, -32_600)
  },
  async 'DELETE ends the streams of the session'() {
    const session = await client.begin('2025-06-18')
    const streams = [await client.stream('GET', session), await client.stream('GET', session)]
    await client.send('DELETE', session)
    for (const stream of streams) expect(await stream.next()).toBeUndefined()
  },
  async 'any other method is refused with the ones there are'() {
    const answer = await client.send('PUT', await client.begin(), '{}')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE'])
  },
}

const lifecycle: Rows = {
  async 'initialize must be a request with an id'() {
    const { method, params } = initialize()
    const answer = await client.post({ method, params })
    expect([answer.status, codeOf(answer), answer.headers.get('mcp-session-id')]).toEqual([400, -32_600, null])
  },
  async 'initialize is answered with a result and MCP-Session-Id'() {
    const answer = await client.post(initialize())
    expect([answer.status, answer.message?.id]).toEqual([200, 'begin'])
    expect(answer.message?.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'gatehouse' } })
    expect(answer.headers.get('mcp-session-id')).toMatch(/^[\x21-\x7e]{16,}$/)
  },
  async 'initialize that fails begins no session'() {
    const answer = await client.post({ id: 1, method: 'initialize', params: {} })
    expect([codeOf(answer), answer.headers.get('mcp-session-id')]).toEqual([-32_602, null])
  },
  ...Object.fromEntries(
    ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map(
      (version): Row => [
        `initialize agrees on ${version}`,
        async () => expect((await client.post(initialize(version))).message?.result?.protocolVersion).toBe(version),
      ],
    ),
  ),
  ...Object.fromEntries(
    (['GET', 'POST', 'DELETE'] as const).flatMap((method): Row[] => {
      const body = method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', ...list }) : undefined
      return [
        [`without MCP-Session-Id a ${method} is 400`, () => refused(client.send(method, {}, body), 400, -32_600)],
        [
          `with an unknown MCP-Session-Id a ${method} is 400`,
          () => refused(client.send(method, { 'mcp-session-id': 'made-up' }, body), 400, -32_600),
        ],
      ]
    }),
  ),
  ...Object.fromEntries(
    [list, time, { id: 1, method: 'no/such/method' }].map(
      (message): Row => [
        `awaiting notifications/initialized, a session refuses ${message.method}`,
        async () => refused(client.post(message, await client.initialize()), 200, -32_600),
      ],
    ),
  ),
  'awaiting notifications/initialized, a session answers ping': async () =>
    expect((await client.post({ id: 1, method: 'ping' }, await client.initialize())).message?.result).toEqual({}),
  async 'notifications/initialized makes the session ready, with 202 and no body'() {
    const session = await client.initialize()
    const answer = await client.post({ method: 'notifications/initialized' }, session)
    expect([answer.status, answer.text]).toEqual([202, ''])
    expect((await client.post(list, session)).message?.result).toHaveProperty('tools')
  },
  async 'no other notification makes it ready'() {
    const session = await client.initialize()
    expect((await client.post({ method: 'notifications/cancelled', params: {} }, session)).status).toBe(202)
    await refused(client.post(list, session), 200, -32_600)
  },
  'a session that is ready begins no second time': async () =>
    refused(client.post(initialize(), await client.begin()), 200, -32_600),
  'a revision that nobody knows in MCP-Protocol-Version is 400': async () =>
    refused(client.post(list, { ...(await client.begin()), 'mcp-protocol-version': '1999-01-01' }), 400, -32_600),
}

const errors: Rows = {
  ...Object.fromEntries(
    ['', '{', '{"jsonrpc":"2.0"'].map(
      (body): Row => [
        `${JSON.stringify(body)} cannot be parsed: -32700`,
        () => refused(client.send('POST', {}, body), 400, -32_700),
      ],
    ),
  ),
  ...Object.fromEntries(
    ['null', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"jsonrpc":"2.0","id":{},"method":"ping"}'].map(
      (body): Row => [
        `${body} is no valid request: -32600`,
        async () => refused(client.send('POST', await client.begin(), body), 400, -32_600),
      ],
    ),
  ),
  'an unknown method is -32601': async () =>
    refused(client.post({ id: 1, method: 'tools/forget' }, await client.begin()), 200, -32_601),
  async 'wrong parameters are -32602'() {
    const session = await client.begin()
    await refused(client.post({ id: 1, method: 'tools/call', params: {} }, session), 200, -32_602)
    await refused(client.post({ id: 1, method: 'tools/call', params: { name: 5 } }, session), 200, -32_602)
  },
  'an unknown tool is -32602': async () =>
    refused(client.post({ id: 1, method: 'tools/call', params: { name: 'none' } }, await client.begin()), 200, -32_602),
  async 'a failure inside is -32603'() {
    const session = await client.begin()
    vi.spyOn(scene.gateway, 'invoke').mockRejectedValueOnce(new Error('a bug'))
    await refused(client.post(time, session), 200, -32_603)
  },
  async 'a response of the client is ignored, whatever it answers'() {
    const session = await client.begin()
    for (const response of [
      { id: 1, result: {} },
      { id: 1, error: { code: 1, message: '' } },
    ]) {
      const answer = await client.post(response, session)
      expect([answer.status, answer.text]).toEqual([202, ''])
    }
    expect((await client.post(list, session)).status).toBe(200)
  },
  async 'a notification is answered 202 without a body, also one that nobody knows'() {
    const session = await client.begin()
    for (const method of ['notifications/cancelled', 'notifications/roots/list_changed', 'no/such/thing']) {
      const answer = await client.post({ method }, session)
      expect([answer.status, answer.text]).toEqual([202, ''])
    }
  },
  async 'a second request under the id of one that waits is -32600'() {
    scene.gateway.approvals.attach()
    const session = await client.begin()
    const change = { name: 'world_time_set', arguments: { worldName: 'world', time: 1 } }
    const question = scene.nextQuestion()
    const first = client.post({ id: 9, method: 'tools/call', params: change }, session)
    const { id } = await question
    await refused(client.post({ ...list, id: 9 }, session), 200, -32_600)
    scene.gateway.approvals.decide(id, 'deny', 'ada')
    expect((await first).message).toMatchObject({ id: 9, result: { isError: true } })
  },
}

const results: Rows = {
  'a call answers content and structuredContent with success true': async () =>
    expect((await client.post(time, await client.begin())).message?.result).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(/\S/) }],
      structuredContent: { success: true },
    }),
  async 'a business failure is isError with success false and a code E_*'() {
    const params = { name: 'world_time_get', arguments: { worldName: 'atlantis' } }
    const { message } = await client.post({ id: 1, method: 'tools/call', params }, await client.begin())
    expect(message?.error).toBeUndefined()
    expect(message?.result).toMatchObject({
      isError: true,
      structuredContent: { success: false, error: { code: expect.stringMatching(/^E_[A-Z_]+$/) } },
    })
  },
  async 'a protocol failure carries no structuredContent'() {
    const answer = await client.post({ id: 1, method: 'tools/call', params: { name: 'none' } }, await client.begin())
    expect(answer.message?.result).toBeUndefined()
    expect(answer.text).not.toContain('structuredContent')
  },
  async 'each tool of tools/list has _meta with layer, category, safety, idempotent and supportsDryRun'() {
    const { message } = await client.post(list, await client.begin())
    const tools = (message?.result?.tools ?? []) as { _meta: object }[]
    expect(tools).not.toHaveLength(0)
    for (const { _meta } of tools) {
      for (const name of ['layer', 'category', 'safety', 'idempotent', 'supportsDryRun']) {
        expect(_meta).toHaveProperty(name)
      }
    }
  },
}

/** The next word that the tools changed; a server that comes changes the resources too. */
async function toolsChanged(stream: Awaited<ReturnType<RawMcpClient['stream']>>) {
  for (;;) {
    const reported = await stream.nextMessage()
    if (reported.message.method !== 'notifications/resources/list_changed') return reported
  }
}

const changeTools = (name: string) =>
  scene.fakes.host.present(new FakeServer({ id: name, capabilities: [manifestOf({ id: `ext.${name}.list` })] }))

const streams: Rows = {
  'only a session that is ready may open one': async () =>
    refused(client.send('GET', { ...(await client.initialize()), accept: 'text/event-stream' }), 400, -32_600),
  async 'a session may have several, and each message goes over one of them'() {
    const session = await client.begin('2025-06-18')
    const first = await client.stream('GET', session)
    const before = scene.clock.waiting
    const second = await client.stream('GET', session)
    changeTools('several')
    expect((await toolsChanged(second)).message.method).toBe('notifications/tools/list_changed')
    second.disconnect()
    await until(() => scene.clock.waiting === before)
    changeTools('again')
    const { id, message } = await toolsChanged(first)
    expect([id.split('.')[0], message.method]).toEqual(['s2', 'notifications/tools/list_changed'])
  },
  async 'a stream that closes is released at once'() {
    const session = await client.begin()
    const before = scene.clock.waiting
    const stream = await client.stream('GET', session)
    expect(scene.clock.waiting).toBe(before + 1)
    stream.disconnect()
    await until(() => scene.clock.waiting === before)
  },
  async 'an idle stream says ": heartbeat", again and again'() {
    const stream = await client.stream('GET', await client.begin('2025-06-18'))
    for (let beat = 0; beat < 3; beat += 1) {
      await scene.clock.advance(15_000)
      expect(await stream.next()).toEqual({ comment: 'heartbeat' })
    }
  },
  async 'a stream that just carried a message is not idle'() {
    const session = await client.begin('2025-06-18')
    const stream = await client.stream('GET', session)
    for (const name of ['busy', 'busier']) {
      await scene.clock.advance(14_999)
      changeTools(name)
    }
    await client.send('DELETE', session)
    const events = []
    for (let event = await stream.next(); event; event = await stream.next()) events.push(event)
    expect(events).not.toContainEqual({ comment: 'heartbeat' })
    expect(events.length).toBeGreaterThan(1)
  },
  async 'a session has no more than sixteen'() {
    const session = await client.begin()
    for (let count = 0; count < 16; count += 1) await client.stream('GET', session)
    await refused(client.send('GET', { ...session, accept: 'text/event-stream' }), 429, -32_600)
  },
}

describe.each([
  ['1 HTTP routes', routes],
  ['2 session header and lifecycle', lifecycle],
  ['3 protocol errors', errors],
  ['4 and 5 results and manifest', results],
  ['6 streams', streams],
])('section %s', (_section, rows) => {
  it.each(Object.entries(rows))('%s', (_sentence, prove) => prove())
})
