/**
 * Remote listener: TLS connections of windows on other computers, and of AI clients on those computers.
 *
 * Enforces invariant 7 before anything is known about a client: limits of connections, handshakes, headers and bytes.
 * An unknown client past the budget displaces the oldest of the address with the most, and never a window that proved who it
 * is. Enforces invariant 6: no web page opens this door, and what is not a route has no answer.
 */
import { once } from 'node:events'
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { remoteWire } from '@shared/remote/wire.js'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { limitToOneRequest } from '../../../network/http/one-request-limit.js'
import { limitConnections } from '../../../network/limited-server.js'
import type { QuotaResult } from '../../../network/quota.js'
import { socketLimits } from '../../../network/socket-limits.js'
import { AddressRateLimiter } from '../../../policy/limits/address-rate-limiter.js'

/** Milliseconds, bytes and counts. */
const limits = {
  handshakeMs: 10_000,
  headersMs: 5_000,
  requestMs: 60_000,
  headersBytes: 8_192,
  messageBytes: 1_048_576,
  /** Of a connection that proved nothing yet, in all. */
  unprovenBytes: 16_384,
  unprovenMs: 20_000,
  newInAMinute: 300,
}
/** A window has one connection; an AI client has one for each request that waits. */
const connectionBudget = { withoutKey: 48, waiting: 128, withKey: { each: 32, all: 256 } }

/** A connection whose window has not proved who it is. */
export interface UnprovenWindow {
  readonly window: WebSocket
  readonly tls: TLSSocket
  readonly address: string
  /** It proved who it is. @returns whether there is room for one more of this device */
  admit(device: string): boolean
}

/**
 * Serves a request, one of a connection at a time.
 *
 * @param admit counts the connection as one of this client, so that unknown clients no longer displace it
 * @returns false, with nothing done, when nothing is served there now
 */
export type RemoteRoute = (
  request: IncomingMessage,
  response: ServerResponse,
  admit: (clientId: string) => QuotaResult,
) => boolean

export interface RemoteListenerOptions {
  /** Empty for every address of this computer. */
  readonly host: string
  /** 0 for a free port. */
  readonly port: number
  /** Certificate and private key, in PEM. */
  readonly pem: string
  readonly onWindow: (window: UnprovenWindow) => void
  /** Path → what else is served here. Everything else gets a 404 without a body. */
  readonly routes?: Readonly<Record<string, RemoteRoute>>
  readonly clock: Pick<Clock, 'elapsed' | 'after'>
  readonly log: Log
}

export interface RemoteListener {
  readonly port: number
  /** New connections get this certificate. */
  renew(pem: string): void
  close(): Promise<void>
}

/** Listens. @throws Error when the port or the address is not available */
export async function openRemoteListener(options: RemoteListenerOptions): Promise<RemoteListener> {
  const { host, port, pem, routes = {}, clock, log, onWindow } = options
  const server = createServer({
    key: pem,
    cert: pem,
    minVersion: 'TLSv1.3',
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: limits.handshakeMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: limits.headersBytes,
  })
  const connections = limitConnections(server as unknown as HttpServer, connectionBudget, (count) =>
    log.warn('connections of other computers were closed: too many are open', { count }),
  )
  /** Both ends → the socket below TLS, which the limits count. */
  const sockets = new Map<string, Socket>()
  const rates = new AddressRateLimiter(limits.newInAMinute)
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (!rates.allows(address, clock.elapsed())) {
      log.warn('a computer opened too many connections', { address })
      return void socket.destroy()
    }
    const ends = endsOf(socket)
    sockets.set(ends, socket)
    socket.once('close', () => {
      if (sockets.get(ends) === socket) sockets.delete(ends)
    })
  })
  server.on('tlsClientError', (_error, socket) => void socket.destroy())

  /** A connection that has closed meanwhile has nothing that counts. */
  const admit = (tls: Socket, id: string): QuotaResult => {
    const socket = sockets.get(endsOf(tls))
    return socket ? connections.admit(socket, id) : 'free'
  }
  const mayServe = limitToOneRequest()
  server.on('request', (request, response) => {
    if (!mayServe(request, response)) return
    const path = pathOf(request)
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (route?.(request, response, (client) => admit(request.socket, client))) return
    response.writeHead(404, { 'Content-Length': 0, Connection: 'close' }).end()
  })

  const windows = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    allowSynchronousEvents: false,
    ...socketLimits(limits.messageBytes),
  })
  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    const tls = duplex as TLSSocket
    // Browsers say which page connects; the window of Gatehouse is none.
    if (pathOf(request) !== remoteWire.path || request.headers.origin !== undefined) {
      return void tls.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    }
    windows.handleUpgrade(request, tls, head, (window) => {
      window.on('error', () => window.terminate())
      const limit = limitUnproven(tls, clock)
      onWindow({
        window,
        tls,
        address: tls.remoteAddress ?? '',
        admit(device) {
          const socket = sockets.get(endsOf(tls))
          if (!socket || connections.admit(socket, device) !== 'free') return false
          limit.end()
          return true
        },
      })
    })
  })

  server.listen(port, ...(host === '' ? [] : [host]))
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    renew: (renewed) => server.setSecureContext({ key: renewed, cert: renewed, minVersion: 'TLSv1.3' }),
    async close() {
      connections.stop()
      for (const window of windows.clients) window.terminate()
      for (const socket of sockets.values()) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Closes a connection that sends much, or proves nothing in time. */
function limitUnproven(tls: TLSSocket, clock: Pick<Clock, 'after'>): { end(): void } {
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limits.unprovenBytes) tls.destroy()
  }
  const cancel = clock.after(limits.unprovenMs, () => tls.destroy())
  tls.prependListener('data', count)
  tls.once('close', cancel)
  return {
    end() {
      cancel()
      tls.off('data', count)
      tls.off('close', cancel)
    },
  }
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
