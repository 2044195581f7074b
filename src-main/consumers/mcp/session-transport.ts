/**
 * Session transport: carries the messages of one session of the older era over `node:http`. See
 * docs/protocol.md#mcp-streams.
 *
 * Each request has the response of its own POST; what belongs to no request goes to the stream that was opened last. No
 * message goes over two streams, and what one stream carried is never told over another.
 */
import { randomUUID } from 'node:crypto'
import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server'
import type { Clock } from '../../gateway/ports.js'
import type { Answer, Asked } from '../../http/exchange.js'
import { EventHistory, parseEventId } from './event-history.js'
import { cancellationOf, cancelledBy, isRequest } from './json-rpc.js'
import { MessageStream } from './message-stream.js'
import { Exchange } from './session-exchange.js'

/** Streams a session may have open at once. */
const mostStreams = 16

/** Requests of a session that may wait for their answers at once. */
const mostExchanges = 256

/** The first revision whose clients know an event without a message. */
const primedSince = '2025-11-25'

export type Taken = 'taken' | 'id-in-use' | 'too-many' | 'unknown-event'

export class SessionTransport implements Transport {
  readonly sessionId = randomUUID()
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly #clock: Clock
  readonly #onBegin: () => void
  readonly #history = new EventHistory()
  readonly #exchanges = new Map<string | number, Exchange>()
  /** Open streams by name, in the order in which they were opened. */
  readonly #streams = new Map<string, MessageStream>()
  /** Where a message goes while no stream is open: to whoever comes back to this one. */
  #lastStream: string | undefined
  #named = 0
  #begun = false
  #closed = false

  /** @param onBegin called right before `initialize` is answered with a result; the session ends by itself when it is not */
  constructor(clock: Clock, onBegin: () => void) {
    this.#clock = clock
    this.#onBegin = onBegin
  }

  /** Whether nothing waits for an answer and nobody listens. */
  get isIdle(): boolean {
    return this.#exchanges.size === 0 && this.#streams.size === 0
  }

  async start(): Promise<void> {}

  /** Takes one message of the client; only a request keeps the response. */
  post(request: Asked, response: Answer, message: JSONRPCMessage): Taken {
    if (!isRequest(message)) {
      response.writeHead(202).end()
      this.#hear(message)
      return 'taken'
    }
    const { id } = message
    if (this.#exchanges.has(id)) return 'id-in-use'
    if (this.#exchanges.size >= mostExchanges) return 'too-many'
    const exchange = new Exchange(request, response, {
      sessionId: this.sessionId,
      name: this.#nextName('request'),
      history: this.#history,
      clock: this.#clock,
      begins: !this.#begun,
      onEnd: () => {
        this.#exchanges.delete(id)
        if (!this.#begun) void this.close()
      },
      onLost: () => this.onmessage?.(cancellationOf(id)),
    })
    this.#exchanges.set(id, exchange)
    this.#hear(message)
    return 'taken'
  }

  /** Opens a stream for what belongs to no request, or goes on with one that was lost. */
  listen(request: Asked, response: Answer): Taken {
    const lastEventId = request.headers['last-event-id']
    if (typeof lastEventId === 'string') return this.#resume(lastEventId, response)
    if (this.#streams.size >= mostStreams) return 'too-many'
    const name = this.#nextName('stream')
    const stream = this.#openStream(name, response)
    const version = request.headers['mcp-protocol-version']
    if (typeof version === 'string' && version >= primedSince) stream.prime(this.#history.keep(name))
    return 'taken'
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      const related = options?.relatedRequestId
      if (related === undefined) this.#announce(message)
      else this.#exchanges.get(related)?.tell(message)
    } else if (message.id !== undefined) this.#answer(message.id, message)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    for (const exchange of this.#exchanges.values()) exchange.close()
    for (const stream of this.#streams.values()) stream.end()
    this.onclose?.()
  }

  #hear(message: JSONRPCMessage): void {
    this.onmessage?.(message)
    const cancelled = cancelledBy(message)
    if (cancelled !== undefined) this.#exchanges.get(cancelled)?.close()
  }

  #answer(id: string | number, message: JSONRPCMessage): void {
    const exchange = this.#exchanges.get(id)
    if (!exchange) return
    if (!this.#begun && 'result' in message) {
      this.#begun = true
      this.#onBegin()
    }
    exchange.answer(message)
  }

  #announce(message: JSONRPCMessage): void {
    const name = [...this.#streams.keys()].at(-1) ?? this.#lastStream
    if (name === undefined) return
    const text = JSON.stringify(message)
    const id = this.#history.keep(name, text)
    this.#streams.get(name)?.send({ id, text })
  }

  #resume(lastEventId: string, response: Answer): Taken {
    const from = parseEventId(lastEventId)
    if (!from || Number(from.stream.slice(1)) > this.#named) return 'unknown-event'
    const waiting = [...this.#exchanges.values()].find(({ name }) => name === from.stream)
    if (waiting) {
      waiting.resume(response, from)
      return 'taken'
    }
    const replaced = this.#streams.get(from.stream)
    if (!replaced && this.#streams.size >= mostStreams) return 'too-many'
    const stream = this.#openStream(from.stream, response)
    replaced?.end()
    for (const event of this.#history.after(from)) stream.send(event)
    if (isAnswered(from.stream)) stream.end()
    return 'taken'
  }

  #openStream(name: string, response: Answer): MessageStream {
    const stream = new MessageStream(response, this.sessionId, this.#clock, () => {
      if (this.#streams.get(name) === stream) this.#streams.delete(name)
    })
    if (isAnswered(name)) return stream
    this.#streams.delete(name)
    this.#streams.set(name, stream)
    this.#lastStream = name
    return stream
  }

  #nextName(kind: keyof typeof kinds): string {
    this.#named += 1
    return `${kinds[kind]}${this.#named}`
  }
}

/** First letters of the names of streams. */
const kinds = { request: 'r', stream: 's' } as const

/** Whether a stream without an open exchange belonged to a request: then nothing comes any more. */
const isAnswered = (name: string): boolean => name.startsWith(kinds.request)
