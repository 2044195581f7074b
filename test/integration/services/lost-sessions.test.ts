/** Lost sessions: the responses of real servers to a session that they do not know, as their sources and issues show. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceConfig } from '@shared/servers/service.js'
import { describe, expect, it, vi } from 'vitest'
import { ServicesScene } from '../../fakes/services-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'

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
  const cleanUp = cleanUpForEach()

  /** A server with sessions; `refusesAll` refuses everything, as without a valid token. */
  async function serve(refuse: Refuse, ping?: Refuse) {
    const sessions = new Set<string>()
    const calls: string[] = []
    let refusesAll = false
    let failsCall = false
    let initialized = 0
    const streams: ServerResponse[] = []
    const handle = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (request.method === 'GET' && ping) return streams.push(response)
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method, params } = JSON.parse(`${Buffer.concat(chunks)}`) as Readonly<Record<string, unknown>>
      const reply = (result: object, headers = {}) =>
        response
          .writeHead(200, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      if (refusesAll) return refuse(response, id)
      if (method === 'server/discover') return json(400, 'no such method')(response, id)
      if (method === 'initialize') {
        initialized += 1
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
      if (method === 'ping') return ping ? ping(response, id) : reply({})
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
    /** Only of a running service, which follows its stream. */
    const refuseStreams = () => {
      if (scene.services.list()[0]?.status !== 'running') return
      for (const response of streams.splice(0)) response.writeHead(404).end()
    }
    return { scene, sessions, calls, set, refuseStreams, initialized: () => initialized }
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

  it('is opened again at once and then after pauses where its stream and its ping are always refused', async () => {
    const refuse = json(400, 'Bad request')
    const { scene, initialized, refuseStreams } = await serve(refuse, refuse)
    const losses = () => scene.log.problems.filter(({ message }) => message.includes('lost its session'))
    await vi.waitFor(() => {
      refuseStreams()
      expect(losses()).toHaveLength(2)
    }, 45_000)
    expect([initialized(), losses()[0]?.details]).toEqual([2, { service: 'far', waitMs: 0 }])
    expect(losses()[1]?.details.waitMs).toBeGreaterThanOrEqual(500)
    expect((await scene.call('ext.far.get')).outcome).toMatchObject({ kind: 'done' })
  })

  it('is not assumed where the stream is refused and a ping is an unknown method', async () => {
    const unknown: Refuse = (response, id) =>
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'No session method ping' } }))
    let pings = 0
    const ping: Refuse = (response, id) => {
      pings += 1
      unknown(response, id)
    }
    const { scene, initialized, refuseStreams } = await serve(unknown, ping)
    await vi.waitFor(() => {
      refuseStreams()
      expect(pings).toBeGreaterThan(0)
    }, 45_000)
    expect((await scene.call('ext.far.get')).outcome).toMatchObject({ kind: 'done' })
    expect([initialized(), scene.log.problems]).toEqual([1, []])
  })

  it('requires a sign-in where a new session is refused, too', async () => {
    const { scene, sessions, set } = await serve(text(401, '', { 'www-authenticate': 'Bearer' }))
    sessions.clear()
    set({ refusesAll: true })
    expect((await scene.call('ext.far.get')).outcome).toMatchObject({ kind: 'failed' })
    expect(scene.services.list()).toMatchObject([{ status: 'error', signIn: 'needed' }])
  })
})
