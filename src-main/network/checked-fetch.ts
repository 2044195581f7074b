/**
 * Checked fetch: requests to URLs from an untrusted source, such as the metadata of an authorization server.
 *
 * Enforces invariant 7 (SSRF): https, or http on loopback; never into a more private network than the source's own; to
 * the address that was checked; no redirects; bounded body and time.
 */
import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { type AddressReach, reachOf } from './address-reach.js'
import { lookupIn, type ResolveHost, resolveHost } from './checked-host.js'

export interface CheckedFetchOptions {
  /** Origin of the URLs. */
  readonly namedBy: URL
  readonly resolve?: ResolveHost
  /** Maximum bytes of a body. */
  readonly most?: number
  /** Timeout in milliseconds. */
  readonly timeoutMs?: number
}

export type CheckedFetch = (
  url: string | URL,
  init?: { method?: string; headers?: HeadersInit; body?: unknown },
) => Promise<Response>

const ranks: Readonly<Record<AddressReach, number>> = { public: 0, private: 1, loopback: 2 }

/** Unspecified addresses, which are this computer on most systems. */
const unspecified = new BlockList()
unspecified.addSubnet('0.0.0.0', 8, 'ipv4')
unspecified.addAddress('::', 'ipv6')

const rankOf = ({ address }: LookupAddress): number => {
  const version = isIP(address.split('%')[0] ?? '')
  const isAny = version !== 0 && unspecified.check(address.split('%')[0] ?? '', version === 4 ? 'ipv4' : 'ipv6')
  return isAny ? ranks.loopback : ranks[reachOf(address)]
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, '')

/** An address that must not be requested. The message contains the address, never the data. */
export class RefusedAddress extends Error {}

/**
 * The addresses of a host, when it may be requested.
 *
 * @throws RefusedAddress when it must not be requested, Error when the name is unknown
 */
export async function checkedAddresses(
  url: URL,
  { namedBy, resolve = resolveHost }: CheckedFetchOptions,
): Promise<readonly LookupAddress[]> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new RefusedAddress('This is not a web address.')
  if (url.username !== '' || url.password !== '') throw new RefusedAddress(`${url.host}: the address has a password.`)
  const targets = await resolve(hostOf(url))
  const reach = targets.map(rankOf)
  if (targets.length === 0) throw new RefusedAddress(`${url.host} has no address.`)
  const isOnThisComputer = reach.every((rank) => rank === ranks.loopback)
  if (url.protocol === 'http:' && !isOnThisComputer) {
    throw new RefusedAddress(`${url.host} is reached without encryption.`)
  }
  const allowed = Math.min(...(await resolve(hostOf(namedBy))).map(rankOf))
  if (!(Math.max(...reach) <= allowed)) {
    throw new RefusedAddress(`${url.host} is in a private network, and ${namedBy.host} is not.`)
  }
  return targets
}

export function checkedFetch(terms: CheckedFetchOptions): CheckedFetch {
  const { most = 256 * 1024, timeoutMs = 15_000 } = terms
  return async (address, init = {}) => {
    const url = new URL(address)
    const targets = await checkedAddresses(url, terms)
    const isSecure = url.protocol === 'https:'
    const body = init.body === undefined || init.body === null ? undefined : String(init.body)
    const headers = new Headers(init.headers)
    if (init.body instanceof URLSearchParams && !headers.has('content-type')) {
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    if (body !== undefined) headers.set('content-length', String(Buffer.byteLength(body)))
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await new Promise<IncomingMessage>((done, failed) => {
      const request = (isSecure ? secureRequest : plainRequest)(url, {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(headers),
        lookup: lookupIn(targets),
        agent: false,
        signal,
      })
      request.once('response', done).once('error', failed)
      request.end(body)
    })
    const { statusCode = 500 } = response
    const hasBody = statusCode !== 204 && statusCode !== 205 && statusCode !== 304
    const bytes = await boundedBody(response, most, url.host)
    return new Response(hasBody ? new Uint8Array(bytes) : null, {
      status: statusCode >= 200 ? statusCode : 500,
      headers: Object.entries(response.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      ),
    })
  }
}

async function boundedBody(response: IncomingMessage, most: number, host: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let count = 0
  for await (const chunk of response) {
    const bytes = chunk as Buffer
    count += bytes.length
    if (count > most) {
      response.destroy()
      throw new RefusedAddress(`${host} sent more than ${most} bytes.`)
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
