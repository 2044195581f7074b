/**
 * HTTP door: the loopback listener in front of every HTTP consumer.
 *
 * Guards invariant 7: only this machine reaches it; a web page does not, whatever name it resolves to us; whoever comes
 * must have a key, and is hung up on when it is taken away; and who is slow or comes in crowds does not keep the others
 * out.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { GatewayError } from '../contract/gateway-error.js'
import { lineTarget } from '../contract/gateway-line.js'
import type { OwnWords } from '../contract/own-words.js'
import type { DoorRefusals } from '../gateway/door-refusals.js'
import type { Guests } from '../gateway/guests.js'
import type { AuthenticatedClient, Authenticator, Clock, Log } from '../gateway/ports.js'
import type { ConnectionBudget } from '../network/connection-limits.js'
import { limitConnections } from '../network/limited-server.js'
import { type Room, Shares, type Supply } from '../network/shares.js'
import { createEntrance, type Unwelcome } from './entrance.js'
import type { Answer } from './exchange.js'
import { createGatekeeper } from './gatekeeper.js'
import { HeldBytes } from './held-bytes.js'
import { serveLine } from './line.js'
import { oneAtATime } from './one-at-a-time.js'
import { quiet } from './quiet-log.js'
import { type Refusal, type Refuse, refuseInEnvelope } from './refusal.js'
import { type HttpRoute, routeOf } from './route.js'
import { TurnSlices } from './turn-slices.js'

export interface HttpDoorOptions {
  /** A free port when 0. */
  readonly port: number
  readonly keys: Authenticator
  readonly clock: Clock
  readonly routes: readonly HttpRoute[]
  readonly log: Log
  /** Path of the OAuth metadata of a guarded route; nobody is notified of OAuth when left out. */
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
  readonly connections: ConnectionBudget
  /** Multiplexed connections of bridges. */
  readonly lines: Supply
  /** Bytes that lines make the program keep: of messages that are not whole, and of answers that nobody reads. */
  readonly lineBytes: Supply
}

export interface HttpDoor {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Whose work it is before a key is known. */
const nobody = ''

/** Characters of an `Origin` that are written down. */
const mostOfOrigin = 128

const defaultLimits: DoorLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  headersBytes: 16 * 1024,
  connections: { withoutKey: 256, waiting: 1_024, withKey: { each: 64, all: 1_024 } },
  lines: { each: 16, all: 128 },
  lineBytes: { each: 4 * 1024 * 1024, all: 24 * 1024 * 1024 },
}

/** Milliseconds that who was turned away has to read why. */
const turnedAwayMs = 1_000

/** Connections that the system keeps until they are accepted: a crowd must not make the next one wait for a second. */
const backlog = 4_096

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
  const { withoutKey } = limits.connections
  const connections = limitConnections(server, limits.connections, (count) =>
    log.warn('connections without a key were closed: too many are open', { most: withoutKey, count }),
  )
  server.listen({ port, host, backlog })
  await once(server, 'listening')
  const names = [host, 'localhost'].map((name) => `${name}:${(server.address() as AddressInfo).port}`)
  const entrance = createEntrance(names)

  const slices = new TurnSlices()
  const mayServe = oneAtATime()
  server.on('request', (request, response) => {
    if (mayServe(request, response)) slices.run(nobody, () => request.socket.destroyed || receive(request, response))
  })

  function receive(request: IncomingMessage, response: ServerResponse): void {
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
    const room = connections.admit(request.socket, entry.authenticated.client.id)
    if (room !== 'free') return refuse(response, tooManyConnections[room])
    if (!route) return refuse(response, { status: 404, error: nothingHere(routes) })
    const { authenticated } = entry
    endWhenRevoked(response, authenticated)
    guests?.came({ clientId: authenticated.client.id }, response)
    slices.run(authenticated.client.id, () => {
      if (!response.destroyed) serve(route.handle(request, response, authenticated), response, refuse)
    })
  }

  const lines = new Set<Socket>()
  const linesOfClients = new Shares(limits.lines)
  const lineBytes = new Shares(limits.lineBytes)
  const lineRoute = routes.find((route) => route.hear !== undefined)
  server.on('connect', (request, duplex) => {
    const socket = duplex as Socket
    socket.on('error', () => socket.destroy())
    // Sockets of HTTP may stay half open: who has hung up would keep a line for ever.
    socket.once('end', () => socket.destroy())
    const turnAway = (status: number): void => {
      // No timeout of requests ends it any more, and only who reads hears that the other end has hung up.
      socket.setTimeout(turnedAwayMs, () => socket.destroy())
      socket.resume()
      socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`)
    }
    const problem = entrance.problemOf({ url: '/', headers: request.headers })
    if (problem) {
      warn('a line was refused at the door', request, problem)
      return turnAway(problem.status)
    }
    const entry = admit(request)
    if (!entry.ok) return turnAway(entry.refusal.status)
    const hear = lineRoute?.hear
    if (!hear || request.url !== lineTarget) return turnAway(404)
    const { authenticated } = entry
    const { id } = authenticated.client
    if (connections.admit(socket, id) !== 'free' || linesOfClients.take(id) !== 'free') return turnAway(429)
    socket.once('close', () => linesOfClients.giveBack(id))
    lines.add(socket)
    endWhenRevoked(socket, authenticated)
    guests?.came({ clientId: authenticated.client.id }, socket)
    socket.once('close', () => lines.delete(socket))
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const terms = {
      host: names[0] ?? host,
      unfinished: new HeldBytes(lineBytes, id),
      unread: new HeldBytes(lineBytes, id),
      after: (milliseconds: number, work: () => void) => clock.after(milliseconds, work),
      inTurn: (work: () => void) => slices.run(id, work),
    }
    serveLine(socket, terms, (asked, answer, text) =>
      slices.run(id, () => {
        if (!answer.destroyed)
          serve(hear(asked, answer, authenticated, text), answer, lineRoute.refuse ?? refuseInEnvelope)
      }),
    )
  })

  function warn<Words extends string>(
    what: OwnWords<Words>,
    { headers }: IncomingMessage,
    { error, reason, from }: Unwelcome,
  ): void {
    if (reason) refusals?.note({ reason, from })
    log.warn<Words>(what, { reason: error.message, origin: headers.origin?.slice(0, mostOfOrigin) })
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
      connections.stop()
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

const tooManyConnections: Readonly<Record<Exclude<Room, 'free'>, Refusal>> = {
  'own-share-taken': {
    status: 429,
    error: new GatewayError('SYSTEM.RATE_LIMITED', {
      message: 'This client has too many connections open.',
      suggestion: 'Close those that are not used, or send several requests over one.',
    }),
    isUnread: true,
  },
  'all-taken': {
    status: 503,
    error: new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
      message: 'Other clients have all connections open that there may be.',
      suggestion: 'Try again in a few seconds.',
    }),
    isUnread: true,
  },
}

function endWhenRevoked(connection: Answer | Socket, { revoked }: AuthenticatedClient): void {
  const hangUp = () => connection.destroy()
  revoked.addEventListener('abort', hangUp)
  connection.once('close', () => revoked.removeEventListener('abort', hangUp))
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'
