/**
 * MCP legacy consumer: `POST /mcp-legacy`, the older dialect of MCP. See docs/protocol.md#mcp-legacy.
 *
 * A thin adapter: it lists and calls the same as `/mcp`. Web pages cannot post without a CORS preflight
 * (`application/json` only), and a session is named by its client or not used.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { BodyQuota } from '../../network/http/body-quota.js'
import { type ClientWait, waitIn, wrongWait } from '../../network/http/client-wait.js'
import { readJsonBody, refusalOfBody } from '../../network/http/json-body.js'
import { refuseInJsonRpc } from '../../network/http/refusal.js'
import type { GuardedRoute } from '../../network/http/route.js'
import { idOf, type LegacyRpcRequest, RpcFailure, requestIn, rpcCodes } from './message.js'
import { respondTo } from './methods.js'
import { failedResponse, jsonResponse, streamResponse, wantsStream } from './response.js'
import { Sessions, unidentifiedCaller } from './sessions.js'

export interface McpLegacyConsumerOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  /** Shared by all consumers of a listener. */
  readonly bodies?: BodyQuota
}

const sessionHeader = 'MCP-Session-Id'

/** The first request of a client. See docs/protocol.md#mcp-legacy-sessions. */
const opening = 'mcp/initialize'

interface LegacyCaller extends ClientWait {
  readonly caller: Caller
  readonly authenticated: AuthenticatedClient
  /** Whether the client accepts a stream. */
  readonly stream: boolean
}

export function mcpLegacyConsumer(options: McpLegacyConsumerOptions): GuardedRoute {
  const { gateway, clock, log, bodies = new BodyQuota() } = options
  const sessions = new Sessions(clock)

  async function answer(
    request: LegacyRpcRequest,
    { authenticated, stream, ...asked }: LegacyCaller,
    response: ServerResponse,
  ): Promise<void> {
    const { id } = request
    const output = stream ? streamResponse(response, id, clock) : jsonResponse(response)
    const legacyCaller = { ...asked, signal: abortOnDisconnect(response), onWaiting: output.waiting }
    const openSession = (params: Readonly<Record<string, unknown>>): string => {
      const sessionId = sessions.open(params, authenticated)
      response.setHeader(sessionHeader, sessionId)
      return sessionId
    }
    try {
      output.end({ jsonrpc: '2.0', id, result: await respondTo(request, legacyCaller, gateway, openSession) })
    } catch (thrown) {
      if (!(thrown instanceof RpcFailure)) log.error('a method of the older dialect failed', { error: `${thrown}` })
      output.end(failedResponse(id, thrown, response))
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
        return jsonResponse(response).end(failedResponse(idOf(body.value), request, response))
      }
      if (caller.sessionId === undefined && request.method !== opening) {
        const refusal = { status: 400, error: notInitialized }
        return refuseInJsonRpc(response, refusal, rpcCodes.invalidRequest, request.id)
      }
      const wait = waitIn(incoming)
      if (!wait)
        return refuseInJsonRpc(response, { status: 400, error: wrongWait }, rpcCodes.invalidRequest, request.id)
      await answer(request, { caller, authenticated, stream: wantsStream(incoming), ...wait }, response)
    },
    async close() {},
  }
}

/** Undefined for an unknown session. Only a request that opens a session has none. */
function callerIn(
  { headers }: IncomingMessage,
  sessions: Sessions,
  authenticated: AuthenticatedClient,
): Caller | undefined {
  const sessionId = headers[sessionHeader.toLowerCase()]
  return sessionId === undefined ? unidentifiedCaller(authenticated) : sessions.caller(`${sessionId}`, authenticated)
}

function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

const postOnly = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'This address supports only POST.',
  suggestion: 'Send each request with POST.',
})
const notInitialized = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'The session is not initialized.',
  suggestion: 'Send mcp/initialize first, then the header MCP-Session-Id of its response.',
})
const unknownSession = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is no such session.',
  suggestion: 'Send mcp/initialize again, then the header of its response.',
})
