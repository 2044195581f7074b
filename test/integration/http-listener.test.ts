import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'

const scene = openForEach(() => McpScene.open())

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: { readonly id?: unknown; readonly error?: { code: number; message: string; data?: { code: string } } }
}

const authorised = {
  authorization: 'Bearer bridge-token',
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** One request with exactly these headers; `fetch` would set some of its own. */
async function sendRequest(
  headers: Record<string, string> = {},
  { method = 'POST', path = '/mcp', body = list }: { method?: string; path?: string; body?: string | Buffer } = {},
): Promise<Reply> {
  const outgoing = request(new URL(path, scene().endpoint), { method, headers, agent: false })
  outgoing.on('error', () => {})
  outgoing.end(method === 'POST' ? body : undefined)
  const answer = Promise.race([
    once(outgoing, 'response'),
    once(outgoing, 'close').then(() => Promise.reject(new Error('disconnected without a response'))),
  ])
  const [response] = await answer
  let text = ''
  for await (const chunk of response) text += chunk
  const isJson = `${response.headers['content-type']}`.includes('json')
  return { status: response.statusCode, headers: response.headers, body: isJson ? JSON.parse(text) : {} }
}

const port = () => new URL(scene().endpoint).port

// verifies: agents-connection, http, http-requests, invariant 7
describe('the HTTP listener', () => {
  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:PORT',
    '0.0.0.0:PORT',
    '127.0.0.1:PORT.evil.example',
  ])('rejects a request for the host %s, even with a valid token', async (host) => {
    const reply = await sendRequest({ ...authorised, host: host.replace('PORT', port()) })
    expect(reply.status).toBe(403)
    expect(reply.body.error).toMatchObject({ data: { code: 'PROTOCOL.INVALID_REQUEST' } })
  })

  it.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost:PORT.evil.example',
    'file://',
  ])('rejects a page of %s, even with a valid token', async (origin) => {
    const reply = await sendRequest({ ...authorised, origin: origin.replace('PORT', port()) })
    expect(reply.status).toBe(403)
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it.each(['127.0.0.1', 'localhost'])('accepts %s under its own origin', async (name) => {
    const own = `${name}:${port()}`
    const reply = await sendRequest({ ...authorised, host: own, origin: `http://${own}` })
    expect(reply.status).toBe(400)
    expect(reply.body.error?.message).toContain('MCP-Session-Id')
  })

  // verifies: http-keys
  it('answers 401 without a valid token', async () => {
    const reply = await sendRequest({ 'content-type': 'application/json' })
    expect(reply.status).toBe(401)
    expect(reply.headers['www-authenticate']).toBe('Bearer')
    expect(reply.body.error?.data?.code).toBe('AUTH.UNAUTHORIZED')
  })

  it.each([
    'Bearer wrong',
    'Bearer bridge-toke',
    'Bearer bridge-tokenn',
    'Basic bridge-token',
    'bridge-token',
    'Bearer ',
    'Bearer bridge-töken',
  ])('rejects "%s"', async (authorization) => {
    const reply = await sendRequest({ ...authorised, authorization: Buffer.from(authorization).toString('latin1') })
    expect(reply.status).toBe(401)
    expect(reply.body.error?.data?.code).toBe('AUTH.TOKEN_INVALID')
    expect(JSON.stringify(reply.body).includes('does not begin with')).toBe(!/^Bearer( |$)/u.test(authorization))
  })

  it('discloses nothing about its routes without a token', async () => {
    expect((await sendRequest({}, { path: '/nothing' })).status).toBe(401)
  })

  it.each(['/', '/mcp/', '/MCP', '/mcp/../secret', '/api', '/api/v2/capabilities'])(
    'responds with 404 to %s',
    async (path) => {
      const reply = await sendRequest(authorised, { path })
      expect(reply.status).toBe(404)
      expect(reply.body).toMatchObject({
        success: false,
        error: { code: 'PROTOCOL.INVALID_REQUEST', suggestion: expect.stringContaining('/mcp') },
      })
    },
  )

  it('finds the path before a question mark', async () => {
    expect((await sendRequest(authorised, { path: '/mcp?x=1' })).status).toBe(400)
  })

  it.each([
    '/mcp?token=bridge-token',
    '/mcp?x=1&access_token=bridge-token',
    '/mcp?ACCESS_TOKEN=bridge-token',
    '/mcp?%74oken=bridge-token',
    '/api/v1/servers?api_key=bridge-token',
    '/nothing?token=bridge-token',
    ...['secret', 'client_secret', 'password', 'refresh_token', 'id_token'].map((name) => `/mcp?${name}=bridge-token`),
  ])('accepts no token in a URL, not even beside a valid one, and does not log it: %s', async (path) => {
    for (const headers of [{}, authorised]) {
      const reply = await sendRequest(headers, { path })
      expect(reply.status).toBe(400)
      expect(JSON.stringify(reply.body)).toContain('Authorization: Bearer')
      expect(JSON.stringify(reply.body)).not.toContain('bridge-token')
    }
    expect(JSON.stringify(scene().log.lines)).not.toContain('bridge-token')
  })

  it('logs refused requests, without their token', async () => {
    await sendRequest({ ...authorised, authorization: 'Bearer hush', origin: 'https://evil.example' })
    expect(scene().log.lines).toMatchObject([{ level: 'warn', details: { origin: 'https://evil.example' } }])
    expect(JSON.stringify(scene().log.lines)).not.toContain('hush')
  })

  it('does not let a web page fill the log, by many requests or a long name', async () => {
    const origin = `https://evil.example/${'a'.repeat(3_000)}`
    for (let time = 0; time < 50; time += 1) await sendRequest({ ...authorised, origin })
    expect(scene().log.lines).toHaveLength(10)
    expect(JSON.stringify(scene().log.lines).length).toBeLessThan(5_000)
    await scene().clock.advance(60_000)
    expect(scene().log.lines.slice(10)).toMatchObject([{ details: { timesMore: 40 } }])
  })
})

