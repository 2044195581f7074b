/**
 * HTTP door: the loopback listener in front of every HTTP consumer.
 *
 * Guards invariant 7: only this machine reaches it; a web page does not, whatever name it resolves to us (exact lists
 * of `Host` and `Origin`); and whoever comes must know the token.
 */
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GatewayError } from '../contract/gateway-error.js'
import type { Log } from '../gateway/ports.js'
import { type Refusal, refuseInEnvelope } from './refusal.js'
import { type HttpRoute, routeOf } from './route.js'

export interface HttpDoorOptions {
  /** A free port when 0. */
  readonly port: number
  readonly token: string
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
export async function openHttpDoor({ port, token, routes, log }: HttpDoorOptions): Promise<HttpDoor> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 })
  server.listen(port, host)
  await once(server, 'listening')
  const names = [host, 'localhost'].map((name) => `${name}:${(server.address() as AddressInfo).port}`)
  const origins = names.map((name) => `http://${name}`)

  server.on('request', (request, response) => {
    const route = routeOf(routes, pathOf(request))
    const refuse = route?.refuse ?? refuseInEnvelope
    const problem = addressProblem(request, names, origins) ?? (route?.open ? undefined : tokenProblem(request, token))
    if (problem) {
      log.warn('a request was refused at the door', { reason: problem.error.message, origin: request.headers.origin })
      return refuse(response, problem)
    }
    if (!route) return refuse(response, { status: 404, error: nothingHere(routes) })
    route.handle(request, response).catch((bug: unknown) => {
      log.error('a request failed', { error: bug instanceof Error ? (bug.stack ?? bug.message) : `${bug}` })
      if (response.headersSent) response.destroy()
      else refuse(response, { status: 500, error: new GatewayError('SYSTEM.INTERNAL_ERROR') })
    })
  })

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

function tokenProblem({ headers: { authorization } }: IncomingMessage, token: string): Refusal | undefined {
  if (authorization === undefined) return { status: 401, error: new GatewayError('AUTH.UNAUTHORIZED') }
  if (!/^Bearer( |$)/u.test(authorization)) return { status: 401, error: withoutScheme }
  if (!isSame(authorization, `Bearer ${token}`)) return { status: 401, error: new GatewayError('AUTH.TOKEN_INVALID') }
  return undefined
}

const withoutScheme = new GatewayError('AUTH.TOKEN_INVALID', {
  message: 'The header Authorization does not begin with "Bearer ".',
  suggestion: 'Send it as: Authorization: Bearer TOKEN',
})

const foreign = (message: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message,
    suggestion: 'Connect from a program on this computer, with the address of the endpoint file.',
  })

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
