/**
 * One request limit: a connection has one request at a time (no HTTP pipelining).
 *
 * Enforces invariant 7: one packet can contain a thousand pipelined requests, which would all be served in one turn of
 * the event loop. Known clients do not use pipelining.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** @returns whether a request may be served; otherwise its connection is closed */
export function limitToOneRequest(): (request: IncomingMessage, response: ServerResponse) => boolean {
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
