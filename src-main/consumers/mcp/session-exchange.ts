/**
 * Exchange: one request of a session and its response.
 *
 * Responds with plain JSON, or with a stream when messages come before the response. When a client disconnects its call
 * ends; a client that can resume its stream has a short time to reconnect.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { RequestHead, ResponseWriter } from '../../network/http/exchange.js'
import type { EventHistory, EventId } from './event-history.js'
import { MessageStream } from './message-stream.js'

/** Milliseconds to resume a lost stream before its call ends. */
export const returnMs = 10_000

export interface ExchangeOptions {
  readonly sessionId: string
  /** Name of its stream within the session. */
  readonly name: string
  readonly history: EventHistory
  readonly clock: Clock
  /** Whether it starts the session: then an error names none. */
  readonly begins: boolean
  /** Called once, when the response was sent or the client has disconnected. */
  readonly onEnd: () => void
  /** Called after `onEnd`, when the client has disconnected. */
  readonly onLost: () => void
}

export class SessionExchange {
  readonly #options: ExchangeOptions
  readonly #streams: 'always' | 'for-news' | 'never'
  #response: ResponseWriter
  #stream: MessageStream | undefined
  #cancelReturn = (): void => {}
  #ended = false

  constructor(request: RequestHead, response: ResponseWriter, options: ExchangeOptions) {
    this.#options = options
    this.#response = response
    this.#streams = streamingOf(request)
    response.once('close', () => {
      if (!this.#stream) this.#lose()
    })
  }

  get name(): string {
    return this.#options.name
  }

  /** A message before the response; dropped for a client that accepts no stream. */
  writeMessage(message: JSONRPCMessage): void {
    if (this.#ended || this.#streams === 'never') return
    const text = JSON.stringify(message)
    const id = this.#options.history.keep(this.name, text)
    if (!this.#stream && !this.#response.destroyed) this.#openStream(this.#response)
    this.#stream?.send({ id, text })
  }

  answer(message: JSONRPCMessage): void {
    if (this.#ended) return
    const streams = this.#streams === 'always' || this.#stream !== undefined || this.#isDisconnected
    if (streams) {
      this.writeMessage(message)
      this.#stream?.end()
    } else this.#writeJson(message)
    this.#finish()
  }

  /** Ends without a response, as a cancelled request does. */
  close(): void {
    if (this.#ended) return
    if (this.#stream) this.#stream.end()
    else if (!this.#response.headersSent) this.#response.writeHead(202).end()
    this.#finish()
  }

  /** Resumes over another connection, with the missed messages. */
  resume(response: ResponseWriter, { stream, number }: EventId): void {
    const replaced = this.#response
    this.#response = response
    this.#cancelReturn()
    this.#openStream(response)
    replaced.destroy()
    for (const event of this.#options.history.after({ stream, number })) this.#stream?.send(event)
  }

  get #isDisconnected(): boolean {
    return this.#response.destroyed
  }

  #openStream(response: ResponseWriter): void {
    const { sessionId, clock } = this.#options
    this.#stream = new MessageStream(response, sessionId, clock, () => {
      if (response !== this.#response || this.#ended) return
      this.#stream = undefined
      this.#cancelReturn = clock.after(returnMs, () => this.#lose())
    })
  }

  #writeJson(message: JSONRPCMessage): void {
    const { begins, sessionId } = this.#options
    const body = JSON.stringify(message)
    this.#response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...(!(begins && 'error' in message) && { 'Mcp-Session-Id': sessionId }),
    })
    this.#response.end(body)
  }

  #lose(): void {
    if (this.#ended) return
    this.#finish()
    this.#options.onLost()
  }

  #finish(): void {
    this.#ended = true
    this.#cancelReturn()
    this.#options.onEnd()
  }
}

/** What the client accepts: JSON, a stream, or both, as it should. */
function streamingOf({ headers: { accept = '*/*' } }: RequestHead): 'always' | 'for-news' | 'never' {
  if (accept.includes('text/event-stream')) {
    return accept.includes('application/json') || accept.includes('*/*') ? 'for-news' : 'always'
  }
  return 'never'
}
