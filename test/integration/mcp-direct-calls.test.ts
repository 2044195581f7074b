import { classifyInboundRequest } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { plainCallOf } from '../../src-main/consumers/mcp/direct-call.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { RawMcpClient, type RawMessage } from '../fakes/raw-mcp-client.js'
import { openForEach } from '../fixtures/for-each.js'
import { times } from '../fixtures/properties.js'

describe('a call of a tool in its plainest form', () => {
  const scene = openForEach(() => McpScene.open())
  let client: RawMcpClient
  let session: { 'mcp-session-id': string }
  beforeEach(async () => {
    client = new RawMcpClient(scene().url, bridgeToken)
    scene().gateway.approvals.attach()
    session = await client.begin()
  })
  afterEach(async () => {
    client.close()
  })

  const night = { worldName: 'world', time: 13_000 }

  async function responseTo(params: object, id: string | number = 7): Promise<RawMessage | undefined> {
    return (await client.post({ id, method: 'tools/call', params }, session)).message
  }

  /** What differs between any two calls. */
  const lasting = (message: RawMessage | undefined): unknown =>
    JSON.parse(
      JSON.stringify(message, (name, value: unknown) =>
        ['requestId', 'timestamp', 'traceId', 'executionTime', 'approvalId', 'cached', 'age'].includes(name)
          ? undefined
          : value,
      )
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an-id')
        .replaceAll(/(lines marked|begin|end) [\w-]{12}(?![\w-])/g, '$1 a-mark'),
    )

  const calls: [string, object][] = [
    ['a read', { name: 'world_weather_get', arguments: { worldName: 'world' } }],
    ['a read with a list', { name: 'player_list', arguments: {} }],
    ['a call without arguments', { name: 'player_list' }],
    ['arguments that are not valid', { name: 'world_time_get', arguments: { worldName: 5, more: true } }],
    ['a world that is not there', { name: 'world_time_get', arguments: { worldName: 'nowhere' } }],
    ['a dry run', { name: 'chat_broadcast', arguments: { message: 'Hello', dryRun: true } }],
    ['a tool that is not there', { name: 'no_such_tool', arguments: {} }],
    ["a tool of Gatehouse's own", { name: 'list_servers', arguments: {} }],
    ['an argument named __proto__', JSON.parse('{"name":"player_list","arguments":{"__proto__":{"a":1}}}') as object],
  ]

  it.each(calls)('has the same response as through the SDK: %s', async (_what, params) => {
    const plain = await responseTo(params, 'plain')
    const throughSdk = await responseTo({ ...params, _meta: {} }, 'plain')
    expect(plain).toMatchObject({ jsonrpc: '2.0', id: 'plain' })
    expect(lasting(plain)).toEqual(lasting(throughSdk))
  })

  it('waits for an approval like any call, and returns the decision', async () => {
    const question = scene().nextQuestion()
    const response = responseTo({ name: 'world_time_set', arguments: night })
    const { id, caller } = await question
    expect(caller).toMatchObject({ name: 'raw', sessionId: session['mcp-session-id'] })
    scene().gateway.approvals.decide(id, 'deny', 'ada')
    expect((await response)?.result).toMatchObject({
      isError: true,
      structuredContent: { error: { contractCode: 'RISK.APPROVAL_REJECTED' } },
    })
  })

  it('is withdrawn when the client cancels it, and its id is free again', async () => {
    const question = scene().nextQuestion()
    const answer = scene().nextAnswer()
    const response = responseTo({ name: 'world_time_set', arguments: night })
    await question
    await client.post({ method: 'notifications/cancelled', params: { requestId: 7 } }, session)
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
    expect(await response).toBeUndefined()
    expect(await responseTo({ name: 'player_list' })).toMatchObject({ id: 7, result: { structuredContent: {} } })
  })

  it('is withdrawn when its session ends', async () => {
    const question = scene().nextQuestion()
    const answer = scene().nextAnswer()
    const response = responseTo({ name: 'world_time_set', arguments: night })
    await question
    await client.send('DELETE', session)
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
    expect(await response).toBeUndefined()
  })

  it('is withdrawn when the client closes the connection', async () => {
    const question = scene().nextQuestion()
    const answer = scene().nextAnswer()
    const disconnecting = new AbortController()
    const message = {
      jsonrpc: '2.0',
      id: 8,
      method: 'tools/call',
      params: { name: 'world_time_set', arguments: night },
    }
    const response = fetch(scene().url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bridgeToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...session,
      },
      body: JSON.stringify(message),
      signal: disconnecting.signal,
    }).catch(() => 'disconnected')
    await question
    disconnecting.abort()
    expect(await response).toBe('disconnected')
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
  })

  it('needs a session that is ready', async () => {
    const message = { id: 7, method: 'tools/call', params: { name: 'player_list' } }
    expect((await client.post(message)).status).toBe(400)
    const unready = await client.initialize()
    expect((await client.post(message, unready)).message).toMatchObject({ id: 7, error: { code: -32_600 } })
  })
})

describe('the plainest form of a call', () => {
  const params = fc.oneof(
    fc.record({ name: fc.string(), arguments: fc.dictionary(fc.string(), fc.jsonValue()) }, { requiredKeys: [] }),
    fc.dictionary(fc.constantFrom('name', 'arguments', '_meta', 'task', '__proto__'), fc.jsonValue()),
    fc.jsonValue(),
  )
  const members = {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null)),
    method: fc.constantFrom('tools/call', 'tools/list'),
    params,
    more: fc.jsonValue(),
  }
  const message = fc.oneof(
    fc.record(members, { requiredKeys: [] }).map((made) => JSON.parse(JSON.stringify(made)) as unknown),
    fc.jsonValue(),
  )

  it('is a request of a session to the SDK too', () =>
    times(2_000).forAll(
      message,
      fc.constantFrom(undefined, '2025-11-25', '2024-11-05'),
      (body, protocolVersionHeader) => {
        if (!plainCallOf(body)) return
        const head = { httpMethod: 'POST', ...(protocolVersionHeader !== undefined && { protocolVersionHeader }) }
        expect(classifyInboundRequest({ ...head, body }).kind).toBe('legacy')
      },
    ))

  it.each([
    ['a progress token', { name: 'a', _meta: { progressToken: 1 } }],
    ['a task', { name: 'a', task: {} }],
    ['no name', { arguments: {} }],
    ['a list of arguments', { name: 'a', arguments: [] }],
  ])('has not %s', (_what, given) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
    expect(plainCallOf({ ...call, params: { name: 'a', arguments: { b: 1 } } })).toBeDefined()
    expect(plainCallOf({ ...call, params: given })).toBeUndefined()
  })
})
