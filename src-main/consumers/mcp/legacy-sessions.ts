/**
 * Legacy sessions: clients of the revisions up to 2025-11-25, each with a session named by `MCP-Session-Id`.
 * See docs/protocol.md#mcp-sessions.
 *
 * Before `notifications/initialized` a session handles only `ping`, and opens no stream.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { product } from '@contract/product.js'
import {
  isInitializeRequest,
  type JSONRPCMessage,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { ActivityRecorder } from '../../gateway/ports/connections.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { waitIn } from '../../network/http/client-wait.js'
import type { RequestHead, ResponseWriter } from '../../network/http/exchange.js'
import { originOf, refuseInJsonRpc } from '../../network/http/refusal.js'
import { type PooledSession, SessionPool } from '../../network/http/session-pool.js'
import type { HandleDirectly } from './direct-call.js'
import { clientNameIn, type ExchangeClient } from './exchange.js'
import { idOf, isRequest, methodOf } from './json-rpc.js'
import { type MessageReceipt, SessionTransport } from './session-transport.js'

class LegacySession implements PooledSession {
  readonly clientId: string
  readonly says: string | undefined
  readonly server: Server
  readonly transport: SessionTransport
  phase: 'awaiting_initialize' | 'awaiting_initialized_notification' | 'ready' = 'awaiting_initialize'

  constructor({ client }: AuthenticatedClient, says: string | undefined, server: Server, clock: Clock) {
    this.clientId = client.id
    this.says = says
    this.server = server
    this.transport = new SessionTransport(clock, () => {
      this.phase = 'awaiting_initialized_notification'
    })
  }

  get isIdle(): boolean {
    return this.phase !== 'awaiting_initialize' && this.transport.isIdle
  }
}

export interface LegacySessionsOptions {
  readonly clock: Clock
  readonly connectedClients?: ActivityRecorder | undefined
  /** A server for one session of a client, and its direct calls. */
  createServer(exchangeClient: ExchangeClient): { readonly server: Server; readonly handleDirectly?: HandleDirectly }
  onError(error: Error): void
}

export interface LegacySessions {
  /** @param message of a POST, valid JSON-RPC; undefined for any other method */
  handle(
    request: RequestHead,
    response: ResponseWriter,
    authenticated: AuthenticatedClient,
    message?: JSONRPCMessage,
  ): Promise<void>
  /** Sends a notification to every client. */
  announce(notify: (server: Server) => Promise<void>): void
  close(): Promise<void>
}

export function createLegacySessions({
  clock,
  connectedClients,
  createServer,
  onError,
}: LegacySessionsOptions): LegacySessions {
  const pool = new SessionPool<LegacySession>(clock)

  async function begin(
    request: RequestHead,
    response: ResponseWriter,
    authenticated: AuthenticatedClient,
    message: JSONRPCMessage,
  ): Promise<void> {
    const { revoked } = authenticated
    const says = isInitializeRequest(message) ? clientNameIn(message.params.clientInfo) : undefined
    const { server, handleDirectly } = createServer({ authenticated, origin: originOf(response), ...waitIn(request) })
    const session = new LegacySession(authenticated, says, server, clock)
    const { transport } = session
    if (handleDirectly) transport.handleDirectly = handleDirectly
    const id = transport.sessionId
    const room = pool.take(id, session, (evicted) => void evicted.server.close())
    if (room !== 'free') return refuse(response, { status: 429, error: problems[room] }, message, -32_000)
    server.onerror = onError
    const end = () => void server.close()
    revoked.addEventListener('abort', end)
    server.onclose = () => {
      revoked.removeEventListener('abort', end)
      pool.leave(id)
    }
    await server.connect(transport)
    connectedClients?.noteActivity(session, response)
    transport.post(request, response, message)
  }

  return {
    async handle(request, response, authenticated, message) {
      const id = request.headers['mcp-session-id']
      if (id === undefined && message && isRequest(message) && message.method === 'initialize') {
        if (isInitializeRequest(message)) return begin(request, response, authenticated, message)
        return refuse(response, { status: 200, error: problems.notInitialize }, message, -32_602)
      }
      const session = typeof id === 'string' ? pool.use(id, authenticated.client.id) : undefined
      if (!session) {
        if (id === undefined) return refuse(response, { status: 400, error: problems.noSession }, message)
        return refuse(response, { status: statusOfUnknown(request), error: problems.unknownSession }, message)
      }
      connectedClients?.noteActivity(session, response)
      return serve(session, request, response, message)
    },
    announce(notify) {
      for (const { server } of pool.all()) void notify(server).catch(onError)
    },
    async close() {
      await Promise.all(pool.all().map(({ server }) => server.close()))
    },
  }
}

/** The first revision with sessions over HTTP: its clients start a new session on a 404, and only then. */
const notFoundSince = '2025-03-26'

