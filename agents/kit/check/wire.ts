/**
 * Wire: a raw connection to the agent under check. It sends any frame, invalid ones too, and enforces no rule of the
 * contract. See docs/protocol.md#frames.
 */
import { randomUUID } from 'node:crypto'
import { frameText, maxFrameBytes } from '@contract/frames.js'
import type { ErrorFrame, MessageFrame, RequestFrame, ResponseFrame } from '@contract/generated/message-frame.js'
import WebSocket from 'ws'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import { checkedConnection } from '../../../src-main/network/certificate-check.js'
import type { FrameLog, ReceivedFrame } from './frame-log.js'

/** Result of a frame that expects a response. */
export type FrameReply<Frame extends MessageFrame = MessageFrame> =
  | { readonly kind: 'answer'; readonly frame: Frame }
  /** A response that does not match the contract. */
  | { readonly kind: 'bad'; readonly reason: string }
  /** No response in time; `others` arrived meanwhile. */
  | { readonly kind: 'silence'; readonly milliseconds: number; readonly others: readonly ReceivedFrame[] }
  | { readonly kind: 'gone' }

export interface WireOptions {
  readonly address: string
  readonly certificate?: string
  readonly clock: Clock
  readonly journal: FrameLog
  /** Number of the connection. */
  readonly connection: number
  /** Milliseconds the agent has for each response, and to accept the connection. */
  readonly timeoutMs: number
}

export class FrameConnection {
  readonly #socket: WebSocket
  readonly #options: WireOptions
  readonly #listeners = new Set<(frame: ReceivedFrame | undefined) => void>()
  #registered = false

  private constructor(socket: WebSocket, options: WireOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? '' : data.toString()))
    socket.on('close', () => this.#notify(undefined))
    // An error also closes the connection.
    socket.on('error', () => {})
  }

  /** @throws Error with the system's text when nothing listens */
  static dial(options: WireOptions): Promise<FrameConnection> {
    const { address, certificate } = options
    let giveUp = () => {}
    const socket = new WebSocket(address, {
      maxPayload: maxFrameBytes,
      handshakeTimeout: options.timeoutMs,
      perMessageDeflate: false,
      followRedirects: false,
      ...checkedConnection(address, { ...(certificate && { certificate }) }, (how) => {
        giveUp = how
      }),
    })
    socket.on('close', () => giveUp())
    // An agent may send at once: a listener added after the connection opens would miss it.
    const wire = new FrameConnection(socket, options)
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(wire))
      socket.once('error', reject)
    })
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  send(text: string): void {
    if (this.isOpen) this.#socket.send(text)
  }

  /** Sends a request; resolves with its response or an error frame for it. */
  async request(payload: RequestFrame['payload']): Promise<FrameReply<ResponseFrame | ErrorFrame>> {
    const id = randomUUID()
    this.#options.journal.requests.add(id)
    const reply = this.next(({ claims }) => claims.correlationId === id)
    this.send(frameText('request', { payload }, id))
    return narrowed(await reply, 'response', 'error')
  }

  /** The first matching frame from now on. */
  next(matches: (frame: ReceivedFrame) => boolean): Promise<FrameReply> {
    const { clock, timeoutMs: milliseconds } = this.#options
    const others: ReceivedFrame[] = []
    return new Promise((resolve) => {
      const settle = (reply: FrameReply) => {
        cancel()
        this.#listeners.delete(listen)
        resolve(reply)
      }
      const cancel = clock.after(milliseconds, () => settle({ kind: 'silence', milliseconds, others }))
      const listen = (frame: ReceivedFrame | undefined) => {
        if (!frame) return settle({ kind: 'gone' })
        if (!matches(frame)) return void others.push(frame)
        const { read } = frame
        settle(read.ok ? { kind: 'answer', frame: read.frame } : { kind: 'bad', reason: read.reason })
      }
      this.#listeners.add(listen)
      if (!this.isOpen) settle({ kind: 'gone' })
    })
  }

  /** Waits this long, or until the agent disconnects. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        cancel()
        this.#listeners.delete(listen)
        resolve()
      }
      const cancel = this.#options.clock.after(milliseconds, settle)
      const listen = (frame: ReceivedFrame | undefined) => void (frame || settle())
      this.#listeners.add(listen)
      if (!this.isOpen) settle()
    })
  }

  /** Closes the connection, in the end without a close frame. */
  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    const closed = new Promise((resolve) => this.#socket.once('close', resolve))
    const cancel = this.#options.clock.after(closeTimeoutMs, () => this.#socket.terminate())
    this.#socket.close(1000)
    await closed
    cancel()
  }

  #receive(text: string): void {
    const { journal, connection, clock } = this.#options
    const frame = journal.write({ connection, text, at: clock.now(), registered: this.#registered })
    if (!frame) return this.#socket.terminate()
    // Synchronously: the next frame in the same packet belongs to the registered connection.
    const { read } = frame
    if (read.ok && read.frame.type === 'register_ack' && read.frame.success) this.#registered = true
    this.#notify(frame)
  }

  #notify(frame: ReceivedFrame | undefined): void {
    for (const listen of [...this.#listeners]) listen(frame)
  }
}

/** Milliseconds for the agent's close frame. */
const closeTimeoutMs = 500

function narrowed<Type extends MessageFrame['type']>(
  reply: FrameReply,
  ...types: readonly Type[]
): FrameReply<Extract<MessageFrame, { type: Type }>> {
  if (reply.kind !== 'answer') return reply
  const { frame } = reply
  return types.some((type) => type === frame.type)
    ? { kind: 'answer', frame: frame as Extract<MessageFrame, { type: Type }> }
    : { kind: 'bad', reason: `it is of type ${frame.type}, not ${types.join(' or ')}` }
}

/** Describes a missing response. */
export function describeMissingResponse(reply: Exclude<FrameReply, { kind: 'answer' }>): string {
  switch (reply.kind) {
    case 'bad':
      return `the response is not a valid frame: ${reply.reason}`
    case 'gone':
      return 'the connection ended'
    case 'silence':
      return `no response within ${reply.milliseconds} ms${othersOf(reply.others)}`
  }
}

function othersOf(others: readonly ReceivedFrame[]): string {
  const answer = others.find(({ claims }) => claims.type === 'response' || claims.type === 'error')
  if (answer) {
    const { type, correlationId } = answer.claims
    return `; a frame of type ${type} arrived with the correlationId ${correlationId === undefined ? '(none)' : `"${correlationId}"`}`
  }
  const bad = others.find(({ read }) => !read.ok)
  return bad && !bad.read.ok ? `; the received frame is not valid: ${bad.read.reason}` : ''
}
