/**
 * LAN entrance: what is refused before anybody asks whose key it is.
 *
 * Guards invariant 7: only our own page speaks to us, under one of our own addresses (no rebinding, no foreign form), as
 * often as a person would.
 */
import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../../contract/gateway-error.js'
import type { Clock } from '../../gateway/ports.js'
import { AddressPaces } from '../../policy/address-paces.js'

export interface Refused {
  /** HTTP status. */
  readonly status: number
  readonly error: GatewayError
}

/** Requests that one address may send in a minute; many at once when a page opens. */
const requestsInAMinute = 240

/** @param names by which the door is reached, with the port */
export function createLanEntrance(
  names: readonly string[],
  clock: Clock,
): (request: IncomingMessage) => Refused | undefined {
  const origins = names.map((name) => `https://${name}`)
  const paces = new AddressPaces(requestsInAMinute)

  return ({ method, headers, socket, url = '/' }) => {
    if (!paces.allows(socket.remoteAddress ?? '', clock.elapsed())) {
      return { status: 429, error: new GatewayError('SYSTEM.RATE_LIMITED') }
    }
    const { host = '', origin } = headers
    if (!names.includes(host)) return { status: 403, error: foreign('Open the page by its own address.') }
    const isPage = method === 'GET' && !url.startsWith('/api/')
    const site = headers['sec-fetch-site']
    const isOurs = origin === undefined ? method === 'GET' : origins.includes(origin)
    if (!isOurs) return { status: 403, error: foreign('Pages of another origin may not ask here.') }
    if (!isPage && site !== undefined && site !== 'same-origin') {
      return { status: 403, error: foreign('Pages of another origin may not ask here.') }
    }
    return undefined
  }
}

const foreign = (message: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion: 'Scan the code in the window of Gatehouse.' })
