/** A gateway that responds to HTTP itself; the test responds over its multiplexed connection. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseRequestLine, type RequestMessage } from '@contract/local/multiplexed-message.js'
import { LineReader } from '@contract/text/line-reader.js'
import { type BridgeScene, environment, initialize, initialized, until } from './scene.js'

export interface ReceivedRequest {
  readonly way: 'http' | 'line'
  readonly id: unknown
  readonly method: string
  readonly head?: RequestMessage
}

export async function serveConnections(
  { profile, later }: Pick<BridgeScene, 'profile' | 'later'>,
  { givesLines = true } = {},
) {
  const taken: ReceivedRequest[] = []
  let line: Socket | undefined
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse((await text(request)) || '{}')
    if (request.method === 'POST') taken.push({ way: 'http', id, method })
    if (id === undefined) return void response.writeHead(request.method === 'GET' ? 405 : 202).end()
    const result = method === 'initialize' ? { protocolVersion: '2025-06-18' } : { way: 'http' }
    response.writeHead(200, { 'Content-Type': 'application/json', 'Mcp-Session-Id': 's1' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  const connectRequests: unknown[] = []
  server.on('connect', ({ url, headers }, socket) => {
    connectRequests.push([url, headers.authorization])
    socket.on('error', () => {})
    if (!givesLines) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    line = socket as Socket
    const lines = new LineReader(100_000_000)
    socket.on('data', (chunk: Buffer) => {
      for (const incoming of lines.push(chunk)) {
        const asking = incoming.kind === 'message' ? parseRequestLine(incoming.bytes.toString()) : undefined
        const { id, method } = JSON.parse(asking?.body || '{}')
        if (asking) taken.push({ way: 'line', id, method: method ?? 'gone', head: asking.head })
      }
    })
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  later(() => {
    line?.destroy()
    server.closeAllConnections()
    server.close()
  })
  const file = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'secret',
    pid: process.pid,
  }
  writeFileSync(join(profile(), 'gateway.json'), JSON.stringify(file), { mode: 0o600 })
  return {
    taken,
    connectRequests,
    breakLine: () => line?.destroy(),
    say: (said: string) => line?.write(said),
    /** The message with this id, once it has come. */
    async came(id: number | string) {
      await until(() => taken.some((one) => one.id === id))
      return taken.find((one) => one.id === id) as ReceivedRequest
    },
  }
}

export type MultiplexedGateway = Awaited<ReturnType<typeof serveConnections>>

/** @returns a bridge whose messages go over the connection */
export async function startOnConnection(
  { startRaw }: Pick<BridgeScene, 'startRaw'>,
  gateway: MultiplexedGateway,
  env = environment(),
) {
  const bridge = startRaw(env)
  bridge.send(initialize)
  await bridge.answer(0)
  bridge.send(initialized)
  let id = 1_000
  // Until the multiplexed connection is open, messages are sent over HTTP.
  await until(() => {
    bridge.send({ id: ++id, method: 'ping' })
    return gateway.taken.some(({ way }) => way === 'line')
  })
  return bridge
}
