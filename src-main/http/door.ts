/**
 * HTTP door: the loopback listener in front of every HTTP consumer.
 *
 * Guards invariant 7: only this machine reaches it; a web page does not, whatever name it resolves to us (exact lists
 * of `Host` and `Origin`); and whoever comes must have a key, and is hung up on when it is taken away.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GatewayError } from '../contract/gateway-error.js'
import type { Clock, KeyHolders, Log, Visitor } from '../gateway/ports.js'
import { createGatekeeper } from './gatekeeper.js'
import { type Refusal, type Refuse, refuseInEnvelope } from './refusal.js'
import { type HttpRoute, routeOf } from './route.js'

export interface HttpDoorOptions {
  /** A free port when 0. */
  readonly port: number
  readonly keys: KeyHolders
  readonly clock: Clock
  readonly routes: readonly HttpRoute[]
  readonly log: Log
}

export interface HttpDoor {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Listens. @throws Error when the port cannot be had */
export async function openHttpDoor({ port, keys, clock, routes, log }: HttpDoorOptions): Promise<HttpDoor> {
  const admit = createGatekeeper({ keys, clock, log })
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 })
  server.listen(port, host)
  await once(server, 'listening')
  const names = [host, 'localhost'].map((name) => `${name}:${(server.address() as AddressInfo).port}`)
  const origins = names.map((name) => `http://${name}`)

  server.on('request', (request, response) => {
    const route = routeOf(routes, pathOf(request))
    const refuse = route?.refuse ?? refuseInEnvelope
    const problem = addressProblem(request, names, origins)
    if (problem) {
      log.warn('a request was refused at the door', { reason: problem.error.message, origin: request.headers.origin })
      return refuse(response, problem)
    }
    if (route?.open) return serve(route.handle(request, response), response, refuse)
    const entry = admit(request)
    if (!entry.ok) return refuse(response, entry.refusal)
    if (!route) return refuse(response, { status: 404, error: nothingHere(routes) })
    hangUpWhenRevoked(response, entry.visitor)
    serve(route.handle(request, response, entry.visitor), response, refuse)
  })

  function serve(served: Promise<void>, response: ServerResponse, refuse: Refuse): void {
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
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const nothingHere = (routes: readonly HttpRoute[]): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'There is nothing at this address.',
    suggestion: `Use ${routes.map(({ path }) => path).join(' or ')}.`,
  })

function addressProblem(
  { headers }: IncomingMessage,
  names: readonly string[],
  origins: readonly string[],
): Refusal | undefined {
  if (!names.includes(headers.host ?? '')) {
    return { status: 403, error: foreign(`The Host header must be one of ${names.join(', ')}.`) }
  }
  if (headers.origin !== undefined && !origins.includes(headers.origin)) {
    return { status: 403, error: foreign('Web pages of another origin may not come in.') }
  }
  return undefined
}

function hangUpWhenRevoked(response: ServerResponse, { revoked }: Visitor): void {
  const hangUp = () => response.destroy()
  revoked.addEventListener('abort', hangUp)
  response.once('close', () => revoked.removeEventListener('abort', hangUp))
}

const foreign = (message: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message,
    suggestion: 'Connect from a program on this computer, with the address of the endpoint file.',
  })

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'
