/**
 * Agent session: one WebSocket to an agent, from the dial to its end. See docs/protocol.md#agents-registration and
 * docs/protocol.md#frames.
 *
 * Guards invariant 7: every frame is checked before anything is done with it, and an agent that sends too many bad
 * ones is hung up on. Whatever goes wrong over what an agent sent costs this agent its session and nobody anything else.
 * When the session ends, every request that waits fails at once.
 */
import { randomUUID } from 'node:crypto'
import { frameText, registration } from '../../contract/frames.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type {
  CapabilityUpdateFrame,
  EventFrame,
  Health,
  MessageFrame,
  RegisterAckFrame,
} from '../../contract/generated/message-frame.js'
import type { OwnWords } from '../../contract/own-words.js'
import { contractVersion, product } from '../../contract/product.js'
import type { Server } from '../../contract/server.js'
import { compatibilityOf, parseVersion } from '../../contract/versions.js'
import type { CancellationToken, Clock, Log, ProviderAnswer, ProviderRequest } from '../../gateway/ports.js'
import { cleanText } from '../../policy/untrusted-text.js'
import type { ReadFrame } from '../../validation/frame-reader.js'
import { AgentSocket, type SocketOptions } from './agent-socket.js'
import { termsOf } from './connection-terms.js'
import { Heart } from './heart.js'
import { LeakyBucket } from './leaky-bucket.js'
import { PendingRequests } from './pending-requests.js'
import { cleanError, providerFailure } from './provider-failure.js'

/** Milliseconds from the dial to the agent's acknowledgement. */
const registrationTimeoutMs = 10_000
/** Frames that are bad, or that nobody waits for: this many at once, and one more every so many milliseconds. */
const badFrames = { allowed: 10, forgivenEveryMs: 60_000 }
/** Heartbeats that the agent sends by itself, in the same way; one more ends the session. */
const beats = { allowed: 30, forgivenEveryMs: 1_000 }
/** Lines in the log about what is no fault, in the same way. */
const remarks = { allowed: 10, forgivenEveryMs: 6_000 }

export type Registration = RegisterAckFrame &
  Required<Pick<RegisterAckFrame, 'agentInfo' | 'capabilities'>> & {
    /** How the agent's version of the contract gets on with ours. */
    readonly contract: NonNullable<Server['contract']>
  }

/** What throws ends the session. */
export interface SessionEvents {
  registered(registration: Registration): void
  health(health: Health): void
  /** It answered our heartbeat, after so many milliseconds. */
  answered(latencyMs: number): void
  /** Whether heartbeats are missing. */
  quiet(missing: boolean): void
  updated(update: CapabilityUpdateFrame): void
  event(event: EventFrame): void
  ended(error: GatewayError): void
}

export interface SessionOptions extends SocketOptions {
  readonly token: string
  readonly clock: Clock
  readonly log: Log
  readonly readFrame: (text: string) => ReadFrame
  /** Id of this installation. */
  readonly gatewayId?: string
  /** Version of the contract that we speak; ours when left out. */
  readonly contractVersion?: string
}

export class AgentSession {
  readonly #options: SessionOptions
  readonly #events: SessionEvents
  readonly #socket: AgentSocket
  readonly #pending = new PendingRequests()
  readonly #registerId = randomUUID()
  readonly #faults: LeakyBucket
  readonly #beats: LeakyBucket
  readonly #remarks: LeakyBucket
  readonly #stopTimer: () => void
  #sessionId = ''
  #heart: Heart | undefined
  /** The heartbeat that waits for its answer. */
  #beat = { id: '', at: 0 }
  #ended = false

