/**
 * Sessions: who is who among the clients of the older dialect. See docs/protocol.md#mcp-legacy-sessions.
 *
 * Guards the isolation of sessions: a session is nothing but a name and a caller. Results and interim answers belong
 * to the HTTP exchange that asked; nothing that one session did is kept where another could look it up.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../contract/call.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type { AuthenticatedClient, Clock } from '../../gateway/ports.js'
import { callerOf } from '../../http/authenticated-client.js'
import { type PooledSession, SessionPool } from '../../http/session-pool.js'
import { plainName, untrusted } from '../../policy/untrusted-text.js'
import { RpcFailure, rpcCodes } from './message.js'

/** Nothing waits in a session: calls in flight keep their caller, and end without it. */
interface Session extends PooledSession {
  readonly caller: Caller
}

/** Who opens a session. */
export const newcomer = (authenticated: AuthenticatedClient): Caller =>
  callerOf(authenticated, { says: undefined, otherwise: 'An MCP client' })

export class Sessions {
  readonly #places: SessionPool<Session>

  constructor(clock: Clock) {
    this.#places = new SessionPool(clock)
  }

  /**
   * Opens a session for a client that says this of itself; its id cannot be guessed.
   *
   * @throws RpcFailure when other clients have all the sessions there may be
   */
  open(params: Readonly<Record<string, unknown>>, authenticated: AuthenticatedClient): string {
    const sessionId = randomUUID()
    const caller = callerOf(authenticated, { says: nameIn(params), otherwise: 'An MCP client', sessionId })
    const room = this.#places.take(sessionId, { clientId: authenticated.client.id, isIdle: true, caller }, () => {})
    if (room !== 'free') throw new RpcFailure(rpcCodes.notDone, noRoom)
    return sessionId
  }

  /** Who calls in a session; undefined when this client has no such session. */
  caller(sessionId: string, { client }: AuthenticatedClient): Caller | undefined {
    return this.#places.use(sessionId, client.id)?.caller
  }
}

const noRoom = new GatewayError('SYSTEM.RATE_LIMITED', {
  message: 'Other clients have all the sessions that there may be.',
  suggestion: 'Try again in a few minutes, or ask the owner to end programs that are not needed.',
})

/** What a client calls itself: the dialect leaves open where it says so. */
function nameIn(params: Readonly<Record<string, unknown>>): string | undefined {
  const { clientInfo, name, clientName } = params
  const given = [(clientInfo as { name?: unknown } | null | undefined)?.name, name, clientName]
  return plainName(untrusted(given.find((value) => typeof value === 'string'))) || undefined
}
