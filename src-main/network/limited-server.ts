/**
 * Limited server: an HTTP server whose connections are counted before anything is read from them.
 *
 * Enforces invariant 7 for every loopback listener in one way (`connection-limits.ts`): connections without a key have a
 * budget of their own, where the oldest goes, so that nobody without a key keeps out who has one.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type ConnectionBudget, ConnectionLimits } from './connection-limits.js'

/**
 * Must be called before the server gets listeners of its own.
 *
 * @param onClosed called with how many connections without a key were closed
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
  // A socket reads nothing until it is its turn to be served.
  Object.assign(server, { pauseOnConnect: true })
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    connections.opened(socket)
  })
  return connections
}
