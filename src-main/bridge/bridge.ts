/**
 * The bridge itself: every message of the client becomes one exchange with the gateway, every request one answer.
 *
 * Guards the order of the handshake (what comes before its end waits for it, first in, first out), that requests run
 * side by side after it, that cancellations overtake everything, and that each request is answered exactly once.
 */

import type { Dialect } from './dialect.js'
import { discoverAnswer, isProbe } from './era-probe.js'
import {
  BridgeError,
  bridgeBroken,
  type Failure,
  gatewayLost,
  httpRefusal,
  messageTooLong,
  noAnswer,
  tooManyPending,
  unframed,
} from './failure.js'
import type { Incoming } from './framing.js'
import { limits } from './limits.js'
import { errorAnswer, type Message, type Notification, parseBytes, type Request } from './message.js'
import type { MessageWriter } from './message-writer.js'
import { modernHeaders } from './modern-era.js'
import { type Pending, PendingRequests } from './pending-requests.js'
import type { Reply } from './reply.js'
import type { Session } from './session.js'

/** `undefined`: the way is free; a failure: what waited behind it fails alike. */
type Barrier = Promise<Failure | undefined>

const space = 0x20

const free: Barrier = Promise.resolve(undefined)

export class Bridge {
  readonly #session: Session
  readonly #dialect: Dialect
  readonly #out: MessageWriter
  readonly #log: (line: string) => void
  readonly #pending = new PendingRequests()
  #barrier = free

  constructor(session: Session, dialect: Dialect, out: MessageWriter, log: (line: string) => void) {
    this.#session = session
    this.#dialect = dialect
    this.#out = out
    this.#log = log
  }

  /** Takes what the client sent; settles as soon as the next may come, not when it is answered. */
  async accept(incoming: Incoming): Promise<void> {
    if (incoming.kind === 'too-long') return this.#out.write(errorAnswer(null, messageTooLong(limits.message)))
    if (incoming.kind === 'unframed') return this.#out.write(errorAnswer(null, unframed))
    if (isBlank(incoming.bytes)) return
    let message: Message
    try {
      message = parseBytes(incoming.bytes, this.#dialect.nullIds)
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error
      return this.#out.write(errorAnswer(null, error.failure))
    }
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') this.#cancel(message)
    else await this.#forward(message)
  }

  /**
   * Waits for the answers to what the client asked in its last moments. What has waited longer than that waits for a
   * person or an event, and nobody waits for it any more: it is let go of at once.
   */
  async drain(): Promise<void> {
    const dropped = await this.#pending.drain(limits.lastAnswers)
    if (dropped > 0) this.#log(`the input ended, and ${dropped} requests were left unanswered`)
  }

  /** Lets go of everything unanswered and ends the session. */
  close(): Promise<void> {
    this.#pending.abortAll()
    return this.#session.close()
  }

  async #forward(message: Message): Promise<void> {
    const pending = this.#pending.add(message)
    if (pending === undefined) return this.#turnAway(message)
    const barrier = modernHeaders(message) === undefined ? this.#barrier : free
    const asksForEra = this.#dialect.probed && isProbe(message)
    const work = asksForEra ? this.#probe(message, pending) : this.#carry(message, pending, barrier)
    if (this.#session.opens(message) || this.#session.confirms(message)) this.#hold(work)
  }

  #hold(work: Barrier): void {
    this.#barrier = work
    void work.then(() => {
      if (this.#barrier === work) this.#barrier = free
    })
  }

  async #turnAway(message: Message): Promise<void> {
    if (message.kind === 'request') await this.#out.write(errorAnswer(message.id, tooManyPending))
    else this.#log('a notification was dropped, because too many messages are on their way')
  }

