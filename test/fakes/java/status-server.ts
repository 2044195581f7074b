/** Status server model: the server list part of a game port, and what a hostile one sends instead. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const varInt = (value: number): Buffer => {
  const bytes: number[] = []
  for (let rest = value >>> 0; ; rest >>>= 7) {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    if (rest <= 0x7f) return Buffer.from(bytes)
  }
}

/** A packet with the status as text. */
export function statusPacket(text: string): Buffer {
  const bytes = Buffer.from(text)
  const body = Buffer.concat([varInt(0), varInt(bytes.length), bytes])
  return Buffer.concat([varInt(body.length), body])
}

export interface TcpModel {
  readonly port: number
  stop(): Promise<void>
}

/** A TCP server that does this with each connection. */
export async function tcpServer(accept: (socket: Socket) => void, port = 0): Promise<TcpModel> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    accept(socket)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

export interface StatusOptions {
  /** False for servers that close after the status. */
  readonly answersPing?: boolean
  readonly port?: number
}

/**
 * A game server as far as its listing: answers a status request, and a ping when it is asked.
 *
 * It closes when the first bytes are no handshake, as a game server does.
 *
 * @param listing an object, the text itself, or a function that finds either when it is asked
 */
export const statusServer = (
  listing: unknown,
  { answersPing = true, port = 0 }: StatusOptions = {},
): Promise<TcpModel> =>
  tcpServer((socket) => {
    let hasAsked = false
    socket.on('data', async (chunk) => {
      const isHandshake = chunk[1] === 0 && chunk.at(-1) === 0
      if (!hasAsked) {
        hasAsked = isHandshake
        if (!isHandshake) {
          socket.destroy()
          return
        }
        const said: unknown = typeof listing === 'function' ? await listing() : listing
        socket.write(statusPacket(typeof said === 'string' ? said : JSON.stringify(said)))
        if (!answersPing) socket.end()
        return
      }
      socket.write(chunk)
    })
  }, port)
