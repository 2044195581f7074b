/**
 * Sessions: who is who among the clients of the older dialect. Specification 3, section 6.3.
 *
 * Guards the isolation of sessions: a session is nothing but a name and a caller. Results and interim answers belong
 * to the HTTP exchange that asked; nothing that one session did is kept where another could look it up.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../contract/call.js'
import { cleanText } from '../../policy/untrusted-text.js'

/** Sessions at once; the one unused longest goes first. */
const mostSessions = 256

/** Who calls without a session. */
export const anonymous: Caller = { type: 'model', id: 'mcp-legacy:unknown', name: 'An MCP client' }

export class Sessions {
  readonly #callers = new Map<string, Caller>()

  /** Opens a session for a client that says this of itself; its id cannot be guessed. */
  open(params: Readonly<Record<string, unknown>>): string {
    const sessionId = randomUUID()
    const name = nameIn(params)
    this.#callers.set(sessionId, {
      ...anonymous,
      ...(name !== undefined && { id: `mcp-legacy:${name}`, name }),
      sessionId,
    })
    const [oldest] = this.#callers.keys()
    if (this.#callers.size > mostSessions && oldest !== undefined) this.#callers.delete(oldest)
    return sessionId
  }

  /** Who calls in a session; undefined when there is no such session. */
  caller(sessionId: string): Caller | undefined {
    const caller = this.#callers.get(sessionId)
    if (!caller) return undefined
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
