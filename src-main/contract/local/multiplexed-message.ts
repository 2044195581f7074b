/**
 * Multiplexed message: a multiplexed connection for messages between the stdio bridge and the gateway, with less overhead than
 * HTTP.
 *
 * It is opened by `CONNECT` with the client's token, so it passes all checks of the listener. Each line is a JSON head,
 * a tab and a body. JSON escapes tabs and line breaks, so the first tab ends the head.
 */

import { ByteCollector } from '../text/byte-collector.js'

/** What `CONNECT` asks for. */
export const lineTarget = 'mcp.gatehouse:1'

/** Bytes of the longest message on a line: no body is larger. */
export const maxMultiplexedBytes = 256 * 1024

/** Of the client: one message as the body, or that it disconnected. */
export interface RequestMessage {
  /** Chosen by the client, unique per connection. */
  readonly exchange: number
  /** `MCP-Session-Id` and `MCP-Protocol-Version`. */
  readonly session?: string | undefined
  readonly version?: string | undefined
  readonly gone?: true
}

/** Of the gateway: a whole answer has a status and a body; a stream begins, continues (its text as JSON) and ends. */
export interface ResponseMessage {
  readonly exchange: number
  readonly status?: number
  readonly session?: string | undefined
  readonly stream?: 'begins' | 'goes-on' | 'ends'
}

/** @param body without line ends */
export const lineOf = (head: RequestMessage | ResponseMessage, body: string): string =>
  `${JSON.stringify(head)}\t${body}\n`

export interface MessageLine<Head> {
  readonly head: Head
  readonly body: string
}

/** `undefined` when it is no line of the client's. */
export function askingIn(line: string): MessageLine<RequestMessage> | undefined {
  const { head, body } = partsOf(line)
  if (!isHead(head) || !isText(head.session) || !isText(head.version)) return undefined
  const { exchange, session, version } = head
  return { head: { exchange, session, version, ...(head.gone === true && { gone: true }) }, body }
}

/** `undefined` when it is no line of the gateway's. */
export function answeringIn(line: string): MessageLine<ResponseMessage> | undefined {
  const { head, body } = partsOf(line)
  if (!isHead(head) || !isText(head.session)) return undefined
  const { exchange, session, status, stream } = head
  if (status !== undefined && !Number.isSafeInteger(status)) return undefined
  if (stream !== undefined && !['begins', 'goes-on', 'ends'].includes(stream as string)) return undefined
  return { head: { exchange, session, status, stream } as ResponseMessage, body }
}

function partsOf(line: string): { head: unknown; body: string } {
  const tab = line.indexOf('\t')
  try {
    return { head: JSON.parse(line.slice(0, tab)), body: line.slice(tab + 1) }
  } catch {
    return { head: undefined, body: '' }
  }
}

const isHead = (head: unknown): head is Record<string, unknown> & { exchange: number } =>
  typeof head === 'object' && head !== null && Number.isSafeInteger((head as { exchange?: unknown }).exchange)

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'

const newline = 0x0a

/** Splits bytes into lines. Bounds the memory of a line without an end. */
export class LineSplitter {
  readonly #limit: number
  readonly #begun = new ByteCollector()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** @param limit bytes of one line */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Bytes of the line that has no end yet. */
  get unfinished(): number {
    return this.#begun.length
  }

  /** The lines that this chunk completes, each when it is asked for. @throws RangeError past the limit */
  *push(chunk: Uint8Array): Generator<string> {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield this.#line(chunk.subarray(start, end))
      start = end + 1
    }
    if (start < chunk.length) {
      this.#check(chunk.length - start)
      this.#begun.add(chunk.subarray(start))
    }
  }

  #line(end: Uint8Array): string {
    this.#check(end.length)
    this.#begun.add(end)
    return this.#decoder.decode(this.#begun.take())
  }

  #check(more: number): void {
    if (this.#begun.length + more > this.#limit) throw new RangeError(`a line is longer than ${this.#limit} bytes`)
  }
}
