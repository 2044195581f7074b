/**
 * Stdio transport: MCP over the standard streams of a started program.
 *
 * Guards invariant 7: a message is bounded before parsing, invalid lines are logged, and a service that writes too fast
 * is paused. A call whose response was dropped fails at once.
 */
import { serviceError } from '@contract/service-error.js'
import { type Incoming, LineReader } from '@contract/text/line-reader.js'
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client'
import { nextTurn, Slices } from '@shared/turns.js'
import { FrameReader } from '../../../bridge/frame-reader.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { LogTail } from '../process/log-tail.js'
import type { ServiceProcess } from '../process/service-process.js'
import { droppedResponse, excessText, type MessageExcess, maxMessageLength, respondedTo } from './message-bounds.js'
import { maxBegin, readLine } from './program-output.js'

/** A message of at least this many bytes is parsed in one turn and handled in the next. */
const largeMessage = 256 * 1024
/** Messages in one turn, and the bytes that count as one more. */
const inOneTurn = { messages: 24, bytes: 12 * 1024 }

export interface StdioTransportOptions {
  readonly process: ServiceProcess
  readonly log: LogTail
  readonly framing?: 'newline' | 'content-length'
  /** It writes frames with a Content-Length, and no message before. */
  readonly onFrame?: () => void
}

export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: Transport['onmessage']
  /**
   * These two tell the SDK's client that the other side is a program: one that does not respond to the probe is of the
   * older era.
   */
  readonly stderr = null
  readonly pid: number | undefined
  readonly #options: StdioTransportOptions
  readonly #reader: { push(chunk: Buffer): Generator<Incoming> }
  /** Requests that were sent and have no response yet. */
  readonly #open = new Set<RequestId>()
  #closed = false
  #hasOutput = false
  #hasMessage = false
  #firstOdd: string | undefined

  constructor(options: StdioTransportOptions) {
    this.#options = options
    this.pid = options.process.pid
    this.#reader =
      options.framing === 'content-length' ? new FrameReader(maxMessageLength) : new LineReader(maxMessageLength)
  }

  /** What it wrote so far, for a person who has to find out why it is not ready. */
  get written(): 'nothing' | 'messages' | { readonly odd: string } {
    if (this.#hasMessage) return 'messages'
    return this.#hasOutput ? { odd: this.#firstOdd ?? '' } : 'nothing'
  }

  async start(): Promise<void> {
    const { process } = this.#options
    void this.#read()
    void process.exited.then(() => this.#end())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#options.process
    if (this.#closed || !stdin.writable) throw new Error('The service no longer accepts input.')
    this.#noteSent(message)
    const text = JSON.stringify(message)
    const framed =
      this.#options.framing === 'content-length'
        ? `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
        : `${text}\n`
    if (!stdin.write(framed)) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          stdin.off('drain', done)
          stdin.off('close', done)
          resolve()
        }
        stdin.once('drain', done)
        stdin.once('close', done)
      })
    }
  }

  /** @throws GatewayError 2002 when a process could not be ended */
  async close(): Promise<void> {
    this.#end()
    const left = await this.#options.process.stop()
    if (left.length > 0) throw stopFailure(left)
  }

  /** `for await` pauses the stream while messages are handled. */
  async #read(): Promise<void> {
    const slices = new Slices(inOneTurn.messages)
    try {
      for await (const chunk of this.#options.process.stdout) {
        this.#hasOutput = true
        for (const incoming of this.#reader.push(chunk as Buffer)) {
          if (this.#closed) return
          if (incoming.kind === 'message') await this.#handle(incoming.bytes)
          else this.#skipped(incoming)
          await slices.rest(incoming.kind === 'message' ? 1 + incoming.bytes.length / inOneTurn.bytes : 1)
        }
      }
    } catch {
      // The stream was destroyed; the caller that did so knows why.
    }
  }

  #skipped(incoming: Exclude<Incoming, { kind: 'message' }>): void {
    if (incoming.kind === 'unframed') {
      this.#firstOdd ??= '(output without Content-Length)'
      return this.#options.log.add('(output without Content-Length)')
    }
    this.#drop(incoming.head?.toString('latin1') ?? '', 'too-long')
  }

  async #handle(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    const text = bytes.toString('utf8')
    const { messages, other, excess } = readLine(text, (id) => this.#open.has(id))
    if (excess) return this.#drop(text.slice(text.indexOf('{')).slice(0, maxBegin), excess)
    if (other.trim() !== '') this.#odd(other)
    if (messages.length > 0 && bytes.length >= largeMessage) await nextTurn()
    for (const message of messages) this.#deliver(message)
  }

  /** Output that is no message. Before the first message it may say how the program frames its messages. */
  #odd(text: string): void {
    const { log, framing, onFrame } = this.#options
    log.add(text)
    this.#firstOdd ??= cleanText(text, maxShown)
    if (!this.#hasMessage && framing !== 'content-length' && isFrameHeader(text.trim())) onFrame?.()
  }

  #deliver(message: JSONRPCMessage): void {
    if (this.#closed) return
    this.#hasMessage = true
    if (!('method' in message) && message.id !== undefined) this.#open.delete(message.id)
    this.onmessage?.(message)
  }

  #drop(begin: string, excess: MessageExcess): void {
    this.#options.log.add(`(a message was dropped: ${excessText(excess)})`)
    this.onerror?.(new Error(excessText(excess)))
    const id = respondedTo(begin, this.#open)
    if (id !== undefined) this.#deliver(droppedResponse(id, excess))
  }

  #noteSent(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) this.#open.add(message.id)
    else if ('method' in message && message.method === 'notifications/cancelled') {
      const { requestId } = (message.params ?? {}) as { readonly requestId?: RequestId }
      if (requestId !== undefined) this.#open.delete(requestId)
    }
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.onclose?.()
  }
}

const stopFailure = (left: readonly number[]) =>
  serviceError(2002, { message: `Processes of the service still run: ${left.join(', ')}.`, details: { left } })

/** Characters of the first odd output that a failure quotes. */
const maxShown = 80

const isFrameHeader = (line: string): boolean => /^content-length *: *\d{1,15}$/i.test(line)
