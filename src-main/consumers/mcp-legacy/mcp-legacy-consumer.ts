/**
 * MCP legacy consumer: `POST /mcp-legacy`, the older dialect of MCP. See docs/protocol.md#mcp-legacy.
 *
 * A thin adapter: what it lists and calls is what `/mcp` lists and calls. Guards that web pages cannot post here without
 * being asked first (`application/json` only), and that a session is named by its client or not at all.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../contract/call.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type { Invoker } from '../../gateway/gateway.js'
import type { AuthenticatedClient, Clock, Log } from '../../gateway/ports.js'
import { BodyRoom } from '../../http/body-room.js'
import { readJsonBody, refusalOfBody } from '../../http/json-body.js'
import { refuseInJsonRpc } from '../../http/refusal.js'
import type { GuardedRoute } from '../../http/route.js'
import { failedAnswer, jsonAnswer, streamAnswer, wantsStream } from './answer.js'
import { idOf, type Request, RpcFailure, requestIn, rpcCodes } from './message.js'
import { answerTo } from './methods.js'
import { newcomer, Sessions } from './sessions.js'

export interface McpLegacyConsumerOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  /** What all the consumers behind a door share. */
  readonly bodies?: BodyRoom
}

const sessionHeader = 'MCP-Session-Id'

/** The first request of a client. See docs/protocol.md#mcp-legacy-sessions. */
const opening = 'mcp/initialize'

interface Asker {
  readonly caller: Caller
  readonly authenticated: AuthenticatedClient
  /** Whether the client takes a stream. */
  readonly stream: boolean
}

export function mcpLegacyConsumer(options: McpLegacyConsumerOptions): GuardedRoute {
  const { gateway, clock, log, bodies = new BodyRoom() } = options
  const sessions = new Sessions(clock)

  async function answer(
    request: Request,
    { caller, authenticated, stream }: Asker,
    response: ServerResponse,
  ): Promise<void> {
    const { id } = request
    const told = stream ? streamAnswer(response, id, clock) : jsonAnswer(response)
    const asking = { caller, signal: untilHangUp(response), onWaiting: told.waiting }
    const openSession = (params: Readonly<Record<string, unknown>>): string => {
      const sessionId = sessions.open(params, authenticated)
      response.setHeader(sessionHeader, sessionId)
      return sessionId
    }
    try {
      told.end({ jsonrpc: '2.0', id, result: await answerTo(request, asking, gateway, openSession) })
    } catch (thrown) {
      if (!(thrown instanceof RpcFailure)) log.error('a method of the older dialect failed', { error: `${thrown}` })
      told.end(failedAnswer(id, thrown, response))
    }
  }

  return {
    path: '/mcp-legacy',
    refuse: (response, refusal) => refuseInJsonRpc(response, refusal),
    async handle(incoming, response, authenticated) {
      if (incoming.method !== 'POST') {
        response.setHeader('Allow', 'POST')
        return refuseInJsonRpc(response, { status: 405, error: postOnly }, rpcCodes.invalidRequest)
      }
      const body = await readJsonBody(incoming, bodies.forRequest(authenticated.client, response))
      if (!body.ok) {
        log.warn('a body was refused', { why: body.why })
        const code = body.why === 'not-json' ? rpcCodes.parseError : rpcCodes.invalidRequest
        return refuseInJsonRpc(response, refusalOfBody(body.why), code)
      }
      const caller = callerIn(incoming, sessions, authenticated)
      if (!caller) {
        const refusal = { status: 400, error: unknownSession }
        return refuseInJsonRpc(response, refusal, rpcCodes.invalidRequest, idOf(body.value))
      }
      const request = requestIn(body.value)
      if (request instanceof RpcFailure) {
        return jsonAnswer(response).end(failedAnswer(idOf(body.value), request, response))
      }
      if (caller.sessionId === undefined && request.method !== opening) {
        const refusal = { status: 400, error: notInitialized }
        return refuseInJsonRpc(response, refusal, rpcCodes.invalidRequest, request.id)
      }
      await answer(request, { caller, authenticated, stream: wantsStream(incoming) }, response)
    },
    async close() {},
  }
}

/** Undefined for a session that is not there. The session is left out only by who opens one. */
function callerIn(
  { headers }: IncomingMessage,
  sessions: Sessions,
  authenticated: AuthenticatedClient,
): Caller | undefined {
  const sessionId = headers[sessionHeader.toLowerCase()]
  return sessionId === undefined ? newcomer(authenticated) : sessions.caller(`${sessionId}`, authenticated)
}

function untilHangUp(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

const postOnly = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'This address takes POST only.',
  suggestion: 'Send each request with POST.',
})
const notInitialized = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'The session has not begun.',
  suggestion: 'Send mcp/initialize first, then the header MCP-Session-Id that comes with the answer.',
})
const unknownSession = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is no such session.',
  suggestion: 'Send mcp/initialize again, then the header that came with the answer.',
})
