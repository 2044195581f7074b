/**
 * Exchange: one request of a session and the response that waits for its answer.
 *
 * Answers with plain JSON where nothing comes before the answer, and becomes a stream where something does. A client
 * that hangs up gets no answer, so its call ends; one that can come back to its stream has a moment to do so.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import type { Clock } from '../../gateway/ports.js'
import type { Answer, Asked } from '../../http/exchange.js'
import type { EventHistory, EventId } from './event-history.js'
import { MessageStream } from './message-stream.js'

/** Milliseconds that a lost stream may be missing before its call ends. */
export const returnMs = 10_000

export interface ExchangeOptions {
  readonly sessionId: string
  /** Name of its stream within the session. */
  readonly name: string
  readonly history: EventHistory
  readonly clock: Clock
  /** Whether it begins the session: then an error names none. */
  readonly begins: boolean
  /** Called once, when it was answered or nobody would hear the answer. */
  readonly onEnd: () => void
  /** Called after that, when nobody would hear the answer. */
  readonly onLost: () => void
}

export class Exchange {
  readonly #options: ExchangeOptions
  readonly #streams: 'always' | 'for-news' | 'never'
  #response: Answer
  #stream: MessageStream | undefined
  #cancelReturn = (): void => {}
  #ended = false

  constructor(request: Asked, response: Answer, options: ExchangeOptions) {
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

  /** A message that comes before the answer; a client that takes no stream does not hear of it. */
  tell(message: JSONRPCMessage): void {
    if (this.#ended || this.#streams === 'never') return
    const text = JSON.stringify(message)
    const id = this.#options.history.keep(this.name, text)
    if (!this.#stream && !this.#response.destroyed) this.#openStream(this.#response)
    this.#stream?.send({ id, text })
  }

  answer(message: JSONRPCMessage): void {
    if (this.#ended) return
    const streams = this.#streams === 'always' || this.#stream !== undefined || this.#isAway
    if (streams) {
      this.tell(message)
      this.#stream?.end()
    } else this.#writeJson(message)
    this.#finish()
  }

  /** Ends without an answer, as a cancelled request does. */
  close(): void {
    if (this.#ended) return
    if (this.#stream) this.#stream.end()
    else if (!this.#response.headersSent) this.#response.writeHead(202).end()
    this.#finish()
  }

  /** Goes on over another connection, with what was missed. */
  resume(response: Answer, { stream, number }: EventId): void {
    const replaced = this.#response
    this.#response = response
    this.#cancelReturn()
    this.#openStream(response)
    replaced.destroy()
    for (const event of this.#options.history.after({ stream, number })) this.#stream?.send(event)
  }

  get #isAway(): boolean {
    return this.#response.destroyed
  }

  #openStream(response: Answer): void {
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

/** What the client takes: JSON, a stream, or both, which is what it should. */
function streamingOf({ headers: { accept = '*/*' } }: Asked): 'always' | 'for-news' | 'never' {
  if (accept.includes('text/event-stream')) {
    return accept.includes('application/json') || accept.includes('*/*') ? 'for-news' : 'always'
  }
  return 'never'
}
