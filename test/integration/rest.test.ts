import { request } from 'node:http'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { core, FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'

const scene = openForEach(() => McpScene.open())

interface Envelope {
  readonly success: boolean
  readonly requestId: string
  // biome-ignore lint/suspicious/noExplicitAny: each test checks its own value.
  readonly data?: any
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly suggestion?: string
    readonly details?: Record<string, unknown>
  }
  readonly metadata?: Record<string, unknown>
}
interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Envelope
}

const authorization = `Bearer ${bridgeToken}`

/** Asks as a script does, below `/api/v1`. */
async function ask(path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(new URL(`/api/v1${path}`, scene().endpoint), {
    ...init,
    headers: {
      authorization,
      connection: 'close',
      ...(init.body != null && { 'content-type': 'application/json' }),
      ...init.headers,
    },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const post = (path: string, body: unknown, more: RequestInit = {}) =>
  ask(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...more })

const invoke = (id: string, parameters: object, more: object = {}) =>
  post(`/capabilities/${id}/invoke`, { parameters, ...more })

const night = { worldName: 'world', time: 13_000 }
const setNight = () => invoke('world.time.set', night)

// verifies: rest-routes
describe('the lists', () => {
  it('lists every capability, events too, with the servers that offer it', async () => {
    const { status, body } = await ask('/capabilities?pageSize=100')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp: expect.any(String),
      data: { total: coreCatalogue.size, page: 1, pageSize: 100, hasNext: false, hasPrevious: false },
    })
    const times = body.data.items.filter(({ id }: { id: string }) => id.startsWith('world.time'))
    expect(times).toMatchObject([
      { id: 'world.time.get', type: 'context', servers: [{ id: 'demo', name: 'Demo world', state: 'online' }] },
      { id: 'world.time.set', risk: { level: 'high' } },
    ])
  })

  // verifies: common-types
  it('filters and pages', async () => {
    const { body } = await ask('/capabilities?namespace=player&type=event&page=2&pageSize=1')
    expect(body.data).toMatchObject({ total: 4, page: 2, items: [{}], hasNext: true, hasPrevious: true })
  })

  it('gives one capability with a manifest for each kind of server', async () => {
    const newer = { ...core('player.list'), version: '1.1.0' }
    scene().fakes.host.present(new FakeServer({ id: 'second', name: 'Second', capabilities: [newer] }))
    const { body } = await ask('/capabilities/player.list')
    expect(body.data).toMatchObject({
      id: 'player.list',
      entries: [
        { version: '1.0.0', servers: [{ id: 'demo' }] },
        { version: '1.1.0', servers: [{ id: 'second' }] },
      ],
    })
  })

  it('lists the servers with state and number of usable capabilities, without addresses', async () => {
    const { body } = await ask('/servers')
    expect(body.data).toMatchObject({
      items: [{ id: 'demo', name: 'Demo world', kind: 'simulator', state: 'online', capabilities: 30, waiting: 0 }],
    })
    expect(JSON.stringify(body)).not.toContain('ws://')
  })

  it('names the providers, and what each provides', async () => {
    const shop = manifestOf({ provider: { id: 'The shop/keeper', name: 'Shopkeeper' } })
    scene().fakes.host.present(new FakeServer({ id: 'shop', capabilities: [shop] }))
    const { body } = await ask('/providers')
    expect(body.data.items).toMatchObject([{ id: 'The shop/keeper', capabilities: 1 }, { id: 'mcp-agent-core' }])
    const theirs = await ask(`/providers/${encodeURIComponent('The shop/keeper')}/capabilities`)
    expect(theirs.body.data).toMatchObject({ total: 1, items: [{ id: shop.id }] })
    expect((await ask('/providers/mcp-agent-core/capabilities?type=event&risk=high')).body.data.total).toBe(0)
  })

  it.each([
    '/capabilities/no.such',
    '/capabilities/No_Such',
    '/capabilities/__proto__',
    '/providers/nobody/capabilities',
  ])('has no %s: 404 with what to do', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, error: { suggestion: expect.any(String) } })
  })

  it.each(['', '/', '/nothing', '/capabilities/', '/capabilities/a.b/c', '/../../mcp-x'])(
    'responds with 404 to /api/v1%s',
    async (path) => {
      const { status, body } = await ask(path)
      expect(status).toBe(404)
      expect(body.error?.code).toBe('PROTOCOL.INVALID_REQUEST')
    },
  )

  it.each([
    ['POST', '/capabilities', 'GET, HEAD'],
    ['DELETE', '/capabilities/player.list', 'GET, HEAD'],
    ['PUT', '/openapi.json', 'GET, HEAD'],
    ['OPTIONS', '/providers', 'GET, HEAD'],
    ['GET', '/capabilities/player.list/invoke', 'POST'],
    ['HEAD', '/capabilities/player.list/invoke', 'POST'],
  ])('rejects %s at %s: 405 with Allow', async (method, path, allow) => {
    const { status, headers, body } = await ask(path, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allow)
    if (method !== 'HEAD') expect(body).toMatchObject({ success: false, error: { suggestion: expect.any(String) } })
  })

  it.each([
    ['page=0', '/page'],
    ['page=one', '/page'],
    ['pageSize=101', '/pageSize'],
    ['pageSize=', '/pageSize'],
    ['type=thing', '/type'],
    ['risk=harmless', '/risk'],
    ['namespace=World', '/namespace'],
    ['q=', '/q'],
    ['type=event&type=action', '/type'],
    ['colour=red', '/colour'],
    ['__proto__=x', '/__proto__'],
  ])('refuses ?%s with path, what was expected and what was given', async (query, path) => {
    const { status, body } = await ask(`/capabilities?${query}`)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED',
      details: { errors: expect.any(Array) },
    })
    expect(body.error?.details?.errors).toContainEqual({
      path,
      expected: expect.any(String),
      given: expect.any(String),
    })
  })
})

