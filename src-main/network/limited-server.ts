/**
 * Limited server: an HTTP server that counts connections before reading from them.
 *
 * Enforces invariant 7 for every loopback listener (`connection-limits.ts`): unauthenticated connections have a budget
 * of their own, so they never lock out authenticated clients.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type ConnectionBudget, ConnectionLimits } from './connection-limits.js'

/**
 * Must be called before the server gets other listeners.
 *
 * @param onClosed called with the number of closed unauthenticated connections
 */
export function limitConnections(
  server: Server,
  budget: ConnectionBudget,
  onClosed: (count: number) => void,
): ConnectionLimits<Socket> {
  const [begin] = server.listeners('connection')
  const connections = new ConnectionLimits<Socket>({
    budget,
    serve(socket) {
      if (socket.destroyed) return
      begin?.call(server, socket)
      socket.resume()
    },
    nextTurn: setImmediate,
    onClosed,
  })
  // A socket is not read until it is its turn.
  Object.assign(server, { pauseOnConnect: true })
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    connections.opened(socket)
  })
  return connections
}
