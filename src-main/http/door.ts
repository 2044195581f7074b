/**
 * HTTP door: the loopback listener in front of every HTTP consumer.
 *
 * Guards invariant 7: only this machine reaches it; a web page does not, whatever name it resolves to us; whoever comes
 * must have a key, and is hung up on when it is taken away; and who is slow or comes in crowds does not keep the others
 * out.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { GatewayError } from '../contract/gateway-error.js'
import { lineTarget } from '../contract/gateway-line.js'
import type { DoorRefusals } from '../gateway/door-refusals.js'
import type { Guests } from '../gateway/guests.js'
import type { Clock, KeyHolders, Log, Visitor } from '../gateway/ports.js'
import { createEntrance, type Unwelcome } from './entrance.js'
import type { Answer } from './exchange.js'
import { createGatekeeper } from './gatekeeper.js'
import { serveLine } from './line.js'
import { quiet } from './quiet-log.js'
import { type Refusal, type Refuse, refuseInEnvelope } from './refusal.js'
import { type HttpRoute, routeOf } from './route.js'

export interface HttpDoorOptions {
  /** A free port when 0. */
  readonly port: number
  readonly keys: KeyHolders
  readonly clock: Clock
  readonly routes: readonly HttpRoute[]
  readonly log: Log
  /** Path of the OAuth metadata of a guarded route; nobody is told of OAuth when left out. */
  readonly metadataPathOf?: (routePath: string) => string
  readonly limits?: DoorLimits
  /** Take down who is there and who was not let in; nobody does when left out. */
  readonly guests?: Pick<Guests, 'came'>
  readonly refusals?: Pick<DoorRefusals, 'note'>
}

export interface DoorLimits {
  /** Milliseconds that the head of a request may take, also the first of a connection. */
  readonly headersMs: number
  /** Milliseconds that a whole request may take to arrive. */
  readonly requestMs: number
  /** Milliseconds that a connection may stay open between two requests. */
  readonly idleMs: number
  /** Bytes of the head of a request. */
  readonly headersBytes: number
  /** Connections at once; one more is hung up on. */
  readonly connections: number
}

export interface HttpDoor {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Characters of an `Origin` that are written down. */
const mostOfOrigin = 128

const defaultLimits: DoorLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  headersBytes: 16 * 1024,
  connections: 1_024,
}

/** Listens. @throws Error when the port cannot be had */
export async function openHttpDoor(options: HttpDoorOptions): Promise<HttpDoor> {
  const { port, keys, clock, routes, metadataPathOf, limits = defaultLimits, guests, refusals } = options
  const log = quiet(options.log, clock)
  const admit = createGatekeeper({ keys, clock, log, refusals })
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.ceil(limits.headersMs / 10),
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headersBytes,
  })
  server.maxConnections = limits.connections
  server.on('drop', () => log.warn('a connection was dropped: too many are open', { most: limits.connections }))
  server.listen(port, host)
  await once(server, 'listening')
  const names = [host, 'localhost'].map((name) => `${name}:${(server.address() as AddressInfo).port}`)
  const entrance = createEntrance(names)

  server.on('request', (request, response) => {
    const route = routeOf(routes, pathOf(request))
    const refuse = route?.refuse ?? refuseInEnvelope
    const problem = entrance.problemOf(request)
    if (problem) {
      warn('a request was refused at the door', request, problem)
      return refuse(response, problem)
    }
    if (route?.open) return serve(route.handle(request, response), response, refuse)
    const entry = admit(request)
    if (!entry.ok) return refuse(response, { ...entry.refusal, ...(route && wayInOf(request, route)) })
    if (!route) return refuse(response, { status: 404, error: nothingHere(routes) })
    endWhenRevoked(response, entry.visitor)
    guests?.came({ clientId: entry.visitor.client.id }, response)
    serve(route.handle(request, response, entry.visitor), response, refuse)
  })

  const lines = new Set<Socket>()
  const lineRoute = routes.find((route) => route.hear !== undefined)
  server.on('connect', (request, duplex) => {
    const socket = duplex as Socket
    socket.on('error', () => socket.destroy())
    const turnAway = (status: number) => void socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`)
    const problem = entrance.problemOf({ url: '/', headers: request.headers })
    if (problem) {
      warn('a line was refused at the door', request, problem)
      return turnAway(problem.status)
    }
    const entry = admit(request)
    if (!entry.ok) return turnAway(entry.refusal.status)
    const hear = lineRoute?.hear
    if (!hear || request.url !== lineTarget) return turnAway(404)
    const { visitor } = entry
    lines.add(socket)
    endWhenRevoked(socket, visitor)
    guests?.came({ clientId: visitor.client.id }, socket)
    socket.once('close', () => lines.delete(socket))
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    serveLine(socket, names[0] ?? host, (asked, answer, text) =>
      serve(hear(asked, answer, visitor, text), answer, lineRoute.refuse ?? refuseInEnvelope),
    )
  })

  function warn(what: string, { headers }: IncomingMessage, { error, reason, from }: Unwelcome): void {
    if (reason) refusals?.note({ reason, from })
    log.warn(what, { reason: error.message, origin: headers.origin?.slice(0, mostOfOrigin) })
  }

  /** Under the name that the client reached us by: it holds the two against each other. */
  function wayInOf({ headers: { host: name } }: IncomingMessage, route: HttpRoute): Partial<Refusal> {
    return metadataPathOf ? { resourceMetadata: `http://${name}${metadataPathOf(route.path)}` } : {}
  }

  function serve(served: Promise<void>, response: Answer, refuse: Refuse): void {
    served.catch((bug: unknown) => {
      log.error('a request failed', { error: bug instanceof Error ? (bug.stack ?? bug.message) : `${bug}` })
      if (response.headersSent) response.destroy()
      else refuse(response, { status: 500, error: new GatewayError('SYSTEM.INTERNAL_ERROR') })
    })
  }

  return {
    endpoint: `http://${names[0]}`,
    async close() {
      await Promise.all(routes.map((route) => route.close()))
      for (const line of lines) line.destroy()
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

function endWhenRevoked(connection: Answer | Socket, { revoked }: Visitor): void {
  const hangUp = () => connection.destroy()
  revoked.addEventListener('abort', hangUp)
  connection.once('close', () => revoked.removeEventListener('abort', hangUp))
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'