describe('an unchanged list', () => {
  it.each(['/capabilities', '/capabilities/player.list', '/providers', '/servers', '/openapi.json'])(
    '%s is not sent again',
    async (path) => {
      const first = await ask(path)
      const tag = first.headers.get('etag') ?? ''
      expect(tag).toMatch(/^"[\w-]+"$/)
      expect(first.headers.get('cache-control')).toBe('no-cache')
      const second = await ask(path, { headers: { 'if-none-match': tag } })
      expect([second.status, second.headers.get('etag'), second.body]).toEqual([304, tag, undefined])
    },
  )

  it('is sent again when a server connects', async () => {
    const tag = (await ask('/capabilities')).headers.get('etag') ?? ''
    scene().fakes.host.present(new FakeServer({ id: 'shop', capabilities: [manifestOf()] }))
    expect((await ask('/capabilities', { headers: { 'if-none-match': tag } })).status).toBe(200)
  })

  it('has the same head for HEAD, and no body', async () => {
    const [get, head] = [await ask('/capabilities'), await ask('/capabilities', { method: 'HEAD' })]
    expect([head.status, head.body]).toEqual([200, undefined])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })
})

describe('a call', () => {
  // verifies: calls-envelope
  it('takes the usual path and returns the envelope', async () => {
    const { status, body } = await invoke('world.time.get', { worldName: 'world' }, { server: 'Demo world' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: { worldName: 'world', phase: expect.any(String) },
      metadata: { executionTime: expect.any(Number), serverId: 'demo', traceId: expect.any(String) },
    })
    expect(scene().audit.events.at(-1)).toMatchObject({
      capabilityId: 'world.time.get',
      caller: { type: 'model', id: 'bridge' },
      metadata: { requestId: body.requestId },
    })
  })

  it('without a body takes no parameters', async () => {
    expect((await ask('/capabilities/player.list/invoke', { method: 'POST' })).body.data).toHaveProperty('players')
  })

  it.each([
    ['world.time.get', {}, 400, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['world.time.get', { worldName: 'atlantis' }, 404, 'BUSINESS.WORLD_NOT_FOUND'],
    ['player.join', {}, 400, 'PROTOCOL.UNSUPPORTED_TYPE'],
    ['no.such', {}, 404, 'PROTOCOL.CAPABILITY_NOT_FOUND'],
  ])('of %s with %j is %i', async (id, parameters, status, code) => {
    const reply = await invoke(id, parameters)
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({ success: false, error: { code, suggestion: expect.any(String) } })
  })

  it.each([
    [{ server: 'nowhere' }, 404, 'PROTOCOL.SERVER_NOT_FOUND'],
    [{ version: '2.0.0' }, 400, 'PROTOCOL.VERSION_MISMATCH'],
  ])('with %j is %i', async (more, status, code) => {
    const reply = await invoke('player.list', {}, more)
    expect([reply.status, reply.body.error?.code]).toEqual([status, code])
  })

  it.each([
    ['{', 'PROTOCOL.INVALID_REQUEST'],
    ['worldName=world', 'PROTOCOL.INVALID_REQUEST'],
    [`{"parameters":${'['.repeat(100)}${']'.repeat(100)}}`, 'PROTOCOL.INVALID_REQUEST'],
    ['[]', 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['null', 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['{"parameters":[]}', 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['{"arguments":{}}', 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['{"version":"newest"}', 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['{"server":5}', 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
  ])('with the body %.40s is refused, and nothing is called', async (body, code) => {
    const reply = await post('/capabilities/player.list/invoke', body)
    expect([reply.status, reply.body.error?.code]).toEqual([400, code])
    expect(scene().audit.events).toEqual([])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', ''])('declared as %j is rejected: 415', async (type) => {
    const reply = await post('/capabilities/player.list/invoke', '{}', { headers: { 'content-type': type } })
    expect(reply.status).toBe(415)
    expect(reply.body.error?.suggestion).toContain('as JSON')
    expect(scene().audit.events).toEqual([])
  })

  it('that is too large is refused with a message', async () => {
    const reply = await post('/capabilities/player.list/invoke', ' '.repeat(17 * 1024 * 1024))
    expect(reply.status).toBe(413)
    expect(reply.body.error?.message).toContain('larger')
  })

  // verifies: manifest-deprecation
  it('of a deprecated capability says so', async () => {
    const deprecated = { since: '1.2.0', removalVersion: '2.0.0', replacement: 'ext.shop.all' }
    scene().fakes.host.present(new FakeServer({ id: 'shop', capabilities: [manifestOf({ deprecated })] }))
    const { headers, body } = await invoke('ext.shopkeeper.list', {})
    expect(body.metadata).toMatchObject({
      serverId: 'shop',
      deprecated,
      warnings: ['Deprecated since 1.2.0, to be removed in 2.0.0: use ext.shop.all instead.'],
    })
    expect(headers.get('link')).toBe('</api/v1/capabilities/ext.shop.all>; rel="successor-version"')
    expect((await ask('/capabilities/ext.shopkeeper.list')).body.data.entries).toMatchObject([{ deprecated }])
  })

  it('over the rate limit gets the time to retry', async () => {
    const often = manifestOf({ rateLimit: { requests: 1, period: 'minute' } })
    scene().fakes.host.present(new FakeServer({ id: 'shop', capabilities: [often] }))
    await invoke(often.id, {})
    const { status, headers, body } = await invoke(often.id, {})
    expect([status, body.error?.code]).toEqual([429, 'SYSTEM.RATE_LIMITED'])
    expect(Number(headers.get('retry-after'))).toBe(Math.ceil(Number(body.error?.details?.retryAfterMs) / 1_000))
  })
})

describe('a call of high risk', () => {
  beforeEach(() => scene().gateway.approvals.attach())

  it.each([
    ['node-script/1.0', 'node-script/1.0'],
    ['\u00ad curl/8 ', 'curl/8'],
    [' ', 'A script'],
  ])('shows a person who asks (%j) and what, and runs once they approve', async (agent, name) => {
    const question = scene().nextQuestion()
    const sent = await raw(agent)
    const { id, caller, arguments: shown } = await question
    expect(caller).toEqual({ type: 'model', id: 'bridge', name, clientIp: '127.0.0.1' })
    expect(shown).toEqual(night)
    scene().gateway.approvals.decide(id, 'approve', 'ada')
    expect(await sent.status).toBe(200)
  })

  it('returns the result', async () => {
    const question = scene().nextQuestion()
    const reply = setNight()
    scene().gateway.approvals.decide((await question).id, 'approve', 'ada')
    expect(await reply).toMatchObject({
      status: 200,
      body: { success: true, data: { time: 13_000 }, metadata: { snapshotId: expect.any(String) } },
    })
  })

  it('gets a denial as 403, without the name of the approver', async () => {
    const question = scene().nextQuestion()
    const reply = setNight()
    scene().gateway.approvals.decide((await question).id, 'deny', 'hush')
    const { status, body } = await reply
    expect([status, body.error?.code]).toEqual([403, 'RISK.APPROVAL_REJECTED'])
    expect(JSON.stringify(body)).not.toContain('hush')
  })

  it('is withdrawn when the script disconnects', async () => {
    const [question, answer] = [scene().nextQuestion(), scene().nextAnswer()]
    const disconnect = new AbortController()
    const reply = post('/capabilities/world.time.set/invoke', { parameters: night }, { signal: disconnect.signal })
    void reply.catch(() => {})
    await question
    disconnect.abort()
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
    await expect(reply).rejects.toThrow()
    expect(scene().log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  /** With the user agent as given: `fetch` would correct it. */
  async function raw(agent: string): Promise<{ status: Promise<number | undefined> }> {
    const outgoing = request(new URL('/api/v1/capabilities/world.time.set/invoke', scene().endpoint), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'user-agent': agent },
      agent: false,
    })
    const status = new Promise<number | undefined>((resolve) => {
      outgoing.on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
    })
    outgoing.end(Buffer.from(JSON.stringify({ parameters: night })))
    return { status }
  }
})

it('without an approver a call that needs approval is 403', async () =>
  expect(await setNight()).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION.APPROVAL_REQUIRED' } } }))

describe('the listener in front of it', () => {
  it.each([
    [{ authorization: '' }, 401, 'AUTH.TOKEN_INVALID'],
    [{ authorization: 'Bearer wrong' }, 401, 'AUTH.TOKEN_INVALID'],
    [{ origin: 'https://evil.example' }, 403, 'PROTOCOL.INVALID_REQUEST'],
  ])('answers %j in the envelope', async (headers, status, code) => {
    const reply = await ask('/capabilities', { headers })
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({ success: false, requestId: expect.any(String), error: { code } })
    expect(reply.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  })

  it('still answers /mcp in JSON-RPC', async () => {
    const response = await fetch(scene().url, { method: 'POST', headers: { connection: 'close' } })
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'AUTH.UNAUTHORIZED' } } })
  })
})
