/**
 * Client requests: a request from the check of its key to its route, for every listener of AI clients.
 *
 * Enforces invariant 7: without a key nothing is served, a client with many connections or requests does not lock out
 * others, and it is disconnected when its key is revoked.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { GatewayError } from '@contract/gateway-error.js'
import type { FairTurns } from '@shared/turns.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { ActivityRecorder } from '../../gateway/ports/connections.js'
import type { Log } from '../../gateway/ports/runtime.js'
import type { QuotaResult } from '../quota.js'
import type { HttpAuthenticationResult } from './authentication.js'
import { isClientDisconnect } from './client-disconnect.js'
import type { ResponseWriter } from './exchange.js'
import { type HttpRefusal, type Refuse, refuseInEnvelope } from './refusal.js'
import type { HttpRoute } from './route.js'

export interface ClientRequestsOptions {
  readonly authenticate: (request: IncomingMessage) => HttpAuthenticationResult
  readonly turns: FairTurns
  readonly log: Log
  /** Records connected clients. */
  readonly connectedClients?: ActivityRecorder | undefined
  /** Added to the refusal of a request without a valid key. */
  readonly hintOf?: (request: IncomingMessage, route: HttpRoute) => Partial<HttpRefusal>
}

export interface ClientRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly route: HttpRoute | undefined
  /** Counts the connection as one of this client. */
  readonly admit: (clientId: string) => QuotaResult
  /** Refusal of a client with a key, where there is no route. */
  readonly missing: () => HttpRefusal
}

export class ClientRequests {
  readonly #options: ClientRequestsOptions

  constructor(options: ClientRequestsOptions) {
    this.#options = options
  }

  receive({ request, response, route, admit, missing }: ClientRequest): void {
    const { authenticate, turns, connectedClients, hintOf } = this.#options
    const refuse = route?.refuse ?? refuseInEnvelope
    if (route?.open) return this.serve(route.handle(request, response), response, refuse)
    const entry = authenticate(request)
    if (!entry.ok) return refuse(response, { ...entry.refusal, ...(route && hintOf?.(request, route)) })
    const { authenticated } = entry
    const { id } = authenticated.client
    const room = admit(id)
    if (room !== 'free') return refuse(response, tooManyConnections[room])
    if (!route) return refuse(response, missing())
    endWhenRevoked(response, authenticated)
    connectedClients?.noteActivity({ clientId: id }, response)
    turns.run(() => {
      if (!response.destroyed) this.serve(route.handle(request, response, authenticated), response, refuse)
    }, id)
  }

  /** Waits for a handler; a bug of it is logged and refused. */
  serve(served: Promise<void>, response: ResponseWriter, refuse: Refuse): void {
    served.catch((bug: unknown) => {
      if (isClientDisconnect(response.req, bug)) return
      const error = bug instanceof Error ? (bug.stack ?? bug.message) : `${bug}`
      this.#options.log.error('a request failed', { error })
      if (response.headersSent) response.destroy()
      else refuse(response, { status: 500, error: new GatewayError('SYSTEM.INTERNAL_ERROR') })
    })
  }
}

const tooManyConnections: Readonly<Record<Exclude<QuotaResult, 'free'>, HttpRefusal>> = {
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
      message: 'Other clients use all available connections.',
      suggestion: 'Try again in a few seconds.',
    }),
    isUnread: true,
  },
}

/** Closes what the client has open when its key is revoked. */
export function endWhenRevoked(connection: ResponseWriter | Socket, { revoked }: AuthenticatedClient): void {
  const disconnect = () => connection.destroy()
  revoked.addEventListener('abort', disconnect)
  connection.once('close', () => revoked.removeEventListener('abort', disconnect))
}
