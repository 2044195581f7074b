/**
 * Gateway line: the bridge's end of one connection that carries many messages. See `contract/gateway-line.ts`.
 *
 * Guards that a message which may have reached the gateway is treated differently from one that surely did not, that a client which
 * reads slowly makes the gateway wait, and that nothing read is without bound.
 */
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { GatewayEndpoint } from '../contract/endpoint-file.js'
import { type Answering, type Asking, answeringIn, lineOf, lineTarget } from '../contract/gateway-line.js'
import { BridgeError, gatewayLost, unreadableAnswer } from './failure.js'
import { limits } from './limits.js'
import { LineReader } from './line-reader.js'
import { parseMessage } from './message.js'
import { eventsIn, guarded } from './messages-in.js'
import type { Reply, Sending } from './reply.js'

interface Waiting {
  readonly sending: Sending
  readonly settle: (reply: Reply | undefined) => void
  readonly fail: (error: unknown) => void
  /** Whether the gateway may know of it. */
  written: boolean
  stream?: PassThrough
}

export class GatewayLine {
  readonly #socket: Socket
  readonly #room: () => Promise<void> | undefined
  readonly #lines = new LineReader(limits.event)
  readonly #waiting = new Map<number, Waiting>()
  #unsent = ''
  #last = 0

  private constructor(socket: Socket, room: () => Promise<void> | undefined) {
    this.#socket = socket
    this.#room = room
    socket.setNoDelay(true)
    socket.setTimeout(limits.silence, () => this.#waiting.size > 0 && socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#lose())
    socket.on('data', (chunk) => this.#read(chunk))
  }

  /**
   * Opens a line; `undefined` where the gateway has none.
   *
   * @param room settles when the client takes more; `undefined` when it does now
   */
  static open(
    { endpoint, token }: GatewayEndpoint,
    room: () => Promise<void> | undefined,
  ): Promise<GatewayLine | undefined> {
    const { hostname, port } = new URL(endpoint)
    const headers = { Authorization: `Bearer ${token}` }
    const host = hostname.replace(/^\[|\]$/g, '')
    return new Promise((resolve) => {
      const outgoing = request({ host, port, method: 'CONNECT', path: lineTarget, headers, agent: false })
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
        resolve(new GatewayLine(socket as Socket, room))
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

  /** Gives `undefined` when the line ended before the message left: it surely went nowhere. Throws as a door does. */
  exchange(sending: Sending): Promise<Reply | undefined> {
    const { signal, headers, body = '' } = sending
    this.#last += 1
    const exchange = this.#last
    return new Promise((resolve, reject) => {
      const hangUp = () => {
        const waiting = this.#end(exchange)
        if (waiting) this.#send({ exchange, gone: true }, '')
        waiting?.stream?.destroy()
        reject(signal.reason)
      }
      const over = () => signal.removeEventListener('abort', hangUp)
      this.#waiting.set(exchange, {
        sending,
        settle: (reply) => {
          if (reply?.kind !== 'messages' || !reply.stream) over()
          resolve(reply)
        },
        fail: (error) => {
          over()
          reject(error)
        },
        written: false,
      })
      signal.addEventListener('abort', hangUp)
      const { 'MCP-Session-Id': session, 'MCP-Protocol-Version': version } = headers
      this.#send({ exchange, session, version }, body)
    })
  }

  /** Sent with all that comes in the same turn, and once the end of the line, if it has arrived, has been seen. */
  #send(head: Asking, body: string): void {
    if (this.#unsent === '') setImmediate(() => this.#flush())
    this.#unsent += lineOf(head, body)
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
        const line = incoming.kind === 'message' ? answeringIn(incoming.bytes.toString()) : undefined
        if (line === undefined || !this.#receive(line.head, line.body)) return void this.#socket.destroy()
      }
    } catch {
      return void this.#socket.destroy()
    }
    const full = this.#room()
    if (full === undefined) return
    this.#socket.pause()
    void full.then(() => this.#socket.resume())
  }

  /** False when nothing of the kind can come in this exchange: a stream begins once, and is the whole response. */
  #receive({ exchange, status, session, stream }: Answering, body: string): boolean {
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

  #beginStream(exchange: number, waiting: Waiting, sessionId: string | undefined): void {
    const stream = new PassThrough()
    stream.on('error', () => undefined)
    waiting.stream = stream
    const messages = guarded(eventsIn(stream), waiting.sending.signal, () => {
      if (this.#end(exchange)) this.#send({ exchange, gone: true }, '')
    })
    waiting.settle({ kind: 'messages', stream: true, sessionId, messages })
  }

  /** A stream that ends before it begins is a request that was hung up on. */
  #endStream(exchange: number, waiting: Waiting): void {
    this.#end(exchange)
    if (waiting.stream) waiting.stream.end()
    else waiting.fail(new BridgeError(gatewayLost))
  }

  #end(exchange: number): Waiting | undefined {
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

function replyOf(status: number, sessionId: string | undefined, body: string): Reply {
  if (status === 202 || status === 204) return { kind: 'accepted' }
  const message = parseMessage(body)
  if (status !== 200) return { kind: 'refusal', status, error: message }
  return { kind: 'messages', stream: false, sessionId, messages: message ? [message] : unreadable() }
}

// biome-ignore lint/correctness/useYield: it says what is wrong when it is read, as every answer does.
function* unreadable(): Generator<never> {
  throw new BridgeError(unreadableAnswer)
}
