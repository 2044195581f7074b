/** Multiplexed client: a multiplexed connection to the gateway, as the stdio bridge opens one, with access to every message. */
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { Socket } from 'node:net'
import {
  connectTarget,
  parseResponseLine,
  type RequestMessage,
  type ResponseMessage,
  serializeLine,
} from '@contract/local/multiplexed-message.js'
import { LineReader } from '@contract/text/line-reader.js'
import { until } from '../fixtures/until.js'

export interface ReceivedMessage extends ResponseMessage {
  readonly body: string
}

/** Requests a connection with `CONNECT`; the caller must destroy the socket. */
export function requestConnection(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  path = connectTarget,
): ClientRequest {
  const { hostname: host, port } = new URL(endpoint)
  return request({ host, port, method: 'CONNECT', path, headers, agent: false }).end()
}

export class MultiplexedClient {
  readonly messages: ReceivedMessage[] = []
  closed = false
  readonly #socket: Socket
  #last = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    const lines = new LineReader(100_000_000)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.closed = true
    })
    socket.on('data', (chunk) => {
      for (const incoming of lines.push(chunk)) {
        const line = incoming.kind === 'message' ? incoming.bytes.toString() : incoming.kind
        const { head, body } = parseResponseLine(line) ?? { head: { exchange: -1 }, body: line }
        this.messages.push({ ...head, body })
      }
    })
  }

  static async open(endpoint: string, token: string): Promise<MultiplexedClient> {
    const [, socket] = await once(requestConnection(endpoint, { authorization: `Bearer ${token}` }), 'connect')
    return new MultiplexedClient(socket)
  }

  /** @returns the number of the exchange */
  send(message: object | string, head: Partial<RequestMessage> = {}): number {
    this.#last += 1
    const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })
    this.write(serializeLine({ exchange: this.#last, ...head }, body))
    return this.#last
  }

  write(text: string): void {
    this.#socket.write(text)
  }

  /** The messages of an exchange, once there are `count` of them. */
  async received(exchange: number, count = 1): Promise<ReceivedMessage[]> {
    const received = () => this.messages.filter((said) => said.exchange === exchange)
    await until(() => received().length >= count)
    return received()
  }

  async answer(message: object | string, head: Partial<RequestMessage> = {}) {
    const [said] = await this.received(this.send(message, head))
    return { ...said, message: said?.body ? JSON.parse(said.body) : undefined }
  }

  close(): void {
    this.#socket.destroy()
  }
}