// verifies: http-requests
describe('a body', () => {
  it.each(['', '{', 'tools/list', '{"jsonrpc":"2.0"'])('%j is not valid JSON: -32700', async (body) => {
    const reply = await sendRequest(authorised, { body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_700 } })
  })

  it.each(['[]', `[${list}]`, `[${list},${list}]`])('%s is a batch: -32600, HTTP 200', async (body) => {
    const reply = await sendRequest(authorised, { body })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: null, error: { code: -32_600 } })
  })

  it.each(['null', '5', '"text"', 'true', '{}', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'])(
    '%s is not a request, and gets an error',
    async (body) => {
      const reply = await sendRequest(authorised, { body })
      expect(reply.status).toBe(400)
      expect(reply.body.error?.code).toBe(-32_600)
    },
  )

  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('of type %s is refused: 415', async (type) => {
    const reply = await sendRequest({ ...authorised, 'content-type': type })
    expect([reply.status, reply.body.error?.code]).toEqual([415, -32_600])
  })

  it('that is too large is refused with an error, and the listener stays open', async () => {
    const reply = await sendRequest(authorised, { body: Buffer.alloc(17 * 1024 * 1024, ' ') })
    expect(reply.status).toBe(413)
    expect(reply.body.error?.message).toContain('larger')
    expect((await sendRequest(authorised)).status).toBe(400)
  })

  it('nested 100,000 levels deep is rejected, and the listener stays open', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"player_list","arguments":{"a":${deep}}}}`
    await sendRequest(authorised, { body })
    expect((await sendRequest(authorised)).status).toBe(400)
  })

  it('that never ends does not keep the listener from closing', async () => {
    const outgoing = request(scene().url, {
      method: 'POST',
      headers: { ...authorised, 'content-length': '100' },
      agent: false,
    })
    outgoing.on('error', () => {})
    outgoing.write('{')
    await once(outgoing, 'socket')
  })
})

describe('bytes that are not HTTP', () => {
  it('are disconnected, and the listener stays open', async () => {
    const socket = connect(Number(port()), '127.0.0.1')
    socket.on('error', () => {})
    socket.end('\u0016\u0003\u0001 hello\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
    expect((await sendRequest(authorised)).status).toBe(400)
  })

  const upgrade = async (protocol: string, more = '') => {
    const socket = connect(Number(port()), '127.0.0.1')
    socket.on('error', () => {})
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    socket.write(
      `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${more}\r\n`,
    )
    socket.end()
    await once(socket, 'close')
    return received
  }

  it.each(['', 'Authorization: Bearer bridge-token\r\n'])('a WebSocket is refused (%j)', async (authorization) => {
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    expect(await upgrade('websocket', `${key}${authorization}`)).toMatch(
      /^HTTP\/1\.1 400 .*WebSocket is not supported/s,
    )
  })

  it('a second Host header is refused, whatever the first one is', async () => {
    expect(await upgrade('h2c', 'Host: evil.example\r\nAuthorization: Bearer bridge-token\r\n')).toMatch(
      /^HTTP\/1\.1 403 /,
    )
  })

  it('an upgrade to HTTP/2 is ignored: the request is answered', async () => {
    expect(await upgrade('h2c')).toMatch(/^HTTP\/1\.1 401 /)
  })
})
