/**
 * Answer: one JSON-RPC response as JSON, or a series of them as Server-Sent Events. See
 * docs/protocol.md#mcp-legacy-stream.
 *
 * The last response of a series is the answer. While a person thinks, `{status: "waiting", approvalId}` goes before it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenApproval } from '../../contract/approval.js'
import { asGatewayError } from '../../contract/gateway-error.js'
import { errorText } from '../../gateway/model-answers.js'
import type { Clock } from '../../gateway/ports.js'
import { documented } from '../../http/error-guide.js'
import { originOf } from '../../http/refusal.js'
import { type RequestId, type Response, RpcFailure, rpcCodes } from './message.js'

/** Milliseconds between two interim answers. */
const waitingEveryMs = 5_000

export interface Answer {
  waiting(approval: OpenApproval): void
  /** The last thing that is said. */
  end(response: Response): void
}

export const wantsStream = ({ headers }: IncomingMessage): boolean =>
  (headers.accept ?? '').toLowerCase().includes('text/event-stream')

export const jsonAnswer = (response: ServerResponse): Answer => ({
  waiting() {},
  end(message) {
    const body = Buffer.from(JSON.stringify(message))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
  },
})

export function streamAnswer(response: ServerResponse, id: RequestId, clock: Clock): Answer {
  let stop = () => {}
  const say = (message: Response) => {
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

/** Any failure as the response to a request; what is not one of ours is our own fault. */
export function failedAnswer(id: RequestId, thrown: unknown, response: ServerResponse): Response {
  const [code, error] =
    thrown instanceof RpcFailure ? [thrown.code, thrown.error] : [rpcCodes.internalError, asGatewayError(thrown)]
  const message = error.isTheirs ? errorText(error, error.code) : `${error.message} ${error.suggestion}`
  return { jsonrpc: '2.0', id, error: { code, message, data: documented(error, originOf(response)) } }
}
