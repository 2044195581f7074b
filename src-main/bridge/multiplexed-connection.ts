/**
 * Multiplexed connection: the bridge's end of a connection with many messages. See
 * `contract/local/multiplexed-message.ts`.
 *
 * Opening one never delays a message: until it is open, and when it was lost, messages go over HTTP, which also reports
 * errors. Distinguishes messages that may have reached the gateway from those that definitely did not. Applies
 * back-pressure, and bounds everything it reads.
 */
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { waitHeader } from '@contract/local/client-wait.js'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import {
  connectTarget,
  maxMultiplexedBytes,
  parseResponseLine,
  type RequestMessage,
  type ResponseMessage,
  serializeLine,
} from '@contract/local/multiplexed-message.js'
import { LineReader } from '@contract/text/line-reader.js'
import { eventsIn, withBridgeErrors } from './event-messages.js'
import { BridgeError, gatewayLost, unreadableResponse } from './failure.js'
import type { GatewayReply, GatewayTransport, OutgoingMessage } from './gateway-transport.js'
import { limits } from './limits.js'
import { parseMessage } from './message.js'
import { isSameGateway } from './session-link.js'

/** Sends the messages of a session over a multiplexed connection where the gateway offers one, everything else over HTTP. */
export class MultiplexedTransport implements GatewayTransport {
  readonly #http: GatewayTransport
  readonly #whenWritable: () => Promise<void> | undefined
  /** The one that was asked for a connection last. */
  #gateway: GatewayEndpoint | undefined
  #connection: MultiplexedConnection | undefined

  /** @param whenWritable resolves when the client accepts more; `undefined` when it does now */
  constructor(http: GatewayTransport, whenWritable: () => Promise<void> | undefined) {
    this.#http = http
    this.#whenWritable = whenWritable
  }

  async exchange(sending: OutgoingMessage): Promise<GatewayReply> {
    const reply = canMultiplex(sending) ? await this.#connectionTo(sending.gateway)?.exchange(sending) : undefined
    return reply ?? this.#http.exchange(sending)
  }

  #connectionTo(gateway: GatewayEndpoint): MultiplexedConnection | undefined {
    const isKnown = this.#gateway !== undefined && isSameGateway(this.#gateway, gateway)
    if (!isKnown || this.#connection?.isOpen === false) void this.#connect(gateway)
    return this.#connection
  }

  async #connect(gateway: GatewayEndpoint): Promise<void> {
    this.#gateway = gateway
    this.#connection = undefined
    const connection = await MultiplexedConnection.open(gateway, this.#whenWritable)
    if (this.#gateway === gateway) this.#connection = connection
    else connection?.close()
  }
}

/**
 * Messages before the session need no speed; the stateless era needs HTTP headers and cancels by closing the
 * connection.
 */
const canMultiplex = ({ method, headers, body = '' }: OutgoingMessage): boolean =>
  method === 'POST' &&
  headers['MCP-Session-Id'] !== undefined &&
  headers['Mcp-Method'] === undefined &&
  Buffer.byteLength(body) <= maxMultiplexedBytes

interface PendingExchange {
  readonly sending: OutgoingMessage
  readonly settle: (reply: GatewayReply | undefined) => void
  readonly fail: (error: unknown) => void
  /** Whether the message may have been sent. */
  written: boolean
  stream?: PassThrough
}

class MultiplexedConnection {
  readonly #socket: Socket
  readonly #whenWritable: () => Promise<void> | undefined
  readonly #lines = new LineReader(limits.event)
  readonly #waiting = new Map<number, PendingExchange>()
  #unsent = ''
  #last = 0

