/** Raw WebSocket: the client's end of a connection, written by hand, so that it can leave frames and messages unfinished. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface FrameOptions {
  /** Whether it is the last of its message. */
  readonly final?: boolean
  /** Bytes that its head announces; its own length when left out. */
  readonly announced?: number
  /** Whether it is a client's; a server masks nothing. */
  readonly masked?: boolean
}

/** A frame whose mask is zero: what it carries is its bytes as they are. */
export function webSocketFrame(opcode: number, payload: string | Buffer = '', options: FrameOptions = {}): Buffer {
  const bytes = Buffer.from(payload as string)
  const { final = true, announced = bytes.length, masked = true } = options
  const first = (final ? 0x80 : 0) | opcode
  const mask = masked ? 0x80 : 0
  const length =
    announced < 126
      ? Buffer.from([mask | announced])
      : announced < 65_536
        ? Buffer.from([mask | 126, announced >> 8, announced & 255])
        : longLength(mask, announced)
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(masked ? 4 : 0), bytes])
}

function longLength(mask: number, announced: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes[0] = mask | 127
  bytes.writeBigUInt64BE(BigInt(announced), 1)
  return bytes
}

/** Asks for an upgrade. @returns whether it was granted; the socket is ready for frames then */
export function upgrade(socket: Socket, host: string, headers: readonly string[] = [], path = '/'): Promise<boolean> {
  const key = randomBytes(16).toString('base64')
  const head = [
    ...[`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket'],
    ...[`Sec-WebSocket-Key: ${key}`, 'Sec-WebSocket-Version: 13', ...headers],
  ]
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(`${data}`.startsWith('HTTP/1.1 101')))
    socket.once('close', () => resolve(false))
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
  })
}
