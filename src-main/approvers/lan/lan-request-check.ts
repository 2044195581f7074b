/**
 * LAN request check: refuses requests before authentication.
 *
 * Enforces invariant 7: only our own page under one of our own addresses (no DNS rebinding, no cross-site forms), at
 * most at the rate of a person.
 */
import type { IncomingMessage } from 'node:http'
import { GatewayError } from '@contract/gateway-error.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { AddressRateLimiter } from '../../policy/limits/address-rate-limiter.js'

export interface RejectedLanRequest {
  /** HTTP status. */
  readonly status: number
  readonly error: GatewayError
}

/** Requests per minute and address; a page opens with many at once. */
const requestsInAMinute = 240

/** @param names host names with port */
export function createLanRequestCheck(
  names: readonly string[],
  clock: Clock,
): (request: IncomingMessage) => RejectedLanRequest | undefined {
  const origins = names.map((name) => `https://${name}`)
  const rateLimiter = new AddressRateLimiter(requestsInAMinute)

  return ({ method, headers, socket, url = '/' }) => {
    if (!rateLimiter.allows(socket.remoteAddress ?? '', clock.elapsed())) {
      return { status: 429, error: new GatewayError('SYSTEM.RATE_LIMITED') }
    }
    const { host = '', origin } = headers
    if (!names.includes(host)) return { status: 403, error: foreign('Open the page at its own address.') }
    const isPage = method === 'GET' && !url.startsWith('/api/')
    const site = headers['sec-fetch-site']
    const isOurs = origin === undefined ? method === 'GET' : origins.includes(origin)
    if (!isOurs) return { status: 403, error: foreign('Requests from other origins are not allowed.') }
    if (!isPage && site !== undefined && site !== 'same-origin') {
      return { status: 403, error: foreign('Requests from other origins are not allowed.') }
    }
    return undefined
  }
}

const foreign = (message: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion: 'Scan the code in the Gatehouse window.' })
