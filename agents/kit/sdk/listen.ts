/**
 * Agent listener: the port at which gateways connect.
 *
 * Unknown clients never keep a gateway out: a connection that has not registered counts for a budget of its own
 * (`network/connection-limits.ts`) and is closed after some seconds.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { maxFrameBytes } from '@contract/frames.js'
import { type WebSocket, WebSocketServer } from 'ws'
import { limitConnections } from '../../../src-main/network/limited-server.js'
import { socketLimits } from '../../../src-main/network/socket-limits.js'

/** `withKey`: registered gateways. */
const connectionLimits = { withoutKey: 64, waiting: 256, withKey: { each: 16, all: 16 } }
/** Milliseconds from the connection to the registration. */
export const registerTimeoutMs = 5_000
/** Milliseconds after which the system tests whether a silent gateway is still there. */
const keepAliveMs = 30_000

export interface AgentListener {
  readonly port: number
  close(): Promise<void>
}

/**
 * @param onConnection gets the function that gives the connection the place of a gateway; false when all are taken
 * @throws Error with a sentence; `code` and `cause` are the system's
 */
export async function openAgentListener(
  host: string,
  port: number,
  onConnection: (socket: WebSocket, occupyPlace: () => boolean) => void,
): Promise<AgentListener> {
  const http = createServer(
    {
      headersTimeout: registerTimeoutMs,
      requestTimeout: registerTimeoutMs,
      connectionsCheckingInterval: 1_000,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
    },
    (_request, response) => response.writeHead(426, { Connection: 'close' }).end(),
  )
  const limits = limitConnections(http, connectionLimits, () => {})
  const gateways = new WebSocketServer({
    noServer: true,
    ...socketLimits(maxFrameBytes),
    // Only web browsers send an Origin: a web page may not connect to an agent.
    verifyClient: ({ req }: { req: IncomingMessage }) =>
      req.headers.origin === undefined && req.headers['sec-websocket-origin'] === undefined,
  })
  http.on('upgrade', (request, duplex, head) => {
    duplex.on('error', () => duplex.destroy())
    const registration = setTimeout(() => duplex.destroy(), registerTimeoutMs)
    duplex.once('close', () => clearTimeout(registration))
    gateways.handleUpgrade(request, duplex, head, (socket) =>
      onConnection(socket, () => {
        const isWithinLimit = limits.admit(duplex as Socket, 'gateways') === 'free'
        if (isWithinLimit) clearTimeout(registration)
        return isWithinLimit
      }),
    )
  })
  await listen(http, host, port)
  return {
    port: (http.address() as AddressInfo).port,
    async close() {
      limits.stop()
      for (const socket of gateways.clients) socket.terminate()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw Object.assign(new Error(whyNot(code, host, port) ?? message, { cause }), { code })
  }
}

function whyNot(code: string | undefined, host: string, port: number): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use, perhaps by another agent. Choose another port, or 0 for a free one.`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose a port above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this computer.`
  return undefined
}