  /** The gateway's answer if it comes at once, ours if not; meanwhile a gateway is started. */
  async #probe(request: Request, pending: Pending): Barrier {
    const answer = () => {
      void this.#write(pending, discoverAnswer(request.id))
      pending.abort.abort()
    }
    let timer = setTimeout(() => {
      if (pending.sent) timer = setTimeout(answer, limits.probeAnswer)
      else answer()
    }, limits.probeSearch)
    const failure = await this.#carry(request, pending, free)
    clearTimeout(timer)
    return failure
  }

  /** Answers a request, unless it has been answered. */
  async #write(pending: Pending, text: string): Promise<void> {
    if (pending.answered) return
    pending.answered = true
    await this.#out.write(text)
  }

  /** One message, there and back. Never throws. */
  async #carry(message: Message, pending: Pending, barrier: Barrier): Barrier {
    const { signal } = pending.abort
    try {
      const blocked = await barrier
      if (blocked !== undefined) throw new BridgeError(blocked)
      signal.throwIfAborted()
      const reply = await this.#session.send(message, pending)
      if (message.kind === 'request') await this.#answer(message, pending, reply)
      else await this.#readOver(message, reply)
      return undefined
    } catch (error) {
      if (signal.aborted) return undefined
      const failure = error instanceof BridgeError ? error.failure : bridgeBroken(error)
      if (failure === gatewayLost) this.#session.doubt()
      if (message.kind === 'request') await this.#write(pending, errorAnswer(message.id, failure))
      else this.#log(`a message could not be passed on: ${failure.message}`)
      return failure
    } finally {
      this.#pending.remove(pending)
    }
  }

  /** Settles once the request is answered; throws where the gateway gave no answer. */
  async #answer(request: Request, pending: Pending, reply: Reply): Promise<void> {
    if (reply.kind === 'accepted') throw new BridgeError(noAnswer)
    if (reply.kind === 'refusal') {
      const error = reply.error?.kind === 'response' ? reply.error.error : undefined
      return this.#write(pending, errorAnswer(request.id, isObject(error) ? error : httpRefusal(reply.status)))
    }
    // Whatever happens on the stream after the answer is no longer the request's concern.
    await new Promise<void>((answered, unanswered) => {
      const atEnd = () => (pending.answered ? answered() : unanswered(new BridgeError(noAnswer)))
      this.#relay(request, pending, reply.messages, answered).then(atEnd, unanswered)
    })
  }

  /** Passes on what belongs to a request, to the end of its stream, so that the socket can be used again. */
  async #relay(
    request: Request,
    pending: Pending,
    messages: AsyncIterable<Message> | Iterable<Message>,
    onAnswered: () => void,
  ): Promise<void> {
    for await (const message of messages) {
      if (message.kind !== 'response') await this.#out.write(message.text)
      else if (!pending.answered && isAnswer(message, request)) {
        const own = message.id === request.id
        await this.#write(pending, own ? message.text : errorAnswer(request.id, message.error as object))
        onAnswered()
      }
    }
  }

  /** Nothing answers a notification or a response; a refusal of one is for the log. */
  async #readOver(message: Message, reply: Reply): Promise<void> {
    if (reply.kind === 'messages') for await (const _ of reply.messages);
    if (reply.kind !== 'refusal') return
    const what = message.kind === 'notification' ? message.method : 'a response'
    this.#log(`Gatehouse refused ${what} (HTTP ${reply.status})`)
  }

  /** A request that has not left is just dropped; in the stateless era hanging up is how to cancel. */
  #cancel(notification: Notification): void {
    const target = this.#pending.find(notification.params.requestId)
    if (target !== undefined && (!target.sent || target.modern)) target.abort.abort()
    else void this.#forwardCancellation(notification, target)
  }

  async #forwardCancellation(notification: Notification, target: Pending | undefined): Promise<void> {
    const pending = this.#pending.add(notification)
    if (pending === undefined) return
    // A gateway that heard of it answers no more, so nothing is left to wait for.
    if ((await this.#carry(notification, pending, free)) === undefined) target?.abort.abort()
  }
}

const isBlank = (bytes: Buffer): boolean => !bytes.some((byte) => byte > space)

const isAnswer = (message: Extract<Message, { kind: 'response' }>, request: Request): boolean =>
  message.id === request.id || (message.id === null && isObject(message.error))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