  private constructor(socket: Socket, whenWritable: () => Promise<void> | undefined) {
    this.#socket = socket
    this.#whenWritable = whenWritable
    socket.setNoDelay(true)
    socket.setTimeout(limits.silence, () => this.#waiting.size > 0 && socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#lose())
    socket.on('data', (chunk) => this.#read(chunk))
  }

  /**
   * Opens a connection; `undefined` when the gateway does not support it.
   *
   * @param whenWritable resolves when the client accepts more; `undefined` when it does now
   */
  static open(
    { endpoint, token }: GatewayEndpoint,
    whenWritable: () => Promise<void> | undefined,
  ): Promise<MultiplexedConnection | undefined> {
    const { hostname, port } = new URL(endpoint)
    const headers = { Authorization: `Bearer ${token}` }
    const host = hostname.replace(/^\[|\]$/g, '')
    return new Promise((resolve) => {
      const outgoing = request({ host, port, method: 'CONNECT', path: connectTarget, headers, agent: false })
      const refused = () => resolve(undefined)
      outgoing.setTimeout(limits.connectTime, () => outgoing.destroy())
      outgoing.on('error', refused)
      outgoing.on('response', (response) => {
        response.destroy()
        refused()
      })
      outgoing.on('connect', ({ statusCode }, socket, head) => {
        if (statusCode !== 200 || head.length > 0) {
          socket.destroy()
          return refused()
        }
        resolve(new MultiplexedConnection(socket as Socket, whenWritable))
      })
      outgoing.end()
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  get isOpen(): boolean {
    return this.#socket.writable
  }

  /** Resolves with `undefined` when the connection closed before the message was sent. Throws like a transport. */
  exchange(sending: OutgoingMessage): Promise<GatewayReply | undefined> {
    const { signal, headers, body = '' } = sending
    this.#last += 1
    const exchange = this.#last
    return new Promise((resolve, reject) => {
      const cancel = () => {
        const waiting = this.#end(exchange)
        if (waiting) this.#send({ exchange, gone: true }, '')
        waiting?.stream?.destroy()
        reject(signal.reason)
      }
      const removeListener = () => signal.removeEventListener('abort', cancel)
      this.#waiting.set(exchange, {
        sending,
        settle: (reply) => {
          if (reply?.kind !== 'messages' || !reply.stream) removeListener()
          resolve(reply)
        },
        fail: (error) => {
          removeListener()
          reject(error)
        },
        written: false,
      })
      signal.addEventListener('abort', cancel)
      const { 'MCP-Session-Id': session, 'MCP-Protocol-Version': version, [waitHeader]: wait } = headers
      this.#send({ exchange, session, version, wait }, body)
    })
  }

  /** Sent together with everything of the same turn, after a queued end of the connection was processed. */
  #send(head: RequestMessage, body: string): void {
    if (this.#unsent === '') setImmediate(() => this.#flush())
    this.#unsent += serializeLine(head, body)
  }

  #flush(): void {
    if (this.isOpen) {
      for (const waiting of this.#waiting.values()) waiting.written = true
      this.#socket.write(this.#unsent)
    } else this.#lose()
    this.#unsent = ''
  }

  #read(chunk: Buffer): void {
    try {
      for (const incoming of this.#lines.push(chunk)) {
        const line = incoming.kind === 'message' ? parseResponseLine(incoming.bytes.toString()) : undefined
        if (line === undefined || !this.#receive(line.head, line.body)) return void this.#socket.destroy()
      }
    } catch {
      return void this.#socket.destroy()
    }
    const full = this.#whenWritable()
    if (full === undefined) return
    this.#socket.pause()
    void full.then(() => this.#socket.resume())
  }

  /** False for an invalid frame: a stream starts once, and is the whole response. */
  #receive({ exchange, status, session, stream }: ResponseMessage, body: string): boolean {
    const waiting = this.#waiting.get(exchange)
    if (waiting === undefined) return true
    const isInStream = stream === 'goes-on' || stream === 'ends'
    if (waiting.stream && !isInStream) return false
    if (stream === undefined) this.#end(exchange)?.settle(replyOf(status ?? 0, session, body))
    else if (stream === 'goes-on') waiting.stream?.write(JSON.parse(body))
    else if (stream === 'ends') this.#endStream(exchange, waiting)
    else this.#beginStream(exchange, waiting, session)
    return true
  }

  #beginStream(exchange: number, waiting: PendingExchange, sessionId: string | undefined): void {
    const stream = new PassThrough()
    stream.on('error', () => undefined)
    waiting.stream = stream
    const messages = withBridgeErrors(eventsIn(stream), waiting.sending.signal, () => {
      if (this.#end(exchange)) this.#send({ exchange, gone: true }, '')
    })
    waiting.settle({ kind: 'messages', stream: true, sessionId, messages })
  }

  /** A stream that ends before it starts is a cancelled request. */
  #endStream(exchange: number, waiting: PendingExchange): void {
    this.#end(exchange)
    if (waiting.stream) waiting.stream.end()
    else waiting.fail(new BridgeError(gatewayLost))
  }

  #end(exchange: number): PendingExchange | undefined {
    const waiting = this.#waiting.get(exchange)
    this.#waiting.delete(exchange)
    return waiting
  }

  #lose(): void {
    for (const [exchange, waiting] of this.#waiting) {
      this.#end(exchange)
      if (!waiting.written) waiting.settle(undefined)
      else if (waiting.stream) waiting.stream.destroy(new BridgeError(gatewayLost))
      else waiting.fail(new BridgeError(gatewayLost))
    }
  }
}

function replyOf(status: number, sessionId: string | undefined, body: string): GatewayReply {
  if (status === 202 || status === 204) return { kind: 'accepted' }
  const message = parseMessage(body)
  if (status !== 200) return { kind: 'refusal', status, error: message }
  return { kind: 'messages', stream: false, sessionId, messages: message ? [message] : unreadable() }
}

// biome-ignore lint/correctness/useYield: like every response, it throws its error when it is read.
function* unreadable(): Generator<never> {
  throw new BridgeError(unreadableResponse)
}
