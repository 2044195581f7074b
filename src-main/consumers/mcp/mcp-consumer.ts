/**
 * MCP consumer: `/mcp`, for clients of both protocol eras. Specification 2, sections 1 and 2.
 *
 * Legacy clients have a session each, named by `MCP-Session-Id`; modern requests stand alone.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server'
import { GatewayError } from '../../contract/gateway-error.js'
import { product } from '../../contract/product.js'
import { maxBodyBytes, readJsonBody, refusalOfBody } from '../../http/json-body.js'
import { refuseInJsonRpc } from '../../http/refusal.js'
import type { HttpRoute } from '../../http/route.js'
import { createMcpServer, type McpServerOptions } from './mcp-server.js'
import { createChangeBus } from './resources/change-bus.js'
import { createToolList } from './tool-list.js'

/** Sessions at once; the one unused longest goes first. */
const maxSessions = 256

interface Session {
  readonly server: Server
  readonly transport: NodeStreamableHTTPServerTransport
  phase: 'awaiting_initialized_notification' | 'ready'
}

export function mcpConsumer(options: McpServerOptions): HttpRoute {
  const { gateway, log } = options
  const sessions = new Map<string, Session>()
  const list = createToolList(gateway.registry)
  const onError = (error: Error) => log.warn('an MCP exchange failed', { error: error.message })
  const modern = createMcpHandler(() => createMcpServer(options, list), {
    legacy: 'reject',
    onerror: onError,
    bus: createChangeBus(options),
  })
  const handleModern = toNodeHandler(modern, { onerror: onError })

  const endSubscription = list.onDidChange(() => {
    modern.notify.toolsChanged()
    for (const { server } of sessions.values()) void server.sendToolListChanged().catch(onError)
  })

  async function openSession(): Promise<Session> {
    const server = createMcpServer(options, list)
    const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, session)
        const [oldest] = sessions.keys()
        if (sessions.size > maxSessions && oldest) void sessions.get(oldest)?.server.close()
      },
      maxRequestBodySize: maxBodyBytes,
    })
    server.onclose = () => transport.sessionId && sessions.delete(transport.sessionId)
    server.onerror = onError
    const session: Session = { server, transport, phase: 'awaiting_initialized_notification' }
    await server.connect(transport)
    return session
  }

  async function handleLegacy(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const id = headerOf(request, 'mcp-session-id')
    const known = id === undefined ? undefined : sessions.get(id)
    if (known && id) {
      sessions.delete(id)
      sessions.set(id, known)
      return serveSession(known, request, response, body)
    }
    if (id !== undefined || !isInitialize(body)) {
      return refuseInJsonRpc(response, { status: 400, error: id === undefined ? noSession : unknownSession }, -32_600)
    }
    const { server, transport } = await openSession()
    await transport.handleRequest(request, response, body)
    if (transport.sessionId === undefined) await server.close()
  }

  return {
    path: '/mcp',
    refuse: (response, refusal) => refuseInJsonRpc(response, refusal),
    async handle(request, response) {
      if (request.method !== 'POST') return handleLegacy(request, response, undefined)
      const body = await readJsonBody(request)
      if (!body.ok) {
        log.warn('a body was refused', { why: body.why })
        return refuseBody(response, body.why)
      }
      if (Array.isArray(body.value)) return refuseInJsonRpc(response, { status: 200, error: noBatch }, -32_600)
      const legacy = await isLegacyRequest(webRequest(request), body.value)
      return legacy
        ? handleLegacy(request, response, body.value)
        : handleModern(request as NodeRequest, response, body.value)
    },
    async close() {
      endSubscription()
      list.close()
      await modern.close()
      await Promise.all([...sessions.values()].map(({ server }) => server.close()))
    },
  }
}

/** The same object, seen without `undefined` members. */
type NodeRequest = Parameters<ReturnType<typeof toNodeHandler>>[0]

/** Specification 2, sections 1, 2 and 6: what a session answers depends on its phase. */
async function serveSession(
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
): Promise<void> {
  if (request.method === 'DELETE') {
    await session.server.close()
    response.writeHead(204).end()
    return
  }
  const asksForStream = (headerOf(request, 'accept') ?? '').includes('text/event-stream')
  if (request.method === 'GET' && !asksForStream) return describeTransport(response)
  const method = methodOf(body)
  if (session.phase === 'ready') return session.transport.handleRequest(request, response, body)
  if (request.method === 'GET') return refuseInJsonRpc(response, { status: 400, error: notReady }, -32_600)
  if (method === 'notifications/initialized') session.phase = 'ready'
  else if (method !== undefined && isRequest(body) && method !== 'ping') {
    return refuseInJsonRpc(response, { status: 200, error: notReady }, -32_600, body.id)
  }
  await session.transport.handleRequest(request, response, body)
}

/** What a client may do here, for one that only looks. */
function describeTransport(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const transport = { type: 'streamable-http', methods: ['POST', 'GET', 'DELETE'], batch: false, sse: true }
  response.end(JSON.stringify({ name: product.id, version: product.version, transport }))
}

const noSession = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'The header MCP-Session-Id is missing.',
  suggestion: 'Initialize first, then send the header that came with the answer.',
})
const unknownSession = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is no such session.',
  suggestion: 'Initialize again.',
})
const noBatch = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Batches are not supported.',
  suggestion: 'Send one message at a time.',
})

const notReady = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'The session is not ready.',
  suggestion: 'Send notifications/initialized first.',
})

function refuseBody(response: ServerResponse, why: Parameters<typeof refusalOfBody>[0]): void {
  if (why === 'too-large') response.setHeader('Connection', 'close')
  refuseInJsonRpc(response, refusalOfBody(why), why === 'not-json' ? -32_700 : -32_600)
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function methodOf(body: unknown): string | undefined {
  const method = typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined
  return typeof method === 'string' ? method : undefined
}

const isRequest = (body: unknown): body is { id: unknown } => typeof body === 'object' && body !== null && 'id' in body

const isInitialize = (body: unknown): boolean => methodOf(body) === 'initialize' && isRequest(body)

/** Only what tells the era: method and headers. */
const webRequest = ({ headers, method = 'POST' }: IncomingMessage): Request =>
  new Request('http://127.0.0.1/mcp', {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || Array.isArray(value) ? [] : [[name, value]],
    ),
  })
