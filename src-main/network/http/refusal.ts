/**
 * Refusal: the response to a refused request, in the format of its route.
 *
 * See docs/protocol.md#calls-envelope for the envelope; JSON-RPC 2.0 for routes that use it.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import type { GatewayError } from '@contract/gateway-error.js'
import { withDocumentationLink } from './error-links.js'
import type { ResponseWriter } from './exchange.js'

export interface HttpRefusal {
  /** HTTP status; the catalogue's is `error.httpStatus`. */
  readonly status: number
  readonly error: GatewayError
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** URL of the protected resource metadata, sent with 401. RFC 9728, section 5.1. */
  readonly resourceMetadata?: string
  /** Whether the request was not read completely: then the connection cannot be reused. */
  readonly isUnread?: boolean
}

/** Writes a refusal as the whole response. */
export type Refuse = (response: ResponseWriter, refusal: HttpRefusal) => void

/**
 * `{success: false, requestId, timestamp, error}`.
 *
 * @param more members of the route's own format
 */
export const refuseInEnvelope = (response: ResponseWriter, refusal: HttpRefusal, more: object = {}): void =>
  write(response, refusal, {
    success: false,
    requestId: randomUUID(),
    timestamp: new Date().toISOString(),
    error: withDocumentationLink(refusal.error, originOf(response)),
    ...more,
  })

/**
 * `{jsonrpc, id, error}`, with the contract's error as `data`.
 *
 * @param code JSON-RPC error code
 * @param id of the refused request, if known
 */
export function refuseInJsonRpc(
  response: ResponseWriter,
  refusal: HttpRefusal,
  code = -32_000,
  id: unknown = null,
): void {
  const { error } = refusal
  const message = `${error.message} ${error.suggestion}`
  write(response, refusal, {
    jsonrpc: '2.0',
    id,
    error: { code, message, data: withDocumentationLink(error, originOf(response)) },
  })
}

/**
 * Origin of the listener; undefined when the client has disconnected, and for another computer, which cannot open it.
 * Not the `Host` header: it may be the reason of the refusal.
 */
export function originOf({ req: { socket } }: Pick<ResponseWriter, 'req'>): string | undefined {
  return socket && !socket.encrypted ? `http://127.0.0.1:${socket.localPort}` : undefined
}

function write(response: ResponseWriter, refusal: HttpRefusal, body: object): void {
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
  // Closing now would lose the refusal: the rest of the request is read and discarded, within the request timeout.
  const request = response.req as unknown as IncomingMessage
  request.resume()
  finished(request, () => response.end())
}

function challengeOf({ error, resourceMetadata }: HttpRefusal): string {
  if (resourceMetadata === undefined) return 'Bearer'
  const invalid = error.code === 'AUTH.UNAUTHORIZED' ? '' : 'error="invalid_token", '
  return `Bearer ${invalid}resource_metadata="${resourceMetadata}"`
}
