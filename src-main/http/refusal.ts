/**
 * Refusal: the response to a refused request, in the format of its route.
 *
 * See docs/protocol.md#calls-envelope for the contract's envelope; JSON-RPC 2.0 for the routes that speak it.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import type { GatewayError } from '../contract/gateway-error.js'
import { documented } from './error-guide.js'
import type { Answer } from './exchange.js'

export interface Refusal {
  /** HTTP status; the catalogue's is `error.httpStatus`. */
  readonly status: number
  readonly error: GatewayError
  /** Said as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** Address of what a client needs to know to come by OAuth, said with 401. RFC 9728, section 5.1. */
  readonly resourceMetadata?: string
  /** Whether the request was not read to its end: then the connection is of no further use. */
  readonly isUnread?: boolean
}

/** Writes a refusal as the whole answer. */
export type Refuse = (response: Answer, refusal: Refusal) => void

/** `{success: false, requestId, timestamp, error}`. */
export const refuseInEnvelope: Refuse = (response, refusal) =>
  write(response, refusal, {
    success: false,
    requestId: randomUUID(),
    timestamp: new Date().toISOString(),
    error: documented(refusal.error, originOf(response)),
  })

/**
 * `{jsonrpc, id, error}`, with the contract's error as `data`.
 *
 * @param code of JSON-RPC
 * @param id of the request that is refused, where it is known
 */
export function refuseInJsonRpc(response: Answer, refusal: Refusal, code = -32_000, id: unknown = null): void {
  const { error } = refusal
  const message = `${error.message} ${error.suggestion}`
  write(response, refusal, {
    jsonrpc: '2.0',
    id,
    error: { code, message, data: documented(error, originOf(response)) },
  })
}

/**
 * Where the door is; undefined when who asked has gone. Not the `Host` header: that may be what the request is refused for.
 */
export function originOf({ req: { socket } }: Pick<Answer, 'req'>): string | undefined {
  return socket ? `http://127.0.0.1:${socket.localPort}` : undefined
}

function write(response: Answer, refusal: Refusal, body: object): void {
  const { status, retryAfterSeconds, isUnread } = refusal
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...(status === 401 && { 'WWW-Authenticate': challengeOf(refusal) }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': retryAfterSeconds }),
    ...(isUnread && { Connection: 'close' }),
  })
  if (!isUnread) return void response.end(text)
  response.write(text)
  // Hung up on while it sends, a client would never hear why: what it sends is thrown away, as long as a request may take.
  const request = response.req as unknown as IncomingMessage
  request.resume()
  finished(request, () => response.end())
}

function challengeOf({ error, resourceMetadata }: Refusal): string {
  if (resourceMetadata === undefined) return 'Bearer'
  const invalid = error.code === 'AUTH.UNAUTHORIZED' ? '' : 'error="invalid_token", '
  return `Bearer ${invalid}resource_metadata="${resourceMetadata}"`
}
