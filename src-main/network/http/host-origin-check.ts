/**
 * Host and origin check: refuses requests before authentication.
 *
 * Enforces invariant 7: loopback only, exact allow lists for `Host` and `Origin`.
 * Enforces invariant 8: a secret in a URL ends up in logs and histories, so it is refused.
 */
import type { IncomingMessage } from 'node:http'
import { GatewayError } from '@contract/gateway-error.js'
import type { RejectionReason } from '@shared/clients/connection.js'
import type { HttpRefusal } from './refusal.js'

/** Query parameters that contain secrets, in lower case. Not `code`, which OAuth sends there for single use. */
const secretNames = new Set([
  ...['token', 'access_token', 'refresh_token', 'id_token', 'secret', 'client_secret', 'password'],
  ...['auth', 'authorization', 'bearer', 'api_key', 'apikey', 'key'],
])

export interface RejectedRequest extends HttpRefusal {
  /** Shown to the owner; absent where no setting can be the cause. */
  readonly reason?: RejectionReason
  /** The Host or Origin header. */
  readonly from?: string
}

export interface HostOriginCheck {
  /** Why the request is refused whatever its token; undefined when the token decides. */
  problemOf(
    request: Pick<IncomingMessage, 'url' | 'headers'> & Partial<Pick<IncomingMessage, 'rawHeaders'>>,
  ): RejectedRequest | undefined
}

/** @param names host names with port: `127.0.0.1:8765` */
export function createHostOriginCheck(names: readonly string[]): HostOriginCheck {
  const origins = names.map((name) => `http://${name}`)
  return {
    problemOf({ url = '/', headers: { host = '', origin, upgrade }, rawHeaders = [] }) {
      // Node keeps the first of several; a proxy may have used another.
      const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
      if (!names.includes(host) || hosts > 1) {
        const error = foreign(`The Host header must be one of ${names.join(', ')}.`)
        return { status: 403, error, reason: 'foreign-host', from: host }
      }
      if (origin !== undefined && !origins.includes(origin)) {
        const error = foreign('Requests from web pages of other origins are not allowed.')
        return { status: 403, error, reason: 'foreign-origin', from: origin }
      }
      if (containsSecret(url)) return { status: 400, error: secretInAddress, reason: 'key-in-address' }
      // Some HTTP clients offer a protocol upgrade with the first request and continue without it; a WebSocket does
      // not.
      if (upgrade?.toLowerCase().includes('websocket')) return { status: 400, error: noWebSocket }
      return undefined
    },
  }
}

function containsSecret(url: string): boolean {
  const mark = url.indexOf('?')
  if (mark < 0) return false
  return [...new URLSearchParams(url.slice(mark)).keys()].some((name) => secretNames.has(name.toLowerCase()))
}

const problem = (message: string, suggestion: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion })

const foreign = (message: string): GatewayError =>
  problem(message, 'Connect from a program on this computer, with the address in the endpoint file.')

const secretInAddress = problem(
  'An address must not contain a token.',
  'Send it in the header Authorization: Bearer. If it was a real token, replace it: logs contain addresses.',
)

const noWebSocket = problem(
  'WebSocket is not supported here.',
  'Use HTTP: POST for messages, GET for a stream of events.',
)
