/**
 * Bridge: each client message becomes one exchange with the gateway, each request gets one response.
 *
 * Keeps the order of the handshake (messages before its end wait in a queue), runs requests in parallel after it,
 * handles cancellations first, and responds to each request exactly once.
 */

import type { Incoming } from '@contract/text/line-reader.js'
import type { ClientProtocol } from './client-protocol.js'
import type { ColdStart } from './cold-start.js'
import { discoverResponse, isProbe } from './era-probe.js'
import {
  BridgeError,
  bridgeBroken,
  type Failure,
  gatewayLost,
  httpRefusal,
  invalidFrame,
  messageTooLong,
  noResponse,
  tooManyPending,
} from './failure.js'
import type { GatewayReply } from './gateway-transport.js'
import { limits } from './limits.js'
import { errorResponse, type Message, parseBytes, type RpcNotification, type RpcRequest } from './message.js'
import type { MessageWriter } from './message-writer.js'
import { modernHeaders } from './modern-era.js'
import { BridgeRequests, type PendingRequest } from './pending-requests.js'
import type { BridgeSession } from './session.js'

/** Blocks queued messages until the handshake has ended. `undefined`: continue; a failure: they fail with it too. */
type Barrier = Promise<Failure | undefined>

const space = 0x20

const free: Barrier = Promise.resolve(undefined)

export class StdioBridge {
  readonly #session: BridgeSession
  readonly #protocol: ClientProtocol
  readonly #out: MessageWriter
  readonly #log: (line: string) => void
  readonly #coldStart: ColdStart | undefined
  readonly #pending = new BridgeRequests()
  #barrier = free

  /** @param coldStart absent in a dialect that waits for the program */
  constructor(
    session: BridgeSession,
    protocol: ClientProtocol,
    out: MessageWriter,
    log: (line: string) => void,
    coldStart?: ColdStart,
  ) {
    this.#session = session
    this.#protocol = protocol
    this.#out = out
    this.#log = log
    this.#coldStart = coldStart
  }

  /** Accepts a client message; resolves when the next may come, not when the response was sent. */
  async accept(incoming: Incoming): Promise<void> {
    if (incoming.kind === 'too-long') return this.#out.write(errorResponse(null, messageTooLong(limits.message)))
    if (incoming.kind === 'unframed') return this.#out.write(errorResponse(null, invalidFrame))
    if (isBlank(incoming.bytes)) return
    let message: Message
    try {
      message = parseBytes(incoming.bytes, this.#protocol.nullIds)
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error
      return this.#out.write(errorResponse(null, error.failure))
    }
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') this.#cancel(message)
    else await this.#forward(message)
  }

  /**
   * Waits for the responses to recent requests after the input has ended. Older requests wait for a person or an event;
   * they are dropped at once.
   */
  async drain(): Promise<void> {
    const dropped = await this.#pending.drain(limits.lastAnswers)
    if (dropped > 0) this.#log(`the input ended, and ${dropped} requests were left unanswered`)
  }

  /** Drops all pending requests and ends the session. */
  close(): Promise<void> {
    this.#pending.abortAll()
    return this.#session.close()
  }

  async #forward(message: Message): Promise<void> {
    const pending = this.#pending.add(message)
    if (pending === undefined) return this.#rejectMessage(message)
    const barrier = modernHeaders(message) === undefined ? this.#barrier : free
    this.#coldStart?.onResponse(message, (text) => this.#respondCold(message, pending, text))
    const isEraProbe = this.#protocol.probed && isProbe(message)
    const work = isEraProbe ? this.#probe(message, pending) : this.#exchange(message, pending, barrier)
    if (this.#session.opens(message) || this.#session.confirms(message)) this.#setBarrier(work)
  }

  /** Our own response in place of the gateway's, unless that is under way. */
  #respondCold(message: Message, pending: PendingRequest, text: string): void {
    if (pending.sent || pending.answered || pending.abort.signal.aborted) return
    void this.#write(pending, text)
    if (this.#session.opens(message)) this.#session.adoptHandshake(message)
    pending.abort.abort()
  }

  /** Clients read a list again that came from an earlier run. */
  async #refreshLists(): Promise<void> {
    for (const notification of this.#coldStart?.takeNotifications() ?? []) await this.#out.write(notification)
  }

  #setBarrier(work: Barrier): void {
    this.#barrier = work
    void work.then(() => {
      if (this.#barrier === work) this.#barrier = free
    })
  }

  async #rejectMessage(message: Message): Promise<void> {
    if (message.kind === 'request') await this.#out.write(errorResponse(message.id, tooManyPending))
    else this.#log('a notification was dropped, because too many messages are pending')
  }

