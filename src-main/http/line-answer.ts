/** Line answer: the response of one exchange on a line, written as a handler writes one of HTTP. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { Answering } from '../contract/gateway-line.js'
import type { Answer } from './exchange.js'

export interface LineEnd {
  readonly socket: { readonly localPort?: number | undefined; readonly writableLength: number }
  send(head: Answering, body: string): void
}

export class LineAnswer implements Answer {
  readonly req: Answer['req']
  readonly #line: LineEnd
  readonly #exchange: number
  readonly #onEnd: () => void
  readonly #listeners: (() => void)[] = []
  #status = 200
  #session: string | undefined
  #isStream = false
  #streamed = 0
  headersSent = false
  writableEnded = false
  destroyed = false

  /** @param onEnd called once, when nothing comes any more */
  constructor(line: LineEnd, exchange: number, onEnd: () => void) {
    this.#line = line
    this.#exchange = exchange
    this.#onEnd = onEnd
    this.req = line
  }

  /** Never more than it has written itself: what others wait with is not its fault. */
  get writableLength(): number {
    return Math.min(this.#streamed, this.#line.socket.writableLength)
  }

  /** A line carries no header but that of the session. */
  setHeader(): this {
    return this
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
    const { 'Mcp-Session-Id': session, 'Content-Type': type } = headers
    this.#status = status
    this.#session = typeof session === 'string' ? session : undefined
    this.#isStream = type === 'text/event-stream'
    return this
  }

  flushHeaders(): void {
    if (this.headersSent || this.destroyed) return
    this.headersSent = true
    this.#send({ status: this.#status, session: this.#session, stream: 'begins' }, '')
  }

  write(text: string): void {
    this.flushHeaders()
    this.#streamed += text.length
    this.#send({ stream: 'goes-on' }, JSON.stringify(text))
  }

  end(body = ''): void {
    if (this.writableEnded || this.destroyed) return
    if (this.#isStream) this.#send({ stream: 'ends' }, '')
    else this.#send({ status: this.#status, session: this.#session }, body)
    this.headersSent = true
    this.writableEnded = true
    this.#close()
  }

  /** Who asked has hung up, or is hung up on. */
  destroy(): void {
    if (this.destroyed || this.writableEnded) return
    this.#send({ stream: 'ends' }, '')
    this.destroyed = true
    this.#close()
  }

  once(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener)
  }

  #send(head: Omit<Answering, 'exchange'>, body: string): void {
    if (!this.destroyed) this.#line.send({ exchange: this.#exchange, ...head }, body)
  }

  /** Told later, as those of HTTP are: who ends an answer is not interrupted by its end. */
  #close(): void {
    this.#onEnd()
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener()
    })
  }
}
