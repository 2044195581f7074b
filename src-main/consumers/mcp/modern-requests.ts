/**
 * Modern requests: those of revision 2026-07-28 that a bridge may still cancel with a reason.
 *
 * Closing the connection cancels, but does not say whether the client's timer ended the call: then it may come back. A
 * bridge says so first. Only the bridge that sent a request can cancel it: the id of its session is random.
 */
import { isObject } from '@contract/json/json-object.js'
import { parseSession, sessionHeader } from '@contract/local/client-session.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import type { RequestHead, ResponseWriter } from '../../network/http/exchange.js'
import { cancelledBy, reasonOf } from './json-rpc.js'

export interface ModernSession {
  readonly sessionId?: string
  /** Aborts when the bridge cancels the request. */
  readonly cancelled?: AbortSignal
}

export class ModernRequests {
  readonly #open = new Map<string, AbortController>()

  /** The session of a request, which can be cancelled until its response is closed. */
  begin(clientId: string, { headers }: RequestHead, body: unknown, response: ResponseWriter): ModernSession {
    const sessionId = parseSession(headers[sessionHeader])
    if (sessionId === undefined || !isObject(body) || body.id === undefined) return {}
    const key = JSON.stringify([clientId, sessionId, body.id])
    const cancelling = new AbortController()
    this.#open.set(key, cancelling)
    response.once('close', () => {
      if (this.#open.get(key) === cancelling) this.#open.delete(key)
    })
    return { sessionId, cancelled: cancelling.signal }
  }

  /** Handles the cancellation of a bridge; false for any other message. */
  cancel(clientId: string, { headers }: RequestHead, body: unknown): boolean {
    const sessionId = parseSession(headers[sessionHeader])
    const message = body as JSONRPCMessage
    const id = sessionId === undefined ? undefined : cancelledBy(message)
    if (id === undefined) return false
    this.#open.get(JSON.stringify([clientId, sessionId, id]))?.abort(reasonOf(message))
    return true
  }
}
