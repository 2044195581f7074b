/** Lost sessions: the responses of real servers to a session that they do not know, as their sources and issues show. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceConfig } from '@shared/servers/service.js'
import { afterEach, describe, expect, it } from 'vitest'
import { ServicesScene } from '../../fakes/services-scene.js'
import { CleanUp } from '../../fixtures/programs.js'

type Refuse = (response: ServerResponse, id: unknown) => void

const json =
  (status: number, message: string, headers = {}): Refuse =>
  (response, id) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } }))

const text =
  (status: number, words: string, headers = {}): Refuse =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(words)

describe('a session that the server forgot', () => {
  const cleanUp = new CleanUp()
  afterEach(() => cleanUp.run())

  /** A server with sessions; `refusesAll` refuses everything, as without a valid token. */
  async function serve(refuse: Refuse) {
    const sessions = new Set<string>()
    const calls: string[] = []
    let refusesAll = false
    let failsCall = false
    const handle = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method, params } = JSON.parse(`${Buffer.concat(chunks)}`) as Readonly<Record<string, unknown>>
      const reply = (result: object, headers = {}) =>
        response
          .writeHead(200, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      if (refusesAll) return refuse(response, id)
      if (method === 'server/discover') return json(400, 'no such method')(response, id)
      if (method === 'initialize') {
        const session = `session-${Math.random()}`
        sessions.add(session)
        const { protocolVersion } = params as { protocolVersion: string }
        const serverInfo = { name: 'forgetful', version: '1' }
        return reply({ protocolVersion, capabilities: { tools: {} }, serverInfo }, { 'mcp-session-id': session })
      }
      if (!sessions.has(String(request.headers['mcp-session-id']))) return refuse(response, id)
      if (id === undefined) return response.writeHead(202).end()
      const tool = { name: 'get', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }
      if (method === 'tools/list') return reply({ tools: [tool] })
      if (method === 'ping') return reply({})
      calls.push(String(method))
      return failsCall ? json(400, 'The session of your browser is invalid.')(response, id) : reply({ content: [] })
    }
    const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUp.add(server, async (one) => {
      one.closeAllConnections()
      one.close()
      await once(one, 'close')
    })
    const { port } = server.address() as AddressInfo
    const scene = cleanUp.add(new ServicesScene(), (one) => one.close())
    const far: ServiceConfig = { type: 'http', url: `http://127.0.0.1:${port}/mcp`, enabled: true, namespace: 'far' }
    await scene.apply({ far })
    const set = (change: { refusesAll?: boolean; failsCall?: boolean }) => {
      refusesAll = change.refusesAll ?? refusesAll
      failsCall = change.failsCall ?? failsCall
    }
    return { scene, sessions, calls, set }
  }

  it.each([
    ['the protocol', json(404, 'Session not found')],
    ['server-everything 2026.8.31 and the Python SDK', json(400, 'Bad Request: No valid session ID provided')],
    ['a server of the SDK that was restarted', json(400, 'Bad Request: Server not initialized')],
    ['mcp-go before 0.44', text(400, 'Invalid session ID')],
    ['rmcp before its 689', text(401, 'Unauthorized: Session not found')],
    ['mcp-proxy 6.7.16', text(401, '', { 'www-authenticate': 'Bearer error="invalid_token"' })],
    ['rmcp without a session', text(422, 'Unexpected message, expect initialize request')],
    ['neotoma', json(503, 'Unknown session')],
    ['agent-wiki', json(200, 'missing or invalid Mcp-Session-Id')],
  ])('is opened again at once, and the call is made once: as %s', async (_server, refuse) => {
    const { scene, sessions, calls } = await serve(refuse)
    sessions.clear()
    expect((await scene.call('ext.far.get')).outcome).toMatchObject({ kind: 'done' })
    expect(calls).toEqual(['tools/call'])
    expect(scene.services.list()).toMatchObject([{ status: 'running' }])
    expect(scene.services.list()[0]).not.toHaveProperty('signIn')
  })

  it('is not assumed where only the call is refused: it is made once', async () => {
    const { scene, sessions, calls, set } = await serve(json(400, 'No valid session ID provided'))
    set({ failsCall: true })
    expect((await scene.call('ext.far.get')).outcome).toMatchObject({ kind: 'failed' })
    expect([calls, sessions.size]).toEqual([['tools/call'], 1])
  })

  it('requires a sign-in where a new session is refused, too', async () => {
    const { scene, sessions, set } = await serve(text(401, '', { 'www-authenticate': 'Bearer' }))
    sessions.clear()
    set({ refusesAll: true })
    expect((await scene.call('ext.far.get')).outcome).toMatchObject({ kind: 'failed' })
    expect(scene.services.list()).toMatchObject([{ status: 'error', signIn: 'needed' }])
  })
})
