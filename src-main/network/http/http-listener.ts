/**
 * HTTP listener: the loopback listener in front of every HTTP consumer.
 *
 * Enforces invariant 7: reachable from this machine only, and not by web pages (DNS rebinding, CSRF). Every client
 * needs a key and is disconnected when the key is revoked. Slow or many clients do not lock out others.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { GatewayError } from '@contract/gateway-error.js'
import { connectTarget } from '@contract/local/multiplexed-message.js'
import type { LiteralText } from '@contract/text/literal-text.js'
import { FairTurns } from '@shared/turns.js'
import type { Authenticator } from '../../gateway/ports/client-access.js'
import type { ActivityRecorder, RejectionRecorder } from '../../gateway/ports/connections.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { ConnectionBudget } from '../connection-limits.js'
import { limitConnections } from '../limited-server.js'
import { Quota, type QuotaLimits } from '../quota.js'
import { createAuthentication } from './authentication.js'
import { ClientRequests, endWhenRevoked } from './client-requests.js'
import { createHostOriginCheck, type RejectedRequest } from './host-origin-check.js'
import { serveMultiplexedConnection } from './multiplexed-connection.js'
import { limitToOneRequest } from './one-request-limit.js'
import { type HttpRefusal, refuseInEnvelope } from './refusal.js'
import { type HttpRoute, routeOf } from './route.js'
import { throttleLog } from './throttled-log.js'

export interface HttpListenerOptions {
  /** 0 for a free port. */
  readonly port: number
  readonly keys: Authenticator
  readonly clock: Clock
  readonly routes: readonly HttpRoute[]
  readonly log: Log
  /** Path of the OAuth metadata of a guarded route; without it responses do not mention OAuth. */
  readonly metadataPathOf?: (routePath: string) => string
  readonly limits?: ListenerLimits
  /** Record connected and refused clients. */
  readonly connectedClients?: ActivityRecorder
  readonly refusals?: RejectionRecorder
}

export interface ListenerLimits {
  /** Milliseconds for the head of a request, also for the first on a connection. */
  readonly headersMs: number
  /** Milliseconds for a whole request, or a line of a multiplexed connection, to arrive. */
  readonly requestMs: number
  /** Milliseconds a connection may stay idle between requests. */
  readonly idleMs: number
  /** Maximum bytes of the head of a request. */
  readonly headersBytes: number
  readonly connections: ConnectionBudget
  /** Multiplexed connections of bridges; each may hold 1 MiB and a message. A bridge without one uses HTTP. */
  readonly multiplexed: QuotaLimits
}

export interface HttpListener {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Milliseconds of requests in one turn of the event loop. */
const sliceMs = 8

/** Logged characters of an `Origin`. */
const maxLoggedOrigin = 128

const defaultLimits: ListenerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  headersBytes: 16 * 1024,
  connections: { withoutKey: 256, waiting: 1_024, withKey: { each: 64, all: 1_024 } },
  multiplexed: { each: 8, all: 64 },
}

/** Milliseconds to read a refusal before the connection closes. */
const refusalReadMs = 1_000

/** Accept queue of the system: many connections at once must not delay the next one by a second. */
const backlog = 4_096

