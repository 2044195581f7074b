/**
 * Listener: the port at which games connect. See docs/protocol.md#bedrock-connection.
 *
 * Enforces invariant 7: loopback unless the owner chose the network; connections are few, and must upgrade soon. Of too
 * many pending ones the oldest is closed. Only those that upgrade count for the rate of their address, so silent ones
 * keep no game out. Connections with an `Origin` (web pages) are refused.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { RecentMap } from '@shared/recent-map.js'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../gateway/ports/runtime.js'
import { limitConnections } from '../../network/limited-server.js'
import { socketLimits } from '../../network/socket-limits.js'
import { type Bucket, take } from '../../policy/limits/rate.js'
import { maxFrameBytes } from './wire/frame.js'

/** The subprotocol that games request; some old versions close the connection without it. */
const subprotocol = 'com.microsoft.minecraft.wsencrypt'
/** Connection limits. `withKey`: upgraded connections, which wait for the owner or were accepted. */
const maxSockets = { withoutKey: 32, waiting: 64, withKey: { each: 32, all: 32 } }
const upgradeTimeoutMs = 5_000
/** Rate limit of games per address: each costs a key exchange. */
const connectionsOfAddress = { requests: 120, period: 'minute' } as const
/** Maximum tracked addresses; the least recently used is dropped. */
const maxAddresses = 1_000
/** Number of ports to try. */
const portsTried = 20

export interface ListenerOptions {
  readonly host: string
  /** A free port when 0. */
  readonly port: number
  readonly clock: Pick<Clock, 'elapsed'>
  readonly onGame: (socket: WebSocket, address: string) => void
}

export interface BedrockListener {
  readonly port: number
  close(): Promise<void>
}

/** @throws Error with a `code`, such as EADDRINUSE */
export async function openListener({ host, port, clock, onGame }: ListenerOptions): Promise<BedrockListener> {
  const http = createServer({ requestTimeout: upgradeTimeoutMs, headersTimeout: upgradeTimeoutMs }, (_request, reply) =>
    reply.writeHead(426, { Connection: 'close' }).end(),
  )
  const connections = limitConnections(http, maxSockets, () => {})
  const games = new WebSocketServer({
    noServer: true,
    ...socketLimits(maxFrameBytes),
    // One frame per turn of the event loop: a chunk with thousands of frames does not block others.
    allowSynchronousEvents: false,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  })
  const sockets = new Set<Socket>()
  const buckets = new RecentMap<string, Bucket>(maxAddresses)
  function isTooOften(address: string): boolean {
    const { allowed, bucket } = take(connectionsOfAddress, buckets.get(address), clock.elapsed())
    buckets.set(address, bucket)
    return !allowed
  }
  http.prependListener('connection', (socket) => {
    sockets.add(socket)
    // The HTTP request timeouts do not apply to a socket that sends nothing.
    socket.setTimeout(upgradeTimeoutMs, () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  })
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (request.headers.origin !== undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    const plain = socket as Socket
    if (isTooOften(addressOf(plain))) return void socket.destroy()
    if (connections.admit(plain, 'games') !== 'free') return void socket.destroy()
    plain.setTimeout(0)
    games.handleUpgrade(request, socket, head, (game) => onGame(game, addressOf(plain)))
  })
  await listening(http, host, port)
  const address = http.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** A free port after `port`; undefined when none is found. */
export async function freePortAfter(host: string, port: number): Promise<number | undefined> {
  for (let next = port + 1; next <= Math.min(65_535, port + portsTried); next++) {
    const probe = createServer()
    try {
      await listening(probe, host, next)
      await new Promise((resolve) => probe.close(resolve))
      return next
    } catch {
      // In use: try the next one.
    }
  }
  return undefined
}

const listening = (server: Server, host: string, port: number): Promise<unknown> =>
  once(server.listen({ host, port, exclusive: true }), 'listening')

const addressOf = (socket: Socket): string => (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/u, '')
