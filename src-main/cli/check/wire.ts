/**
 * Wire: one connection to the agent under check. It sends whatever it is instructed to, bad frames too, and keeps no rule of
 * the contract by itself. See docs/protocol.md#frames.
 */
import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { frameText, maxFrameBytes } from '../../contract/frames.js'
import type { ErrorFrame, MessageFrame, RequestFrame, ResponseFrame } from '../../contract/generated/message-frame.js'
import type { Clock } from '../../gateway/ports.js'
import { checkedConnection } from '../../network/certificate-check.js'
import type { Journal, ReceivedFrame } from './journal.js'

/** What came of a frame that wants an answer. */
export type Reply<Frame extends MessageFrame = MessageFrame> =
  | { readonly kind: 'answer'; readonly frame: Frame }
  /** An answer, but not one of the contract. */
  | { readonly kind: 'bad'; readonly reason: string }
  /** None came in time; `others` did meanwhile. */
  | { readonly kind: 'silence'; readonly milliseconds: number; readonly others: readonly ReceivedFrame[] }
  | { readonly kind: 'gone' }

export interface WireOptions {
  readonly address: string
  readonly certificate?: string
  readonly clock: Clock
  readonly journal: Journal
  /** Number of the connection. */
  readonly connection: number
  /** Milliseconds that the agent has for each answer, and to open the connection. */
  readonly timeoutMs: number
}

export class Wire {
  readonly #socket: WebSocket
  readonly #options: WireOptions
  readonly #listeners = new Set<(heard: ReceivedFrame | undefined) => void>()
  #registered = false

  private constructor(socket: WebSocket, options: WireOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? '' : data.toString()))
    socket.on('close', () => this.#tell(undefined))
    // What breaks a connection also closes it.
    socket.on('error', () => {})
  }

  /** @throws Error when nobody listens there, in the system's words */
  static dial(options: WireOptions): Promise<Wire> {
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
    // An agent may speak at once: who listens only after the connection is open misses it.
    const wire = new Wire(socket, options)
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

  /** A request, and what answers it: a response, or an error frame that names it. */
  async request(payload: RequestFrame['payload']): Promise<Reply<ResponseFrame | ErrorFrame>> {
    const id = randomUUID()
    this.#options.journal.requests.add(id)
    const reply = this.next(({ claims }) => claims.correlationId === id)
    this.send(frameText('request', { payload }, id))
    return narrowed(await reply, 'response', 'error')
  }

  /** The first thing from now on that matches. */
  next(matches: (heard: ReceivedFrame) => boolean): Promise<Reply> {
    const { clock, timeoutMs: milliseconds } = this.#options
    const others: ReceivedFrame[] = []
    return new Promise((resolve) => {
      const settle = (reply: Reply) => {
        cancel()
        this.#listeners.delete(listen)
        resolve(reply)
      }
      const cancel = clock.after(milliseconds, () => settle({ kind: 'silence', milliseconds, others }))
      const listen = (heard: ReceivedFrame | undefined) => {
        if (!heard) return settle({ kind: 'gone' })
        if (!matches(heard)) return void others.push(heard)
        const { read } = heard
        settle(read.ok ? { kind: 'answer', frame: read.frame } : { kind: 'bad', reason: read.reason })
      }
      this.#listeners.add(listen)
      if (!this.isOpen) settle({ kind: 'gone' })
    })
  }

  /** Waits so long, or until the agent hangs up. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        cancel()
        this.#listeners.delete(listen)
        resolve()
      }
      const cancel = this.#options.clock.after(milliseconds, settle)
      const listen = (heard: ReceivedFrame | undefined) => void (heard || settle())
      this.#listeners.add(listen)
      if (!this.isOpen) settle()
    })
  }

  /** Hangs up, and at last leaves without a word. */
  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    const closed = new Promise((resolve) => this.#socket.once('close', resolve))
    const cancel = this.#options.clock.after(goodbyeMs, () => this.#socket.terminate())
    this.#socket.close(1000)
    await closed
    cancel()
  }

  #hear(text: string): void {
    const { journal, connection, clock } = this.#options
    const heard = journal.write({ connection, text, at: clock.now(), registered: this.#registered })
    if (!heard) return this.#socket.terminate()
    // At once: what follows in the same packet is heard by somebody who has registered.
    const { read } = heard
    if (read.ok && read.frame.type === 'register_ack' && read.frame.success) this.#registered = true
    this.#tell(heard)
  }

  #tell(heard: ReceivedFrame | undefined): void {
    for (const listen of [...this.#listeners]) listen(heard)
  }
}

/** Milliseconds an agent may take to say goodbye. */
const goodbyeMs = 500

function narrowed<Type extends MessageFrame['type']>(
  reply: Reply,
  ...types: readonly Type[]
): Reply<Extract<MessageFrame, { type: Type }>> {
  if (reply.kind !== 'answer') return reply
  const { frame } = reply
  return types.some((type) => type === frame.type)
    ? { kind: 'answer', frame: frame as Extract<MessageFrame, { type: Type }> }
    : { kind: 'bad', reason: `it is of type ${frame.type}, not ${types.join(' or ')}` }
}

/** A reply that is no answer, in words. */
export function missingAnswer(reply: Exclude<Reply, { kind: 'answer' }>): string {
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