/** Listens. @throws Error when the port is not available */
export async function openHttpListener(options: HttpListenerOptions): Promise<HttpListener> {
  const { port, keys, clock, routes, metadataPathOf, limits = defaultLimits, connectedClients, refusals } = options
  const log = throttleLog(options.log, clock)
  const authenticate = createAuthentication({ keys, clock, log, refusals })
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.ceil(limits.headersMs / 10),
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headersBytes,
  })
  const { withoutKey } = limits.connections
  const connections = limitConnections(server, limits.connections, (count) =>
    log.warn('connections without a key were closed: too many are open', { most: withoutKey, count }),
  )
  server.listen({ port, host, backlog })
  await once(server, 'listening')
  const names = [host, 'localhost'].map((name) => `${name}:${(server.address() as AddressInfo).port}`)
  const hostOriginCheck = createHostOriginCheck(names)

  const turns = new FairTurns({ milliseconds: sliceMs })
  const requests = new ClientRequests({
    authenticate,
    turns,
    log,
    connectedClients,
    hintOf: oauthHintOf,
  })
  const mayServe = limitToOneRequest()
  server.on('request', (request, response) => {
    if (mayServe(request, response)) turns.run(() => request.socket.destroyed || receive(request, response))
  })

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const route = routeOf(routes, pathOf(request))
    const refuse = route?.refuse ?? refuseInEnvelope
    const problem = hostOriginCheck.problemOf(request)
    if (problem) {
      warn('a request was refused', request, problem)
      return refuse(response, problem)
    }
    requests.receive({
      request,
      response,
      route,
      admit: (clientId) => connections.admit(request.socket, clientId),
      missing: () => ({ status: 404, error: nothingHere(routes) }),
    })
  }

  const multiplexed = new Set<Socket>()
  const multiplexedQuota = new Quota(limits.multiplexed)
  const multiplexedRoute = routes.find((route) => route.onMessage !== undefined)
  server.on('connect', (request, duplex) => {
    const socket = duplex as Socket
    socket.on('error', () => socket.destroy())
    // HTTP sockets may stay half open: a disconnected client would keep its connection.
    socket.once('end', () => socket.destroy())
    const reject = (status: number): void => {
      // Request timeouts no longer apply, and only a socket that is read notices its end.
      socket.setTimeout(refusalReadMs, () => socket.destroy())
      socket.resume()
      socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`)
    }
    const problem = hostOriginCheck.problemOf({ url: '/', headers: request.headers })
    if (problem) {
      warn('a multiplexed connection was refused', request, problem)
      return reject(problem.status)
    }
    const entry = authenticate(request)
    if (!entry.ok) return reject(entry.refusal.status)
    const onMessage = multiplexedRoute?.onMessage
    if (!onMessage || request.url !== connectTarget) return reject(404)
    const { authenticated } = entry
    const { id } = authenticated.client
    if (connections.admit(socket, id) !== 'free' || multiplexedQuota.reserve(id) !== 'free') return reject(429)
    socket.once('close', () => multiplexedQuota.release(id))
    multiplexed.add(socket)
    endWhenRevoked(socket, authenticated)
    connectedClients?.noteActivity({ clientId: authenticated.client.id }, socket)
    socket.once('close', () => multiplexed.delete(socket))
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const connectionOptions = {
      host: names[0] ?? host,
      lineMs: limits.requestMs,
      after: (milliseconds: number, work: () => void) => clock.after(milliseconds, work),
      inTurn: (work: () => void) => turns.run(work, id),
    }
    serveMultiplexedConnection(socket, connectionOptions, (request, response, text) =>
      turns.run(() => {
        if (!response.destroyed)
          requests.serve(
            onMessage(request, response, authenticated, text),
            response,
            multiplexedRoute.refuse ?? refuseInEnvelope,
          )
      }, id),
    )
  })

  function warn<Words extends string>(
    what: LiteralText<Words>,
    { headers }: IncomingMessage,
    { error, reason, from }: RejectedRequest,
  ): void {
    if (reason) refusals?.note({ reason, from })
    log.warn<Words>(what, { reason: error.message, origin: headers.origin?.slice(0, maxLoggedOrigin) })
  }

  /** With the host name that the client used, because it compares the two. */
  function oauthHintOf({ headers: { host: name } }: IncomingMessage, route: HttpRoute): Partial<HttpRefusal> {
    return metadataPathOf ? { resourceMetadata: `http://${name}${metadataPathOf(route.path)}` } : {}
  }

  return {
    endpoint: `http://${names[0]}`,
    async close() {
      await Promise.all(routes.map((route) => route.close()))
      connections.stop()
      for (const connection of multiplexed) connection.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      log.close()
    },
  }
}

const nothingHere = (routes: readonly HttpRoute[]): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'There is nothing at this address.',
    suggestion: `Use ${routes.map(({ path }) => path).join(' or ')}.`,
  })

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'
