/** The model of an endpoint server behind a real WebSocket, on loopback. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { type EndpointConnection, EndpointModel, type ModelOptions } from './endpoint-model.js'

export interface EndpointServer {
  readonly model: EndpointModel
  /** With the token. */
  readonly address: string
  /** Close codes that the tool provider sent. */
  readonly closeCodes: number[]
  /** Resolves with the next connection that gets requests. */
  connected(): Promise<void>
  /** Cuts every connection without a close frame. */
  cut(): void
  close(): Promise<void>
}

export async function openEndpointServer(options: ModelOptions): Promise<EndpointServer> {
  const model = new EndpointModel(options)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/mcp_endpoint/mcp/' })
  await once(server, 'listening')
  const sockets = new Map<WebSocket, EndpointConnection>()
  const closeCodes: number[] = []
  const waiting: (() => void)[] = []
  server.on('connection', (socket, request) => {
    const wire: EndpointConnection = {
      // As mcp_pipe.py ends its frames.
      send: (text) => socket.send(`${text}\n`),
      close: (code, reason) => socket.close(code, reason),
    }
    sockets.set(socket, wire)
    socket.on('message', (data) => model.receive(wire, `${data as Buffer}`))
    socket.on('close', (code) => {
      sockets.delete(socket)
      closeCodes.push(code)
      model.closed(wire)
    })
    model.accept(wire, new URL(request.url ?? '', 'ws://endpoint').searchParams.get('token'))
    if (model.isCurrent(wire)) for (const resolve of waiting.splice(0)) resolve()
  })
  const { port } = server.address() as AddressInfo
  return {
    ...{ model, closeCodes },
    address: `ws://127.0.0.1:${port}/mcp_endpoint/mcp/?token=${encodeURIComponent(options.token)}`,
    connected: () => (model.isRegistered ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    cut() {
      for (const [socket] of sockets) socket.terminate()
    },
    async close() {
      for (const socket of sockets.keys()) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
