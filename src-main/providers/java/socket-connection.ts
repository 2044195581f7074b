/** Socket connection: an open TCP connection or WebSocket within a time limit, and which addresses get a secret. */
import type { LookupAddress } from 'node:dns'
import type { EventEmitter } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { GatewayError } from '@contract/gateway-error.js'
import WebSocket, { type ClientOptions } from 'ws'
import type { Clock } from '../../gateway/ports/runtime.js'
import { type CertificateTrust, checkedConnection } from '../../network/certificate-check.js'
import { lookupIn, publicAddressIn, type ResolveHost, resolveHost } from '../../network/checked-host.js'
import { socketLimits } from '../../network/socket-limits.js'

export interface SocketTarget {
  readonly host: string
  readonly port: number
  /** Verified addresses of the host; resolved by the system when omitted. */
  readonly addresses?: readonly LookupAddress[]
}

export interface OpeningLimits {
  readonly clock: Pick<Clock, 'after'>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** The error of a problem that every kind of connection has. */
type UnavailableClass<Problem extends string> = new (
  problem: Problem,
  options?: { details?: Record<string, unknown>; cause?: unknown },
) => GatewayError

/**
 * The addresses of a host that gets a secret.
 *
 * @throws GatewayError for one on the internet, unless the connection is encrypted or a person confirmed it
 */
export async function addressesToTrust(
  host: string,
  { resolve = resolveHost, mayBePublic }: { readonly resolve?: ResolveHost; readonly mayBePublic: boolean },
  Unavailable: UnavailableClass<'unknown-host' | 'public-address'>,
): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new Unavailable('unknown-host', { cause })
  })
  if (addresses.length === 0) throw new Unavailable('unknown-host')
  const address = publicAddressIn(addresses)
  if (address !== undefined && !mayBePublic) throw new Unavailable('public-address', { details: { address } })
  return addresses
}

/** @throws the error of the socket; its code is ETIMEDOUT after the time limit, and ECONNABORTED after an abort */
export function connectedSocket({ host, port, addresses }: SocketTarget, limits: OpeningLimits): Promise<Socket> {
  const socket = connect({ host, port, ...(addresses && { lookup: lookupIn(addresses) }) })
  return opened(socket, 'connect', limits, {
    aborted: () => withCode('ECONNABORTED'),
    late: () => withCode('ETIMEDOUT'),
    failed: (error) => error,
    giveUp: () => socket.destroy(),
  })
}

const withCode = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

export interface WebSocketTarget {
  /** `ws:` or `wss:`. */
  readonly url: string
  /** What a certificate has to be. */
  readonly trust: CertificateTrust
  /** Verified addresses of the host; resolved by the system when omitted. */
  readonly addresses?: readonly LookupAddress[]
  readonly maxFrameBytes: number
  readonly options: Pick<ClientOptions, 'headers' | 'origin' | 'createConnection'>
  readonly Unavailable: UnavailableClass<'lost' | 'no-connection-in-time'>
  readonly failed: (error: Error) => Error
  /** The error of a response that is no WebSocket. */
  readonly refused: (statusCode: number | undefined) => Error
}

/** @throws GatewayError */
export function connectedWebSocket(target: WebSocketTarget, limits: OpeningLimits): Promise<WebSocket> {
  const { url, trust, addresses, maxFrameBytes, options, Unavailable, failed, refused } = target
  let stopCheck = () => {}
  const socket = new WebSocket(url, {
    ...socketLimits(maxFrameBytes),
    // One frame in each turn of the event loop.
    allowSynchronousEvents: false,
    followRedirects: false,
    ...(addresses && !url.startsWith('wss:') && { lookup: lookupIn(addresses) }),
    ...checkedConnection(url, trust, (stop) => {
      stopCheck = stop
    }),
    ...options,
  })
  socket.once('unexpected-response', (_request, { statusCode }) => socket.emit('error', refused(statusCode)))
  return opened(socket, 'open', limits, {
    aborted: () => new Unavailable('lost'),
    late: () => new Unavailable('no-connection-in-time'),
    failed,
    giveUp() {
      stopCheck()
      socket.terminate()
    },
  })
}

interface Opening {
  aborted(): Error
  late(): Error
  failed(error: Error): Error
  giveUp(): void
}

function opened<S extends EventEmitter>(
  socket: S,
  event: 'connect' | 'open',
  { clock, timeoutMs, signal }: OpeningLimits,
  { aborted, late, failed, giveUp }: Opening,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (report: () => void) => {
      stop()
      signal.removeEventListener('abort', abort)
      socket.removeAllListeners()
      // An error after the end must not crash the program.
      socket.on('error', () => {})
      report()
    }
    const fail = (error: Error) =>
      settle(() => {
        giveUp()
        reject(error)
      })
    const abort = () => fail(aborted())
    const stop = clock.after(timeoutMs, () => fail(late()))
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', (error: Error) => fail(failed(error)))
    socket.once(event, () => settle(() => resolve(socket)))
    if (signal.aborted) abort()
  })
}