/** The characters that MCP allows in a session id, and a bound. */
const sessionId = /^[\x21-\x7e]{1,256}$/

/**
 * HTTP status for a session that does not exist, for example after a restart. A client that names no revision speaks
 * the dialect of our specification, which knows 400 only.
 */
function statusOfUnknown({ headers }: RequestHead): 400 | 404 {
  const { 'mcp-session-id': id, 'mcp-protocol-version': version } = headers
  const knowsNotFound =
    typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version) && version >= notFoundSince
  return knowsNotFound && typeof id === 'string' && sessionId.test(id) ? 404 : 400
}

async function serve(
  session: LegacySession,
  request: RequestHead,
  response: ResponseWriter,
  message?: JSONRPCMessage,
): Promise<void> {
  const version = request.headers['mcp-protocol-version']
  if (typeof version === 'string' && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    return refuse(response, { status: 400, error: problems.unknownVersion }, message)
  }
  if (message) return receive(session, request, response, message)
  if (request.method === 'DELETE') {
    await session.server.close()
    response.writeHead(204).end()
    return
  }
  if (request.method !== 'GET') {
    response.setHeader('Allow', 'GET, POST, DELETE')
    return refuse(response, { status: 405, error: problems.noSuchMethod })
  }
  if (!request.headers.accept?.includes('text/event-stream')) return describeTransport(response)
  if (session.phase !== 'ready') return refuse(response, { status: 400, error: problems.notReady })
  return refuseUntaken(session.transport.listen(request, response), response)
}

function receive(
  session: LegacySession,
  request: RequestHead,
  response: ResponseWriter,
  message: JSONRPCMessage,
): void {
  const method = methodOf(message)
  if (method === 'notifications/initialized' && isRequest(message)) {
    return refuse(response, { status: 200, error: problems.noRequest }, message)
  }
  if (method === 'notifications/initialized') {
    // A repeated notification would start the server again, with a second listener for every change.
    if (session.phase === 'ready') return void response.writeHead(202).end()
    session.phase = 'ready'
  } else if (isRequest(message)) {
    const error =
      method === 'initialize'
        ? problems.alreadyBegun
        : session.phase !== 'ready' && method !== 'ping'
          ? problems.notReady
          : undefined
    if (error) return refuse(response, { status: 200, error }, message)
  }
  refuseUntaken(session.transport.post(request, response, message), response, message)
}

/** Rights of a client, read-only. */
function describeTransport(response: ResponseWriter): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const transport = { type: 'streamable-http', methods: ['POST', 'GET', 'DELETE'], batch: false, sse: true }
  response.end(JSON.stringify({ name: product.id, version: product.version, transport }))
}

function refuseUntaken(taken: MessageReceipt, response: ResponseWriter, message?: JSONRPCMessage): void {
  if (taken === 'taken') return
  if (taken === 'too-many') return refuse(response, { status: 429, error: problems.tooMany }, message)
  const error = taken === 'id-in-use' ? problems.idInUse : problems.unknownEvent
  refuse(response, { status: message ? 200 : 400, error }, message)
}

function refuse(
  response: ResponseWriter,
  refusal: { readonly status: number; readonly error: GatewayError },
  message?: JSONRPCMessage,
  code = -32_600,
): void {
  refuseInJsonRpc(response, refusal, code, idOf(message))
}

const problem = (message: string, suggestion: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion })

const problems = {
  noSession: problem(
    'The header MCP-Session-Id is missing.',
    'Initialize first, then send the header of the response.',
  ),
  unknownSession: problem('There is no such session.', 'Initialize again.'),
  unknownVersion: problem(
    'The revision in the header MCP-Protocol-Version is not supported.',
    `Send the revision that initialize returned, one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
  ),
  notInitialize: problem(
    'The parameters of initialize are not valid.',
    'Send protocolVersion, capabilities and clientInfo with a name and a version.',
  ),
  alreadyBegun: problem('The session is already initialized.', 'Initialize without the header MCP-Session-Id.'),
  noRequest: problem('notifications/initialized is a notification, not a request.', 'Send it without an id.'),
  notReady: problem('The session is not ready.', 'Send notifications/initialized first.'),
  noSuchMethod: problem('This HTTP method is not supported here.', 'Use POST, GET or DELETE.'),
  idInUse: problem('A request with this id is still pending.', 'Use a new id for each request.'),
  unknownEvent: problem(
    'The header Last-Event-ID does not match an event of this session.',
    'Open the stream without the header.',
  ),
  'own-share-taken': new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'This client has reached its limit of sessions, and each has a pending call.',
    suggestion: 'End a session with DELETE, or wait until a call ends.',
  }),
  'all-taken': new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Other clients use all available sessions.',
    suggestion: 'Try again in a few minutes, or ask the owner to close unused programs.',
  }),
  tooMany: new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'This session has too many requests or streams open.',
    suggestion: 'Close unused streams, or wait for a response.',
  }),
}
