/**
 * Session: the client's session with the gateway. It outlives a restart of the gateway: the bridge repeats the client's
 * own handshake.
 *
 * A message is sent again only if it was definitely not delivered, and the client never receives a handshake that it
 * did not start (docs/protocol.md#mcp-bridge).
 */
import { randomUUID } from 'node:crypto'
import { sessionHeader } from '@contract/local/client-session.js'
import { waitHeader } from '@contract/local/client-wait.js'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import type { ClientProtocol } from './client-protocol.js'
import { BridgeError, type Failure, gatewayLost, httpRefusal, noResponse, notRunning } from './failure.js'
import { type GatewayReply, type GatewayTransport, NotDelivered } from './gateway-transport.js'
import { limits } from './limits.js'
import { answers, type Message, objectAt, type RpcRequest } from './message.js'
import { modernHeaders } from './modern-era.js'
import type { NotificationStream } from './notification-stream.js'
import type { PendingRequest } from './pending-requests.js'
import { isSameGateway, type Link, sessionHeaders } from './session-link.js'

export interface BridgeSessionDependencies {
  readonly protocol: ClientProtocol
  readonly transport: GatewayTransport
  readonly stream: NotificationStream
  /** Seconds that the client waits for a tool; the gateway answers before. */
  readonly wait?: number | undefined
  /** Finds or starts the gateway; throws a `BridgeError`. */
  readonly find: (signal: AbortSignal) => Promise<GatewayEndpoint>
  /** Forwards a message of the gateway to the client. */
  readonly deliver: (message: Message) => Promise<void>
}

/** The client's own handshake, to be repeated. */
interface Handshake {
  readonly params: RpcRequest['params']
  /** Whether the client sent `notifications/initialized`, even if no gateway received it. */
  confirmed: boolean
}

const attempts = 3
const ourId = 'gatehouse-bridge'

export class BridgeSession {
  readonly #deps: BridgeSessionDependencies
  /** Tells this client from others with the shared key where the protocol has no sessions. */
  readonly #id = randomUUID()
  readonly #closing = new AbortController()
  #knownGateway: GatewayEndpoint | undefined
  #finding: Promise<GatewayEndpoint> | undefined
  #handshake: Handshake | undefined
  #link: Link | undefined
  #renewing: Promise<Link> | undefined

  constructor(deps: BridgeSessionDependencies) {
    this.#deps = deps
  }

  /**
   * Sends a client message and returns the gateway's reply. Throws a `BridgeError` without one, or the abort reason.
   */
  async send(message: Message, pending: PendingRequest): Promise<GatewayReply> {
    const { signal } = pending.abort
    let failure: Failure = notRunning
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        signal.throwIfAborted()
        const link = this.#readyLink(message) ?? (await unlessAborted(this.#linkFor(message), signal))
        pending.sent = true
        if (this.confirms(message) && this.#handshake !== undefined) this.#handshake.confirmed = true
        const reply = await this.#post(link, message.text, signal, this.#modernHeaders(message, pending))
        if (attempt === attempts || !this.#isRejectedSession(reply, link)) return this.#observe(message, link, reply)
      } catch (error) {
        if (error instanceof BridgeError) this.invalidateGateway()
        if (this.confirms(message) && this.#handshake !== undefined) this.#handshake.confirmed = true
        if (!(error instanceof NotDelivered)) throw error
        failure = error.failure
      }
    }
    throw new BridgeError(failure)
  }

  /** Whether this is the handshake of the era with sessions. */
  opens(message: Message): message is RpcRequest {
    const { opening } = this.#deps.protocol
    return message.kind === 'request' && message.method === opening && modernHeaders(message) === undefined
  }

  /** Whether this ends that handshake. */
  confirms(message: Message): boolean {
    return message.kind === 'notification' && message.method === this.#deps.protocol.confirmation
  }

  /** Repeats this handshake of the client at the next gateway, because the client has had a response already. */
  adoptHandshake({ params }: RpcRequest): void {
    this.#handshake ??= { params, confirmed: false }
  }

  /** The next message searches for the gateway again. */
  invalidateGateway(): void {
    this.#knownGateway = undefined
  }

  /** Ends the session at the gateway, with a short timeout. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#deps.stream.stop()
    const link = this.#link
    if (link?.sessionId === undefined || !this.#deps.protocol.notifiesOnClose) return
    const signal = AbortSignal.timeout(limits.closeTimeMs)
    const headers = sessionHeaders(link)
    await this.#deps.transport
      .exchange({ gateway: link.gateway, method: 'DELETE', headers, signal })
      .catch(() => undefined)
  }

  /** The link of the session, when it is available without waiting. */
  #readyLink(message: Message): Link | undefined {
    const [link, gateway] = [this.#link, this.#knownGateway]
    if (link === undefined || gateway === undefined || !this.#needsSession(message)) return undefined
    return isSameGateway(link.gateway, gateway) ? link : undefined
  }

  #modernHeaders(message: Message, { modern }: PendingRequest): Record<string, string> | undefined {
    if (!modern || message.kind === 'response') return undefined
    return { 'Mcp-Method': message.method, ...modernHeaders(message), [sessionHeader]: this.#id }
  }

  #needsSession(message: Message): boolean {
    return this.#handshake !== undefined && !this.opens(message) && modernHeaders(message) === undefined
  }

  async #linkFor(message: Message): Promise<Link> {
    const gateway = await this.#gateway()
    if (this.#handshake === undefined || !this.#needsSession(message)) return { gateway }
    if (this.#link !== undefined && isSameGateway(this.#link.gateway, gateway)) return this.#link
    this.#renewing ??= this.#renew(gateway, this.#handshake).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Concurrent callers share one search. */
  async #gateway(): Promise<GatewayEndpoint> {
    if (this.#knownGateway !== undefined) return this.#knownGateway
    this.#finding ??= this.#deps.find(this.#closing.signal).finally(() => {
      this.#finding = undefined
    })
    this.#knownGateway = await this.#finding
    return this.#knownGateway
  }

  #post(link: Link, body: string, signal: AbortSignal, extra?: Record<string, string>): Promise<GatewayReply> {
    const { protocol, wait } = this.#deps
    const headers = {
      ...sessionHeaders(link),
      Accept: protocol.accept,
      ...(wait !== undefined && { [waitHeader]: `${wait}` }),
      ...extra,
    }
    return this.#deps.transport.exchange({ gateway: link.gateway, method: 'POST', headers, body, signal })
  }

