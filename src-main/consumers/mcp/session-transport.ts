/**
 * Session transport: the messages of one legacy session over `node:http`. See docs/protocol.md#mcp-streams.
 *
 * The response to each request is sent on its POST; other messages go to the newest stream. No message is sent over two
 * streams.
 */
import { randomUUID } from 'node:crypto'
import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server'
import { Cancellation, ClientGone } from '../../gateway/ports/cancellation.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { RequestHead, ResponseWriter } from '../../network/http/exchange.js'
import type { HandleDirectly } from './direct-call.js'
import { EventHistory, parseEventId } from './event-history.js'
import { cancellationOf, cancelledBy, isRequest, reasonOf } from './json-rpc.js'
import { MessageStream } from './message-stream.js'
import { SessionExchange } from './session-exchange.js'

/** Maximum open streams of a session. */
const maxStreams = 16

/** Maximum pending requests of a session. */
const maxExchanges = 256

/** The first revision whose clients support an event without a message. */
const primedSince = '2025-11-25'

export type MessageReceipt = 'taken' | 'id-in-use' | 'too-many' | 'unknown-event'

export class SessionTransport implements Transport {
  readonly sessionId = randomUUID()
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  /** Called first with each request; returns whether it handles the request. */
  handleDirectly?: HandleDirectly
  readonly #clock: Clock
  readonly #onBegin: () => void
  readonly #history = new EventHistory()
  readonly #exchanges = new Map<string | number, SessionExchange>()
  /** Request id → call, for direct calls, which bypass `onmessage`. */
  readonly #direct = new Map<string | number, Cancellation>()
  /** Open streams by name, in the order in which they were opened. */
  readonly #streams = new Map<string, MessageStream>()
  /** Target of messages while no stream is open: the client that resumes this one. */
  #lastStream: string | undefined
  #named = 0
  #begun = false
  #closed = false

  /** @param onBegin called right before a successful `initialize` response; otherwise the session ends */
  constructor(clock: Clock, onBegin: () => void) {
    this.#clock = clock
    this.#onBegin = onBegin
  }

  /** Whether no request is pending and no stream is open. */
  get isIdle(): boolean {
    return this.#exchanges.size === 0 && this.#streams.size === 0
  }

  async start(): Promise<void> {}

  /** Handles one message of the client; only a request keeps the response. */
  post(request: RequestHead, response: ResponseWriter, message: JSONRPCMessage): MessageReceipt {
    if (!isRequest(message)) {
      response.writeHead(202).end()
      this.#receive(message)
      return 'taken'
    }
    const { id } = message
    if (this.#exchanges.has(id)) return 'id-in-use'
    if (this.#exchanges.size >= maxExchanges) return 'too-many'
    const exchange = new SessionExchange(request, response, {
      sessionId: this.sessionId,
      name: this.#nextName('request'),
      history: this.#history,
      clock: this.#clock,
      begins: !this.#begun,
      onEnd: () => {
        this.#exchanges.delete(id)
        if (!this.#begun) void this.close()
      },
      onLost: () => {
        const call = this.#direct.get(id)
        if (call) call.cancel(new ClientGone('disconnected'))
        else this.onmessage?.(cancellationOf(id))
      },
    })
    this.#exchanges.set(id, exchange)
    if (!this.#isHandledDirectly(id, message)) this.#receive(message)
    return 'taken'
  }

  /** Opens a stream for server messages, or resumes one. */
  listen(request: RequestHead, response: ResponseWriter): MessageReceipt {
    const lastEventId = request.headers['last-event-id']
    if (typeof lastEventId === 'string') return this.#resume(lastEventId, response)
    if (this.#streams.size >= maxStreams) return 'too-many'
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
      else this.#exchanges.get(related)?.writeMessage(message)
    } else if (message.id !== undefined) this.#respond(message.id, message)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    for (const exchange of this.#exchanges.values()) exchange.close()
    for (const stream of this.#streams.values()) stream.end()
    this.onclose?.()
    for (const call of this.#direct.values()) call.cancel(new ClientGone('disconnected'))
  }

  #isHandledDirectly(id: string | number, message: JSONRPCMessage): boolean {
    if (!this.handleDirectly) return false
    const call = new Cancellation()
    const isHandled = this.handleDirectly(message, this.sessionId, call, (response) => {
      if (this.#direct.get(id) === call) this.#direct.delete(id)
      // The request was cancelled, and its id may be in use by another request now.
      if (!call.isCancelled) this.#respond(id, response)
    })
    if (isHandled) this.#direct.set(id, call)
    return isHandled
  }

  #receive(message: JSONRPCMessage): void {
    this.onmessage?.(message)
    const cancelled = cancelledBy(message)
    if (cancelled === undefined) return
    this.#direct.get(cancelled)?.cancel(reasonOf(message))
    this.#exchanges.get(cancelled)?.close()
  }

  #respond(id: string | number, message: JSONRPCMessage): void {
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

  #resume(lastEventId: string, response: ResponseWriter): MessageReceipt {
    const from = parseEventId(lastEventId)
    if (!from || Number(from.stream.slice(1)) > this.#named) return 'unknown-event'
    const waiting = [...this.#exchanges.values()].find(({ name }) => name === from.stream)
    if (waiting) {
      waiting.resume(response, from)
      return 'taken'
    }
    const replaced = this.#streams.get(from.stream)
    if (!replaced && this.#streams.size >= maxStreams) return 'too-many'
    const stream = this.#openStream(from.stream, response)
    replaced?.end()
    for (const event of this.#history.after(from)) stream.send(event)
    if (isAnswered(from.stream)) stream.end()
    return 'taken'
  }

  #openStream(name: string, response: ResponseWriter): MessageStream {
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

/** Prefixes of stream names. */
const kinds = { request: 'r', stream: 's' } as const

/** Whether a stream without an open exchange belonged to a request: then nothing follows. */
const isAnswered = (name: string): boolean => name.startsWith(kinds.request)
