/**
 * One at a time: a connection has one request, and the next one only when it was answered.
 *
 * Guards invariant 7: a packet holds a thousand requests that nobody waits for the answers of, and all of them would be
 * served in one turn of the event loop. No client of ours sends the next request before the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** @returns whether a request may be served; its connection is ended where it may not */
export function oneAtATime(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const busy = new WeakSet<Socket>()
  return ({ socket }, response) => {
    if (busy.has(socket)) {
      socket.destroy()
      return false
    }
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
    return true
  }
}
