/**
 * Sessions: identifies the clients of the legacy dialect. See docs/protocol.md#mcp-legacy-sessions.
 *
 * Session isolation: a session is only a name and a caller. Results and interim responses belong to their HTTP
 * exchange; nothing is stored where another session could read it.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { callerOf } from '../../network/http/authenticated-client.js'
import { type PooledSession, SessionPool } from '../../network/http/session-pool.js'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'
import { RpcFailure, rpcCodes } from './message.js'

/** A session is always idle: running calls keep their caller, and end without it. */
interface DialectSession extends PooledSession {
  readonly caller: Caller
}

/** Who opens a session. */
export const unidentifiedCaller = (authenticated: AuthenticatedClient): Caller =>
  callerOf(authenticated, { says: undefined, otherwise: 'An MCP client' })

export class Sessions {
  readonly #pool: SessionPool<DialectSession>

  constructor(clock: Clock) {
    this.#pool = new SessionPool(clock)
  }

  /**
   * Opens a session with an unguessable id for a client with this introduction.
   *
   * @throws RpcFailure when the session limit is reached
   */
  open(params: Readonly<Record<string, unknown>>, authenticated: AuthenticatedClient): string {
    const sessionId = randomUUID()
    const caller = callerOf(authenticated, { says: nameIn(params), otherwise: 'An MCP client', sessionId })
    const room = this.#pool.take(sessionId, { clientId: authenticated.client.id, isIdle: true, caller }, () => {})
    if (room !== 'free') throw new RpcFailure(rpcCodes.notDone, noRoom)
    return sessionId
  }

  /** The caller of a session; undefined when this client has no such session. */
  caller(sessionId: string, { client }: AuthenticatedClient): Caller | undefined {
    return this.#pool.use(sessionId, client.id)?.caller
  }
}

const noRoom = new GatewayError('SYSTEM.RATE_LIMITED', {
  message: 'Other clients use all available sessions.',
  suggestion: 'Try again in a few minutes, or ask the owner to close unused programs.',
})

/** The client's name: the dialect does not define where it is. */
function nameIn(params: Readonly<Record<string, unknown>>): string | undefined {
  const { clientInfo, name, clientName } = params
  const given = [(clientInfo as { name?: unknown } | null | undefined)?.name, name, clientName]
  return plainName(untrusted(given.find((value) => typeof value === 'string'))) || undefined
}