  /** Whether the gateway rejected the message before processing it, because of an unknown session or key. */
  #isRejectedSession(reply: GatewayReply, link: Link): boolean {
    if (reply.kind !== 'refusal') return false
    const wrongKey = reply.status === 401
    if (!wrongKey && !(link.sessionId !== undefined && isUnknownSession(reply.status, reply.error))) return false
    if (wrongKey) this.invalidateGateway()
    if (this.#link === link) this.#link = undefined
    return true
  }

  /** Records the session that the client's own handshake opens. */
  #observe(message: Message, link: Link, reply: GatewayReply): GatewayReply {
    if (this.opens(message) && reply.kind === 'messages') {
      return { ...reply, messages: this.#openSession(message, link.gateway, reply) }
    }
    if (this.confirms(message) && reply.kind === 'accepted' && this.#link !== undefined) {
      this.#deps.stream.openFor(this.#link)
    }
    return reply
  }

  async *#openSession(
    request: RpcRequest,
    gateway: GatewayEndpoint,
    reply: Extract<GatewayReply, { kind: 'messages' }>,
  ): AsyncGenerator<Message> {
    for await (const message of reply.messages) {
      const link = linkIn(message, request.id, gateway, reply.sessionId)
      if (link !== undefined) {
        this.#handshake = { params: request.params, confirmed: false }
        this.#link = link
      }
      yield message
    }
  }

  /** Repeats the client's handshake. When this fails, the client's message was not sent, hence `NotDelivered`. */
  async #renew(gateway: GatewayEndpoint, { params, confirmed }: Handshake): Promise<Link> {
    const signal = this.#closing.signal
    const { protocol } = this.#deps
    try {
      const initialize = JSON.stringify({ jsonrpc: '2.0', id: ourId, method: protocol.opening, params })
      const link = await this.#linkFrom(await this.#post({ gateway }, initialize, signal), gateway)
      if (confirmed) {
        const confirmation = JSON.stringify({ jsonrpc: '2.0', method: protocol.confirmation })
        const reply = await this.#post(link, confirmation, signal)
        if (reply.kind === 'refusal') throw new NotDelivered(httpRefusal(reply.status))
        this.#deps.stream.openFor(link)
      }
      this.#link = link
      return link
    } catch (error) {
      if (error instanceof BridgeError && error.failure === gatewayLost) throw new NotDelivered(notRunning)
      throw error
    }
  }

  async #linkFrom(reply: GatewayReply, gateway: GatewayEndpoint): Promise<Link> {
    if (reply.kind === 'refusal') throw new NotDelivered(httpRefusal(reply.status))
    if (reply.kind === 'accepted') throw new BridgeError(noResponse)
    let link: Link | undefined
    for await (const message of reply.messages) {
      link ??= linkIn(message, ourId, gateway, reply.sessionId)
      if (message.kind !== 'response') await this.#deps.deliver(message)
    }
    if (link === undefined) throw new BridgeError(noResponse)
    return link
  }
}

const linkIn = (
  message: Message,
  id: RpcRequest['id'],
  gateway: GatewayEndpoint,
  sessionId: string | undefined,
): Link | undefined => {
  if (!answers(message, id) || message.error !== undefined) return undefined
  const version = objectAt(message, 'result').protocolVersion
  return { gateway, sessionId, protocolVersion: typeof version === 'string' ? version : undefined }
}

/** 404 means an unknown session; so does 400, unless its error names another problem. */
const isUnknownSession = (status: number, error: Message | undefined): boolean => {
  if (status === 404) return true
  if (status !== 400) return false
  const text = error === undefined ? undefined : objectAt(error, 'error').message
  return typeof text !== 'string' || /session|initiali[sz]ed/i.test(text)
}

/** Waits for shared work until the signal is aborted. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