  /** @throws GatewayError when the address cannot be dialled at all */
  constructor(options: SessionOptions, events: SessionEvents) {
    const { clock } = options
    this.#options = options
    this.#events = events
    this.#faults = new LeakyBucket(badFrames.forgivenEveryMs, clock.elapsed())
    this.#beats = new LeakyBucket(beats.forgivenEveryMs, clock.elapsed())
    this.#remarks = new LeakyBucket(remarks.forgivenEveryMs, clock.elapsed())
    this.#socket = new AgentSocket(options, {
      open: () => this.#within(() => this.#register()),
      text: (text) => this.#within(() => this.#receive(text)),
      ended: (error) => this.#end(error),
    })
    this.#stopTimer = clock.after(registrationTimeoutMs, () => this.#end(new GatewayError('SYSTEM.TIMEOUT')))
  }

  /**
   * @throws GatewayError what the agent answered, or SYSTEM.SERVICE_UNAVAILABLE when it goes away meanwhile, or reads
   * nothing of what it is sent
   */
  async request(request: ProviderRequest, cancellation: CancellationToken): Promise<ProviderAnswer> {
    if (this.#ended) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
    const id = randomUUID()
    const { capabilityId, version, caller, traceId, sessionId } = request
    const context = { caller, traceId, ...(sessionId && { sessionId }) }
    const payload = { capabilityId, version, parameters: request.arguments, context }
    if (!this.#socket.send(frameText('request', { payload }, id))) throw unread
    return this.#pending.wait(id, cancellation)
  }

  close(): void {
    this.#end(new GatewayError('SYSTEM.MAINTENANCE'), 1000)
  }

  /** Ends the session of an agent that sends too many of something; the agent is sent the error first. */
  tooFast(what: 'heartbeats' | 'updates'): void {
    const { address, log } = this.#options
    log.warn('an agent sends too much and is disconnected', { address, what })
    const error = new GatewayError('SYSTEM.RATE_LIMITED', {
      message: `The Minecraft server sends ${what} too fast.`,
      suggestion: 'Update the plugin of that server, or report this to its author.',
      details: { reason: `${what} too fast` },
    })
    this.#send('error', { error: error.toContract() })
    this.#end(error)
  }

  /** Ends the session over a fault of ours that came to light by what the agent sent. Never throws. */
  fail(error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#options.log.error('what an agent sent could not be dealt with', { address: this.#options.address, reason })
    this.#end(new GatewayError('SYSTEM.INTERNAL_ERROR'), 1011)
  }

  /** The boundary: above is an event of a socket or a clock, which nobody catches. */
  #within(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fail(error)
    }
  }

  #register(): void {
    this.#send('register', registration(this.#options.token, this.#version, this.#options.gatewayId), this.#registerId)
  }

  #receive(text: string): void {
    if (this.#ended) return
    this.#heart?.heard()
    const read = this.#options.readFrame(text)
    if (read.ok) this.#handle(read.frame)
    else this.#refuse(read.reason, mayBeAnswer(read.type), read.correlationId)
  }

  /** Who does not read what it is sent, not even a heartbeat, is not there. */
  #send<Type extends MessageFrame['type']>(
    type: Type,
    body: Parameters<typeof frameText<Type>>[1],
    id: string = randomUUID(),
  ): void {
    if (!this.#ended && !this.#socket.send(frameText(type, body, id))) this.#end(unread)
  }

  get #version(): string {
    return this.#options.contractVersion ?? contractVersion
  }

  #handle(frame: MessageFrame): void {
    if (frame.type === 'register_ack') return this.#acknowledge(frame)
    if (!this.#heart) return this.#refuse(`${frame.type} before registration`)
    switch (frame.type) {
      case 'response':
        return this.#settle(frame)
      case 'error':
        return this.#fail(frame)
      case 'event':
        return this.#events.event(frame)
      case 'heartbeat':
        if (this.#beatsTooFast()) return this.tooFast('heartbeats')
        this.#send('heartbeat_ack', { correlationId: frame.id })
        if (frame.status) this.#events.health(frame.status)
        return
      case 'heartbeat_ack':
        if (!this.#answered(frame.correlationId) && this.#beatsTooFast()) return this.tooFast('heartbeats')
        if (frame.status) this.#events.health(frame.status)
        return
      case 'capability_update':
        return this.#events.updated(frame)
      default:
        return this.#refuse(`a gateway takes no ${frame.type}`)
    }
  }

  #acknowledge(frame: RegisterAckFrame): void {
    if (this.#heart) return this.#refuse('registered already')
    if (frame.correlationId !== undefined && frame.correlationId !== this.#registerId) {
      return this.#refuse('an acknowledgement of another registration')
    }
    if (!frame.success || !frame.agentInfo || !frame.capabilities) {
      return this.#end(frame.error ? providerFailure(frame.error) : new GatewayError('AUTH.TOKEN_INVALID'))
    }
    const { version } = frame.agentInfo
    const contract = compatibilityOf(this.#version, version)
    if (contract === 'incompatible') return this.#end(versionMismatch(this.#version, version))
    this.#sessionId = frame.sessionId ?? ''
    this.#stopTimer()
    this.#events.registered({ ...frame, contract, agentInfo: frame.agentInfo, capabilities: frame.capabilities })
    if (this.#ended) return
    this.#heart = new Heart(this.#options.clock, termsOf(frame.config).heartbeatMs, {
      beat: () => this.#within(() => this.#sendBeat()),
      quiet: (missing) => this.#within(() => this.#events.quiet(missing)),
      gone: () => this.#end(new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')),
    })
    if (this.#ended) this.#heart.stop()
  }

  #sendBeat(): void {
    this.#beat = { id: randomUUID(), at: this.#options.clock.elapsed() }
    this.#send(
      'heartbeat',
      { gatewayId: this.#options.gatewayId ?? product.id, sessionId: this.#sessionId },
      this.#beat.id,
    )
  }

  /** Of its own, and answers that nobody waits for: each may change what every screen shows. */
  #beatsTooFast(): boolean {
    return this.#beats.add(this.#options.clock.elapsed()) > beats.allowed
  }

  /** Whether it answers our heartbeat. One that answers another, or answers twice, says nothing about how fast it is. */
  #answered(correlationId: string | undefined): boolean {
    const { id, at } = this.#beat
    if (id === '' || correlationId !== id) return false
    this.#beat = { id: '', at: 0 }
    this.#events.answered(Math.max(0, this.#options.clock.elapsed() - at))
    return true
  }

  /** An answer that comes too late, or twice, is no fault: a slow server is not a hostile one. */
  #settle(frame: Extract<MessageFrame, { type: 'response' }>): void {
    switch (this.#pending.settle(frame)) {
      case 'settled':
        return
      case 'over':
        return this.#remark('an answer came to a call that is over', { address: this.#options.address })
      case 'unknown':
        return this.#refuse('an answer nobody waits for')
    }
  }

  /** An `error` frame ends the request it names; one that names none is only written down. */
  #fail(frame: Extract<MessageFrame, { type: 'error' }>): void {
    const error = frame.error ?? frame.payload?.error ?? { code: 'BUSINESS.OPERATION_FAILED', message: 'It failed.' }
    const failed = frame.correlationId !== undefined && this.#pending.fail(frame.correlationId, providerFailure(error))
    if (!failed) this.#remark('an agent reports an error', { ...cleanError(error) })
  }

  #remark<Words extends string>(message: OwnWords<Words>, details: Record<string, unknown>): void {
    if (this.#remarks.add(this.#options.clock.elapsed()) <= remarks.allowed)
      this.#options.log.warn<Words>(message, details)
  }

  /** @param answer whether the frame may have been meant as the answer to a request */
  #refuse(reason: string, answer = false, correlationId?: string): void {
    const faults = this.#faults.add(this.#options.clock.elapsed())
    this.#options.log.warn('an agent sent a bad frame', { address: this.#options.address, reason })
    const failure = new GatewayError('PROTOCOL.INVALID_RESPONSE', { details: { reason } })
    if (answer) this.#pending.fail(correlationId, failure)
    if (!this.#heart || faults >= badFrames.allowed) this.#end(failure)
  }

  #end(error: GatewayError, code = 1008): void {
    if (this.#ended) return
    this.#ended = true
    this.#stopTimer()
    this.#heart?.stop()
    this.#socket.close(code)
    this.#pending.failAll(inTheMiddle(error))
    try {
      this.#events.ended(error)
    } catch (thrown) {
      this.#options.log.error('the end of a session could not be told', { reason: `${thrown}` })
    }
  }
}

const mayBeAnswer = (type: MessageFrame['type'] | undefined): boolean =>
  type === undefined || type === 'response' || type === 'error'

const inTheMiddle = (cause: GatewayError): GatewayError =>
  cause.code === 'PROTOCOL.INVALID_RESPONSE'
    ? cause
    : new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
        message: 'The Minecraft server went away in the middle of the call.',
        suggestion: 'The action may have been done. Read the state before you try again.',
        cause,
      })

const unread = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
  message: 'The Minecraft server does not read what it is sent.',
  suggestion: 'Look at the load of the server and its agent, then try again.',
})

/** @param agent what an agent says of itself */
function versionMismatch(gateway: string, agent: string): GatewayError {
  const [ours, theirs] = [parseVersion(gateway), parseVersion(agent)]
  const agentIsNewer = ours !== undefined && theirs !== undefined && theirs.major > ours.major
  return new GatewayError('PROTOCOL.VERSION_MISMATCH', {
    message: `The agent speaks version ${cleanText(agent, 64)} of the contract, Gatehouse ${gateway}.`,
    suggestion: agentIsNewer ? 'Update Gatehouse.' : 'Update the agent of that server.',
    details: { gateway, agent: cleanText(agent, 64) },
  })
}
