/**
 * Stdio transport: MCP over the standard streams of a started program.
 *
 * Guards invariant 7: a message is bounded before parsing, invalid lines are logged, and a service that writes too fast
 * is paused. A call whose response was dropped fails at once.
 */
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client'
import { FrameReader } from '../../../bridge/frame-reader.js'
import type { Incoming } from '../../../bridge/incoming.js'
import { LineReader } from '../../../bridge/line-reader.js'
import type { LogTail } from '../process/log-tail.js'
import type { ServiceProcess } from '../process/service-process.js'
import {
  droppedResponse,
  excessOf,
  excessText,
  type MessageExcess,
  maxMessageLength,
  respondedTo,
} from './message-bounds.js'
import { MessageTurns, nextTurn } from './message-turns.js'

/** A message of at least this many bytes is parsed in one turn and handled in the next. */
const largeMessage = 256 * 1024

export interface StdioTransportOptions {
  readonly process: ServiceProcess
  readonly log: LogTail
  readonly framing?: 'newline' | 'content-length'
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

  constructor(options: StdioTransportOptions) {
    this.#options = options
    this.pid = options.process.pid
    this.#reader =
      options.framing === 'content-length' ? new FrameReader(maxMessageLength) : new LineReader(maxMessageLength)
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

  async close(): Promise<void> {
    this.#end()
    await this.#options.process.stop()
  }

  /** `for await` pauses the stream while messages are handled. */
  async #read(): Promise<void> {
    const turns = new MessageTurns()
    try {
      for await (const chunk of this.#options.process.stdout) {
        for (const incoming of this.#reader.push(chunk as Buffer)) {
          if (this.#closed) return
          if (incoming.kind === 'message') await this.#handle(incoming.bytes)
          else this.#skipped(incoming)
          await turns.handled(incoming.kind === 'message' ? incoming.bytes.length : 0)
        }
      }
    } catch {
      // The stream was destroyed; the caller that did so knows why.
    }
  }

  #skipped(incoming: Exclude<Incoming, { kind: 'message' }>): void {
    if (incoming.kind === 'unframed') return this.#options.log.add('(output without Content-Length)')
    this.#drop(incoming.head?.toString('latin1') ?? '', 'too-long')
  }

  async #handle(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    const text = bytes.toString('utf8')
    const begin = text.slice(0, maxBegin)
    if (begin.trimStart().startsWith('{')) {
      const excess = excessOf(text)
      if (excess) return this.#drop(begin, excess)
      const message = parsed(text)
      if (message) {
        if (bytes.length >= largeMessage) await nextTurn()
        return this.#deliver(message)
      }
    }
    if (begin.trim() !== '') this.#options.log.add(begin)
  }

  #deliver(message: JSONRPCMessage): void {
    if (this.#closed) return
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

/** Maximum logged characters of output that is not a message. */
const maxBegin = 1_000

/** Parses a text within the limits; undefined when it is not a message. */
export const messageIn = (text: string): JSONRPCMessage | undefined =>
  !text.trimStart().startsWith('{') || excessOf(text) ? undefined : parsed(text)

function parsed(text: string): JSONRPCMessage | undefined {
  try {
    const value = JSON.parse(text) as { jsonrpc?: unknown }
    return value.jsonrpc === '2.0' ? (value as JSONRPCMessage) : undefined
  } catch {
    return undefined
  }
}
