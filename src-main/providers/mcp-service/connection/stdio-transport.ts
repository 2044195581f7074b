/**
 * Stdio transport: MCP over the streams of a program that we started.
 *
 * Guards invariant 7: a message is bounded before it is parsed, lines that are no message go to the log, and a service that
 * writes faster than it is read waits.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { FrameReader } from '../../../bridge/frame-reader.js'
import type { Incoming } from '../../../bridge/framing.js'
import { LineReader } from '../../../bridge/line-reader.js'
import { deepestMessage, isDeeperThan } from '../../../contract/json-depth.js'
import type { LogTail } from '../process/log-tail.js'
import type { ServiceProcess } from '../process/service-process.js'

/** Bytes of one message. The SDK's own 10 MiB end the connection and every call on it. */
export const longestMessage = 32 * 1024 * 1024

/** Messages that are taken in a row before everybody else has a turn. */
const mostInARow = 200

export interface StdioTerms {
  readonly process: ServiceProcess
  readonly log: LogTail
  readonly framing?: 'newline' | 'content-length'
}

export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: Transport['onmessage']
  /** By these two the SDK's client knows that a program is at the other end: one that is silent at first is of the older era. */
  readonly stderr = null
  readonly pid: number | undefined
  readonly #terms: StdioTerms
  readonly #reader: { push(chunk: Buffer): Generator<Incoming> }
  #closed = false

  constructor(terms: StdioTerms) {
    this.#terms = terms
    this.pid = terms.process.pid
    this.#reader = terms.framing === 'content-length' ? new FrameReader(longestMessage) : new LineReader(longestMessage)
  }

  async start(): Promise<void> {
    const { process } = this.#terms
    void this.#read()
    void process.exited.then(() => this.#end())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#terms.process
    if (this.#closed || !stdin.writable) throw new Error('The service takes no more input.')
    const text = JSON.stringify(message)
    const framed =
      this.#terms.framing === 'content-length'
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
    await this.#terms.process.stop()
  }

  /** Reading with `for await` lets the stream wait while messages are handled. */
  async #read(): Promise<void> {
    let inARow = 0
    try {
      for await (const chunk of this.#terms.process.stdout) {
        for (const incoming of this.#reader.push(chunk as Buffer)) {
          if (this.#closed) return
          this.#take(incoming)
          inARow += 1
          if (inARow % mostInARow === 0) await new Promise((resolve) => setImmediate(resolve))
        }
      }
    } catch {
      // The stream was destroyed: whoever ended it knows why.
    }
  }

  #take(incoming: Incoming): void {
    const { log } = this.#terms
    if (incoming.kind === 'too-long') {
      log.add(`(a message longer than ${longestMessage} bytes was dropped)`)
      this.onerror?.(new Error('A message of the service is too long.'))
      return
    }
    if (incoming.kind === 'unframed') return log.add('(output without Content-Length)')
    const text = incoming.bytes.toString('utf8')
    const message = messageIn(text)
    if (message) this.onmessage?.(message)
    else if (text.trim() !== '') log.add(text.slice(0, 1_000))
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.onclose?.()
  }
}

/** The message in a text; undefined where there is none. */
export function messageIn(text: string): JSONRPCMessage | undefined {
  if (!text.trimStart().startsWith('{') || isDeeperThan(deepestMessage, text)) return undefined
  try {
    const value = JSON.parse(text) as { jsonrpc?: unknown }
    return value.jsonrpc === '2.0' ? (value as JSONRPCMessage) : undefined
  } catch {
    return undefined
  }
}
