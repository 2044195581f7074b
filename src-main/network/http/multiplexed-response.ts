/**
 * Multiplexed response: the response of one exchange on a multiplexed connection, with the interface of an HTTP
 * response.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { ResponseMessage } from '@contract/local/multiplexed-message.js'
import type { ResponseWriter } from './exchange.js'

export interface FrameSender {
  readonly socket: { readonly localPort?: number | undefined; readonly writableLength: number }
  send(head: ResponseMessage, body: string): void
}

export class MultiplexedResponse implements ResponseWriter {
  readonly req: ResponseWriter['req']
  readonly #sender: FrameSender
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

  /** @param onEnd called once, when the response has ended */
  constructor(sender: FrameSender, exchange: number, onEnd: () => void) {
    this.#sender = sender
    this.#exchange = exchange
    this.#onEnd = onEnd
    this.req = sender
  }

  /** At most its own bytes: other exchanges may have filled the socket. */
  get writableLength(): number {
    return Math.min(this.#streamed, this.#sender.socket.writableLength)
  }

  /** Only the session header is sent. */
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

  /** The client has cancelled, or is disconnected. */
  destroy(): void {
    if (this.destroyed || this.writableEnded) return
    this.#send({ stream: 'ends' }, '')
    this.destroyed = true
    this.#close()
  }

  once(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener)
  }

  #send(head: Omit<ResponseMessage, 'exchange'>, body: string): void {
    if (!this.destroyed) this.#sender.send({ exchange: this.#exchange, ...head }, body)
  }

  /** Called in a microtask, as in HTTP: ending a response does not re-enter its writer. */
  #close(): void {
    this.#onEnd()
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener()
    })
  }
}
