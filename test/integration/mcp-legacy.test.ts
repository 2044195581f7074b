/** The older dialect through the real listener, one row for each sentence of docs/protocol.md#mcp-legacy. */
import { beforeEach, describe, expect, it } from 'vitest'
import { core, FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
/** Of the client that asks in most tests. */
let ownSession: Record<string, string>
beforeEach(async () => {
  scene().gateway.approvals.attach()
  ownSession = {}
  ownSession = (await initialize('An MCP client')).headers
})

// biome-ignore lint/suspicious/noExplicitAny: each test checks its own value.
type Body = any

const post = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(new URL('/mcp-legacy', scene().endpoint), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bridgeToken}`,
      'content-type': 'application/json',
      connection: 'close',
      ...ownSession,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })

const requestOf = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

const ask = async (method: string, params?: unknown, headers = {}): Promise<Body> =>
  (await post(requestOf(method, params), headers)).json()

const execute = (toolId: string, inputs: object, headers = {}) => ask('mcp/tool/execute', { toolId, inputs }, headers)
const read = (resourceId: string, query?: object) => ask('mcp/resource/read', { resourceId, query })

const overworld = { worldName: 'world' }
const night = { worldName: 'world', time: 13_000 }
const stream = { accept: 'text/event-stream' }

/** Every response of a stream, to its end. */
const seriesOf = async (response: Response): Promise<Body[]> =>
  (await response.text())
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')))

const initialize = async (name: string) => {
  const response = await post(requestOf('mcp/initialize', { clientInfo: { name } }))
  const sessionId = response.headers.get('mcp-session-id') ?? ''
  return { sessionId, headers: { 'mcp-session-id': sessionId }, body: (await response.json()) as Body }
}

describe('a message (3.1, 3.2)', () => {
  it.each([
    ['is JSON', '{', 400, -32_700, null],
    ['is an object, not a batch', [requestOf('mcp/listTools')], 200, -32_600, null],
    ['is an object, not a text', '"mcp/listTools"', 200, -32_600, null],
    ['says "jsonrpc": "2.0"', { ...requestOf('mcp/listTools'), jsonrpc: '1.0' }, 200, -32_600, 1],
    ['has an id', { jsonrpc: '2.0', method: 'mcp/listTools' }, 200, -32_600, null],
    ['has an id that is no fraction', requestOf('mcp/listTools', {}, 1.5), 200, -32_600, null],
    ['has an id that is no object', requestOf('mcp/listTools', {}, {}), 200, -32_600, null],
    ['has a method', { jsonrpc: '2.0', id: 'a' }, 200, -32_600, 'a'],
    ['has a method that is there', requestOf('mcp/deleteWorld', {}, 7), 200, -32_601, 7],
    ['has a method of this dialect', requestOf('tools/list'), 200, -32_601, 1],
    ['has a method of its own, not an inherited one', requestOf('toString'), 200, -32_601, 1],
    ['has parameters that are an object or a list', requestOf('mcp/listTools', 'all'), 200, -32_600, 1],
  ])('%s', async (_, body, status, code, id) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      id,
      error: { code, message: expect.any(String), data: { code: 'PROTOCOL.INVALID_REQUEST' } },
    })
  })

  it.each([['a text'], [0], [-7], [null]])('is answered under its id, here %j', async (id) => {
    const body = (await (await post(requestOf('mcp/listTools', null, id))).json()) as Body
    expect(Object.keys(body).sort()).toEqual(['id', 'jsonrpc', 'result'])
    expect(body.id).toBe(id)
  })

  it('that fails has an error and no result', async () => {
    const body = await execute('no/such', {})
    expect(Object.keys(body).sort()).toEqual(['error', 'id', 'jsonrpc'])
  })
})

describe('the transport (4.2)', () => {
  it('accepts POST only', async () => {
    const response = await fetch(new URL('/mcp-legacy', scene().endpoint), {
      headers: { authorization: `Bearer ${bridgeToken}` },
    })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it.each(['text/plain', 'application/jsonp', ''])('takes application/json only, not %j', async (type) => {
    const response = await post(requestOf('mcp/listTools'), { 'content-type': type })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32_600 } })
  })

  it('accepts application/json with a charset', async () => {
    const response = await post(requestOf('mcp/listTools'), { 'content-type': 'Application/JSON; charset=utf-8' })
    expect(response.status).toBe(200)
  })

  it('answers with one JSON-RPC response', async () => {
    const response = await post(requestOf('mcp/listTools'))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: expect.any(Array) })
  })

  it('answers with a stream of them where the client accepts one', async () => {
    const response = await post(requestOf('mcp/listTools'), stream)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await seriesOf(response)).toMatchObject([{ jsonrpc: '2.0', id: 1, result: expect.any(Array) }])
  })

  it('reports every five seconds that a person is asked, then the outcome', async () => {
    const asked = scene().nextQuestion()
    const response = post(requestOf('mcp/tool/execute', { toolId: 'world/time/set', inputs: night }), stream)
    const { id: approvalId } = await asked
    await scene().clock.advance(10_000)
    scene().gateway.approvals.decide(approvalId, 'approve', 'ada')
    const waiting = { jsonrpc: '2.0', id: 1, result: { status: 'waiting', approvalId } }
    const series = await seriesOf(await response)
    expect(series.slice(0, -1)).toEqual([waiting, waiting, waiting])
    expect(series.at(-1)).toMatchObject({ id: 1, result: { time: 13_000 } })
  })

  it('withdraws the request when the client disconnects', async () => {
    const [asked, ended, disconnect] = [scene().nextQuestion(), scene().nextAnswer(), new AbortController()]
    const call = requestOf('mcp/tool/execute', { toolId: 'world/time/set', inputs: night })
    const response = post(call, stream, disconnect.signal)
    await asked
    await response
    disconnect.abort()
    expect(await ended).toMatchObject({ outcome: 'withdrawn' })
  })

  it('is refused without the token, in JSON-RPC', async () => {
    const response = await post(requestOf('mcp/listTools'), { authorization: 'Bearer wrong' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ id: null, error: { data: { code: 'AUTH.TOKEN_INVALID' } } })
  })
})

describe('the methods (5.2)', () => {
  it.each([[{}], [null], [undefined], [{ clientInfo: { name: 'x' }, transports: ['http'] }]])(
    'mcp/initialize returns the capabilities of the server, given %j',
    async (params) =>
      expect(await ask('mcp/initialize', params)).toMatchObject({
        result: {
          name: 'gatehouse',
          version: expect.any(String),
          methods: ['mcp/initialize', 'mcp/listTools', 'mcp/listResources', 'mcp/tool/execute', 'mcp/resource/read'],
        },
      }),
  )

  it.each([[{}], [null], [undefined]])('mcp/listTools lists every tool, given %j', async (params) => {
    const { result } = await ask('mcp/listTools', params)
    expect(result).toContainEqual(
      expect.objectContaining({
        toolId: 'world/time/get',
        description: expect.any(String),
        inputSchema: expect.objectContaining({ type: 'object', required: ['worldName'] }),
      }),
    )
    const ids = result.map(({ toolId }: Body) => toolId)
    expect(ids).toContain('world/time/set')
    expect(ids).not.toContain('player/join')
    expect(ids.every((id: string) => /^[a-z0-9]+(\/[a-z0-9]+)*$/.test(id))).toBe(true)
  })

  it.each([[{}], [null], [undefined]])('mcp/listResources lists what can be read, given %j', async (params) => {
    const { result } = await ask('mcp/listResources', params)
    expect(result).toContainEqual(
      expect.objectContaining({
        resourceId: 'world/time',
        description: expect.any(String),
        querySchema: expect.objectContaining({ type: 'object', required: ['worldName'] }),
      }),
    )
    const ids = result.map(({ resourceId }: Body) => resourceId)
    expect(ids).toEqual(expect.arrayContaining(['player/list', 'player/info', 'player/economy/balance']))
    expect(ids).not.toContain('world/time/set')
  })

  it('mcp/tool/execute returns the result of the tool', async () => {
    const { result } = await execute('world/time/get', overworld)
    expect(result).toMatchObject({ worldName: 'world', time: expect.any(Number) })
  })

  it.each(['world/time', 'world/time/get'])('mcp/resource/read returns the content of %s', async (id) =>
    expect((await read(id, overworld)).result).toMatchObject({ worldName: 'world', time: expect.any(Number) }),
  )

  it('mcp/resource/read takes no query where none is needed', async () =>
    expect((await read('player/list')).result).toMatchObject({ players: expect.any(Array) }))

  it('serves every resource it lists', async () => {
    const { result } = await ask('mcp/listResources')
    for (const { resourceId } of result) {
      const { error } = await read(resourceId, { nothing: 'such' })
      expect(error?.data.code, resourceId).not.toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
    }
  })

  it.each([
    ['toolId is a string', 'mcp/tool/execute', { toolId: 7, inputs: {} }, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['inputs are there', 'mcp/tool/execute', { toolId: 'player/list' }, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    [
      'inputs are an object',
      'mcp/tool/execute',
      { toolId: 'player/list', inputs: [] },
      'PROTOCOL.SCHEMA_VALIDATION_FAILED',
    ],
    ['the parameters are an object', 'mcp/tool/execute', ['player/list', {}], 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['the tool is there', 'mcp/tool/execute', { toolId: 'no/such', inputs: {} }, 'PROTOCOL.CAPABILITY_NOT_FOUND'],
    [
      'its id is of this dialect',
      'mcp/tool/execute',
      { toolId: 'player.list', inputs: {} },
      'PROTOCOL.CAPABILITY_NOT_FOUND',
    ],
    [
      'the tool is no event',
      'mcp/tool/execute',
      { toolId: 'player/join', inputs: {} },
      'PROTOCOL.CAPABILITY_NOT_FOUND',
    ],
    [
      'the inputs fit its schema',
      'mcp/tool/execute',
      { toolId: 'world/time/get', inputs: { worldName: 7 } },
      'PROTOCOL.SCHEMA_VALIDATION_FAILED',
    ],
    ['resourceId is a string', 'mcp/resource/read', { query: {} }, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    [
      'query is an object',
      'mcp/resource/read',
      { resourceId: 'player/list', query: 'all' },
      'PROTOCOL.SCHEMA_VALIDATION_FAILED',
    ],
    ['the resource is there', 'mcp/resource/read', { resourceId: 'no/such' }, 'PROTOCOL.CAPABILITY_NOT_FOUND'],
    [
      'the resource only reads',
      'mcp/resource/read',
      { resourceId: 'world/time/set', query: night },
      'PROTOCOL.CAPABILITY_NOT_FOUND',
    ],
  ])('refuse with -32602 unless %s', async (_, method, params, code) =>
    expect(await ask(method, params)).toMatchObject({ id: 1, error: { code: -32_602, data: { code } } }),
  )

  it('report a denial as -32000, with the error of the contract as data', async () => {
    const asked = scene().nextQuestion()
    const answer = execute('world/time/set', night)
    scene().gateway.approvals.decide((await asked).id, 'deny', 'ada')
    expect(await answer).toMatchObject({
      error: {
        code: -32_000,
        data: { code: 'RISK.APPROVAL_REJECTED', suggestion: expect.any(String), documentation: expect.any(String) },
      },
    })
  })

  it('report an error of the game as -32000', async () =>
    expect(await execute('player/info/get', { playerName: 'Nobody' })).toMatchObject({
      error: { code: -32_000, data: { code: expect.stringMatching(/^BUSINESS\./) } },
    }))
})

describe('where several servers offer one capability', () => {
  let second: FakeServer
  beforeEach(() => {
    second = new FakeServer({ id: 'second', name: 'Second world', capabilities: [core('player.list')] })
    second.answers('player.list', () => ({ data: { players: [], online: 0, max: 7 } }))
    scene().fakes.host.present(second)
  })

  it('both lists have a parameter for the server', async () => {
    const server = { type: 'string', enum: ['Demo world', 'Second world'], description: expect.any(String) }
    const schema = expect.objectContaining({ required: ['server'], properties: expect.objectContaining({ server }) })
    expect((await ask('mcp/listTools')).result).toContainEqual(
      expect.objectContaining({ toolId: 'player/list', inputSchema: schema }),
    )
    expect((await ask('mcp/listResources')).result).toContainEqual(
      expect.objectContaining({ resourceId: 'player/list', querySchema: schema }),
    )
  })

  it('the named one is called, and none without a name', async () => {
    expect((await execute('player/list', { server: 'Second world' })).result.max).toBe(7)
    expect((await read('player/list', { server: 'second' })).result.max).toBe(7)
    expect((await execute('player/list', { server: 'Third' })).error.data.code).toBe('PROTOCOL.SERVER_NOT_FOUND')
    expect(await read('player/list')).toMatchObject({ error: { code: -32_602, message: /"server"/ } })
  })

  it('a name under which one of them acts is no resource', async () => {
    const id = 'ext.shop.open'
    second.server = { ...second.server, capabilities: [manifestOf({ id, type: 'action' })] }
    const third = new FakeServer({ id: 'third', capabilities: [manifestOf({ id })] })
    for (const server of [third, second]) scene().fakes.host.present(server)
    expect(await read('ext/shop/open', { server: 'third' })).toMatchObject({ error: { code: -32_602 } })
    expect((await execute('ext/shop/open', { server: 'third' })).result).toEqual({})
  })
})

describe('sessions (6.3)', () => {
  it('are named in the header and in the result of mcp/initialize', async () => {
    const { sessionId, body } = await initialize('Alpha')
    expect(sessionId).toMatch(/^[\x21-\x7e]{36}$/)
    expect(body.result.sessionId).toBe(sessionId)
  })

  it('are required for everything but mcp/initialize', async () => {
    ownSession = {}
    const seen = scene().audit.events.length
    const call = requestOf('mcp/tool/execute', { toolId: 'player/list', inputs: {} })
    for (const request of [requestOf('mcp/listTools'), requestOf('mcp/listResources'), call]) {
      const response = await post(request)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        id: 1,
        error: { code: -32_600, data: { suggestion: expect.stringContaining('mcp/initialize') } },
      })
    }
    expect(scene().audit.events).toHaveLength(seen)
    ownSession = (await initialize('Alpha')).headers
    expect((await execute('player/list', {})).result).toBeDefined()
    expect(scene().audit.events.at(-1)).toMatchObject({ caller: { id: 'bridge', name: 'Alpha' } })
  })

  it.each(['made-up', ''])('cannot be invented: %j', async (id) => {
    const response = await post(requestOf('mcp/listTools'), { 'mcp-session-id': id })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_600, message: /no such session/ } })
  })

  it('never see each other: not their callers, not their results, not their interim answers', async () => {
    const [alpha, beta] = [await initialize('Alpha'), await initialize('Beta')]
    const call = (time: number) =>
      requestOf('mcp/tool/execute', { toolId: 'world/time/set', inputs: { ...night, time } }, 'same-id')
    const first = scene().nextQuestion()
    const answers = [post(call(1_000), { ...stream, ...alpha.headers })]
    const ofAlpha = await first
    const next = scene().nextQuestion()
    answers.push(post(call(2_000), { ...stream, ...beta.headers }))
    const ofBeta = await next
    expect(ofAlpha.caller).toMatchObject({ name: 'Alpha', sessionId: alpha.sessionId })
    expect(ofBeta.caller).toMatchObject({ name: 'Beta', sessionId: beta.sessionId })

    scene().gateway.approvals.decide(ofBeta.id, 'deny', 'ada')
    scene().gateway.approvals.decide(ofAlpha.id, 'approve', 'ada')
    const [toAlpha = [], toBeta = []] = await Promise.all(answers.map(async (answer) => seriesOf(await answer)))
    expect(toAlpha[0].result.approvalId).toBe(ofAlpha.id)
    expect(toBeta[0].result.approvalId).toBe(ofBeta.id)
    expect(toAlpha.at(-1).result.time).toBe(1_000)
    expect(toBeta.at(-1).error.data.code).toBe('RISK.APPROVAL_REJECTED')
    const [receivedByAlpha, receivedByBeta] = [JSON.stringify(toAlpha), JSON.stringify(toBeta)]
    for (const secret of [ofBeta.id, beta.sessionId, 'Beta']) expect(receivedByAlpha).not.toContain(secret)
    for (const secret of [ofAlpha.id, alpha.sessionId, 'Alpha']) expect(receivedByBeta).not.toContain(secret)
  })

  it('are removed, the longest unused first, so that memory is limited', async () => {
    const [idle, busy] = [await initialize('Idle'), await initialize('Busy')]
    for (let number = 0; number < 127; number++) {
      await initialize(`Client ${number}`)
      if (number === 120) await ask('mcp/listTools', {}, busy.headers)
    }
    await until(async () => (await post(requestOf('mcp/listTools'), idle.headers)).status === 400)
    expect((await post(requestOf('mcp/listTools'), busy.headers)).status).toBe(200)
  })
})