  /** The gateway's response if it comes in time, else ours; meanwhile a gateway is started. */
  async #probe(request: RpcRequest, pending: PendingRequest): Barrier {
    const respond = () => {
      void this.#write(pending, discoverResponse(request.id))
      pending.abort.abort()
    }
    let timer = setTimeout(() => {
      if (pending.sent) timer = setTimeout(respond, limits.probeAnswer)
      else respond()
    }, limits.probeSearch)
    const failure = await this.#exchange(request, pending, free)
    clearTimeout(timer)
    return failure
  }

  /** Responds to a request, unless it has a response. */
  async #write(pending: PendingRequest, text: string): Promise<void> {
    if (pending.answered) return
    pending.answered = true
    await this.#out.write(text)
  }

  /** Exchanges one message. Never throws. */
  async #exchange(message: Message, pending: PendingRequest, barrier: Barrier): Barrier {
    const { signal } = pending.abort
    try {
      const blocked = await barrier
      if (blocked !== undefined) throw new BridgeError(blocked)
      signal.throwIfAborted()
      const reply = await this.#session.send(message, pending)
      if (message.kind === 'request') await this.#respond(message, pending, reply)
      else await this.#drainReply(message, reply)
      await this.#refreshLists()
      return undefined
    } catch (error) {
      if (signal.aborted) return undefined
      const failure = error instanceof BridgeError ? error.failure : bridgeBroken(error)
      if (failure === gatewayLost) this.#session.invalidateGateway()
      if (message.kind === 'request') await this.#write(pending, errorResponse(message.id, failure))
      else this.#log(`a message could not be passed on: ${failure.message}`)
      return failure
    } finally {
      this.#pending.remove(pending)
    }
  }

  /** Resolves when the request has a response; throws when the gateway sent none. */
  async #respond(request: RpcRequest, pending: PendingRequest, reply: GatewayReply): Promise<void> {
    if (reply.kind === 'accepted') throw new BridgeError(noResponse)
    if (reply.kind === 'refusal') {
      const error = reply.error?.kind === 'response' ? reply.error.error : undefined
      return this.#write(pending, errorResponse(request.id, isObject(error) ? error : httpRefusal(reply.status)))
    }
    // The request is done with its response, even if the stream fails later.
    await new Promise<void>((answered, unanswered) => {
      const atEnd = () => (pending.answered ? answered() : unanswered(new BridgeError(noResponse)))
      this.#relay(request, pending, reply.messages, answered).then(atEnd, unanswered)
    })
  }

  /** Forwards the messages of a request to the end of its stream, so that the socket can be reused. */
  async #relay(
    request: RpcRequest,
    pending: PendingRequest,
    messages: AsyncIterable<Message> | Iterable<Message>,
    onAnswered: () => void,
  ): Promise<void> {
    for await (const message of messages) {
      if (message.kind !== 'response') await this.#out.write(message.text)
      else if (!pending.answered && isResponseTo(message, request)) {
        const own = message.id === request.id
        if (own) this.#coldStart?.remember(request, message.result)
        await this.#write(pending, own ? message.text : errorResponse(request.id, message.error as object))
        onAnswered()
      }
    }
  }

  /** Notifications and responses get no response; a refusal is only logged. */
  async #drainReply(message: Message, reply: GatewayReply): Promise<void> {
    if (reply.kind === 'messages') for await (const _ of reply.messages);
    if (reply.kind !== 'refusal') return
    const what = message.kind === 'notification' ? message.method : 'a response'
    this.#log(`Gatehouse refused ${what} (HTTP ${reply.status})`)
  }

  /** A request that was not sent is dropped. */
  #cancel(notification: RpcNotification): void {
    const target = this.#pending.find(notification.params.requestId)
    if (target !== undefined && !target.sent) target.abort.abort()
    else void this.#forwardCancellation(notification, target)
  }

  /**
   * In the stateless era closing the connection cancels; the notification before it says why, so that a call whose
   * client only timed out can be repeated. A cancelled request gets no response.
   */
  async #forwardCancellation(notification: RpcNotification, target: PendingRequest | undefined): Promise<void> {
    const isModern = target?.modern ?? false
    if (target !== undefined && isModern) target.answered = true
    const pending = this.#pending.add(notification, isModern || undefined)
    const failure = pending === undefined ? tooManyPending : await this.#exchange(notification, pending, free)
    if (isModern || failure === undefined) target?.abort.abort()
  }
}

const isBlank = (bytes: Buffer): boolean => !bytes.some((byte) => byte > space)

const isResponseTo = (message: Extract<Message, { kind: 'response' }>, request: RpcRequest): boolean =>
  message.id === request.id || (message.id === null && isObject(message.error))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
