/**
 * Sessions: who is who among the clients of the older dialect. Specification 3, section 6.3.
 *
 * Guards the isolation of sessions: a session is nothing but a name and a caller. Results and interim answers belong
 * to the HTTP exchange that asked; nothing that one session did is kept where another could look it up.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../contract/call.js'
import type { Visitor } from '../../gateway/ports.js'
import { callerOf } from '../../http/visitor.js'
import { cleanText } from '../../policy/untrusted-text.js'

/** Sessions at once; the one unused longest goes first. */
const mostSessions = 256

/** Who calls without a session. */
export const anonymous = (visitor: Visitor): Caller =>
  callerOf(visitor, { says: undefined, otherwise: 'An MCP client' })

export class Sessions {
  readonly #callers = new Map<string, Caller>()

  /** Opens a session for a client that says this of itself; its id cannot be guessed. */
  open(params: Readonly<Record<string, unknown>>, visitor: Visitor): string {
    const sessionId = randomUUID()
    this.#callers.set(sessionId, callerOf(visitor, { says: nameIn(params), otherwise: 'An MCP client', sessionId }))
    const [oldest] = this.#callers.keys()
    if (this.#callers.size > mostSessions && oldest !== undefined) this.#callers.delete(oldest)
    return sessionId
  }

  /** Who calls in a session; undefined when this client has no such session. */
  caller(sessionId: string, { client }: Visitor): Caller | undefined {
    const caller = this.#callers.get(sessionId)
    if (caller?.id !== client.id) return undefined
    this.#callers.delete(sessionId)
    this.#callers.set(sessionId, caller)
    return caller
  }

  close(): void {
    this.#callers.clear()
  }
}

/** What a client calls itself: the specification leaves open where it says so. */
function nameIn(params: Readonly<Record<string, unknown>>): string | undefined {
  const { clientInfo, name, clientName } = params
  const given = [(clientInfo as { name?: unknown } | null | undefined)?.name, name, clientName]
  const text = given.find((value): value is string => typeof value === 'string')
  return cleanText(text ?? '', 64).trim() || undefined
}
