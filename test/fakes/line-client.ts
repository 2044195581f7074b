/** A line to the door, as the stdio bridge has one; what is sent and what comes lies open. */
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { Socket } from 'node:net'
import {
  type Answering,
  type Asking,
  answeringIn,
  LineSplitter,
  lineOf,
  lineTarget,
} from '../../src-main/contract/gateway-line.js'
import { until } from '../fixtures/until.js'

export interface Said extends Answering {
  readonly body: string
}

/** Knocks with `CONNECT`; who knocks must destroy what comes of it. */
export function knockForLine(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  path = lineTarget,
): ClientRequest {
  const { hostname: host, port } = new URL(endpoint)
  return request({ host, port, method: 'CONNECT', path, headers, agent: false }).end()
}

export class LineClient {
  readonly said: Said[] = []
  closed = false
  readonly #socket: Socket
  #last = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    const splitter = new LineSplitter(100_000_000)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.closed = true
    })
    socket.on('data', (chunk) => {
      for (const line of splitter.push(chunk)) {
        const { head, body } = answeringIn(line) ?? { head: { exchange: -1 }, body: line }
        this.said.push({ ...head, body })
      }
    })
  }

  static async open(endpoint: string, token: string): Promise<LineClient> {
    const [, socket] = await once(knockForLine(endpoint, { authorization: `Bearer ${token}` }), 'connect')
    return new LineClient(socket)
  }

  /** @returns the number of the exchange */
  send(message: object | string, head: Partial<Asking> = {}): number {
    this.#last += 1
    const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })
    this.write(lineOf({ exchange: this.#last, ...head }, body))
    return this.#last
  }

  write(text: string): void {
    this.#socket.write(text)
  }

  /** What was said in an exchange, when there is so much of it. */
  async received(exchange: number, count = 1): Promise<Said[]> {
    const received = () => this.said.filter((said) => said.exchange === exchange)
    await until(() => received().length >= count)
    return received()
  }

  async answer(message: object | string, head: Partial<Asking> = {}) {
    const [said] = await this.received(this.send(message, head))
    return { ...said, message: said?.body ? JSON.parse(said.body) : undefined }
  }

  close(): void {
    this.#socket.destroy()
  }
}
