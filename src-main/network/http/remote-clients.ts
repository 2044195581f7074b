/**
 * Remote clients: requests of AI clients on other computers, which arrive at the port for owners' windows.
 *
 * Enforces invariant 7: only a key of one AI client lets a request in, neither the token of the profile nor an OAuth
 * token; web pages are refused; a request without such a key ends its connection. The one who listens counts and limits
 * the connections of unknown clients.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GatewayError } from '@contract/gateway-error.js'
import { parseKeyFile } from '@contract/local/client-key.js'
import { FairTurns } from '@shared/turns.js'
import type { AuthenticationResult, Authenticator } from '../../gateway/ports/client-access.js'
import type { ActivityRecorder, RejectionRecorder } from '../../gateway/ports/connections.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { createAuthentication } from './authentication.js'
import { type ClientRequest, ClientRequests } from './client-requests.js'
import { refuseInJsonRpc } from './refusal.js'
import type { GuardedRoute } from './route.js'
import { throttleLog } from './throttled-log.js'

export interface RemoteClientsOptions {
  readonly keys: Authenticator
  /** The consumer of MCP, shared with the listener of this computer, which closes it. */
  readonly route: GuardedRoute
  /** Whether the owner lets AI clients in from other computers. Asked for each request. */
  readonly isOn: () => boolean
  readonly clock: Clock
  readonly log: Log
  readonly connectedClients?: ActivityRecorder
  readonly refusals?: RejectionRecorder
}

export interface RemoteClients {
  /**
   * Serves a request, one of a connection at a time.
   *
   * @param admit counts its connection as one of this client
   * @returns false, with nothing done, when it is for another address or AI clients are not let in
   */
  receive(request: IncomingMessage, response: ServerResponse, admit: ClientRequest['admit']): boolean
  /** Disconnects everyone: AI clients are no longer let in, or the port closes. */
  disconnectAll(): void
}

export function createRemoteClients(options: RemoteClientsOptions): RemoteClients {
  const { route, isOn, clock, connectedClients, refusals } = options
  const log = throttleLog(options.log, clock)
  const open = new Set<ServerResponse>()
  const turns = new FairTurns()
  const requests = new ClientRequests({
    authenticate: createAuthentication({ keys: ownKeysOnly(options.keys), clock, log, refusals }),
    turns,
    log,
    connectedClients,
    hintOf: () => ({ isUnread: true }),
  })
  return {
    receive(request, response, admit) {
      if (request.url !== route.path || !isOn()) return false
      open.add(response)
      response.once('close', () => open.delete(response))
      if (request.headers.origin !== undefined) {
        refusals?.note({ reason: 'foreign-origin', from: request.headers.origin })
        log.warn('a request was refused', { reason: 'a web page on another computer sent it' })
        refuseInJsonRpc(response, { status: 403, error: noWebPages, isUnread: true })
        return true
      }
      // Asked again: it may have been switched off while this request waited for its turn.
      turns.run(() => {
        if (response.destroyed) return
        if (isOn()) requests.receive({ request, response, route, admit, missing })
        else response.destroy()
      })
      return true
    },
    disconnectAll() {
      for (const response of open) response.destroy()
      log.close()
    },
  }
}

/** A key that a person gave to one AI client. Other tokens are unknown here, whatever they are worth elsewhere. */
const ownKeysOnly = (keys: Authenticator): Authenticator => ({
  authenticate(token): AuthenticationResult {
    if (parseKeyFile(token) !== token) return { ok: false, why: 'unknown' }
    return keys.authenticate(token)
  },
})

const noWebPages = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'Web pages cannot connect here.',
  suggestion: 'Connect with an AI client, through the stdio bridge of Gatehouse.',
})

const missing = () => ({ status: 404, error: new GatewayError('PROTOCOL.INVALID_REQUEST') })
