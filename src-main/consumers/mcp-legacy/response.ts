/**
 * Response: one JSON-RPC response as JSON, or several as Server-Sent Events. See docs/protocol.md#mcp-legacy-stream.
 *
 * The last response of a series is final. While an approval is pending, `{status: "waiting", approvalId}` is sent
 * before it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { asGatewayError } from '@contract/gateway-error.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { errorText } from '../../gateway/ports/model-responses.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { withDocumentationLink } from '../../network/http/error-links.js'
import { originOf } from '../../network/http/refusal.js'
import { type LegacyRequestId, type LegacyRpcResponse, RpcFailure, rpcCodes } from './message.js'

/** Milliseconds between two interim responses. */
const waitingEveryMs = 5_000

export interface LegacyResponse {
  waiting(approval: OpenApproval): void
  /** The final response. */
  end(response: LegacyRpcResponse): void
}

export const wantsStream = ({ headers }: IncomingMessage): boolean =>
  (headers.accept ?? '').toLowerCase().includes('text/event-stream')

export const jsonResponse = (response: ServerResponse): LegacyResponse => ({
  waiting() {},
  end(message) {
    const body = Buffer.from(JSON.stringify(message))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
  },
})

export function streamResponse(response: ServerResponse, id: LegacyRequestId, clock: Clock): LegacyResponse {
  let stop = () => {}
  const say = (message: LegacyRpcResponse) => {
    if (!response.headersSent) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' })
    }
    response.write(`data: ${JSON.stringify(message)}\n\n`)
  }
  const repeat = (approvalId: string) => {
    say({ jsonrpc: '2.0', id, result: { status: 'waiting', approvalId } })
    stop = clock.after(waitingEveryMs, () => repeat(approvalId))
  }
  response.once('close', () => stop())
  return {
    waiting: (approval) => repeat(approval.id),
    end(message) {
      stop()
      say(message)
      response.end()
    },
  }
}

/** Any failure as a response; an unknown error is an internal error. */
export function failedResponse(id: LegacyRequestId, thrown: unknown, response: ServerResponse): LegacyRpcResponse {
  const [code, error] =
    thrown instanceof RpcFailure ? [thrown.code, thrown.error] : [rpcCodes.internalError, asGatewayError(thrown)]
  const message = error.hasProviderText ? errorText(error, error.code) : `${error.message} ${error.suggestion}`
  return { jsonrpc: '2.0', id, error: { code, message, data: withDocumentationLink(error, originOf(response)) } }
}
