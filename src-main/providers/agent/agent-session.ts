/**
 * Agent session: one WebSocket to an agent, from connecting to its end. See docs/protocol.md#agents-registration and
 * docs/protocol.md#frames.
 *
 * Enforces invariant 7: every frame is validated first, and an agent that sends too many invalid ones is disconnected.
 * An error caused by an agent's frames ends only its own session. When the session ends, every pending request fails at
 * once.
 */
import { randomUUID } from 'node:crypto'
import { frameText, registration } from '@contract/frames.js'
import { GatewayError } from '@contract/gateway-error.js'
import type {
  CapabilityUpdateFrame,
  EventFrame,
  Health,
  MessageFrame,
  RegisterAckFrame,
} from '@contract/generated/message-frame.js'
import { contractVersion, product } from '@contract/product.js'
import type { LiteralText } from '@contract/text/literal-text.js'
import { compatibilityOf, parseVersion } from '@contract/versions.js'
import type { Server } from '@shared/servers/server.js'
import type { CancellationToken } from '../../gateway/ports/cancellation.js'
import type { ProviderRequest, ProviderResponse } from '../../gateway/ports/provider.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { ReadFrame } from '../../validation/frame-reader.js'
import { AgentSocket, HeartbeatMonitor, type SocketOptions } from './agent-socket.js'
import { termsOf } from './connection-terms.js'
import { LeakyBucket } from './leaky-bucket.js'
import { AgentRequests } from './pending-requests.js'
import { cleanError, providerFailure } from './provider-failure.js'

/** Milliseconds from connecting to the agent's acknowledgement. */
const registrationTimeoutMs = 10_000
/** Rate limit of invalid or unexpected frames: burst, and milliseconds per further one. */
const badFrames = { allowed: 10, leakEveryMs: 60_000 }
/** Rate limit of the agent's own heartbeats; one more ends the session. */
const beats = { allowed: 30, leakEveryMs: 1_000 }
/** Rate limit of log lines other than errors. */
const logLimit = { allowed: 10, leakEveryMs: 6_000 }

export type AgentRegistration = RegisterAckFrame &
  Required<Pick<RegisterAckFrame, 'agentInfo' | 'capabilities'>> & {
    /** Compatibility of the agent's contract version with ours. */
    readonly contract: NonNullable<Server['contract']>
  }

/** An exception ends the session. */
export interface SessionEvents {
  registered(registration: AgentRegistration): void
  health(health: Health): void
  /** The latency of a heartbeat in milliseconds. */
  answered(latencyMs: number): void
  /** Whether heartbeats are missing. */
  quiet(missing: boolean): void
  updated(update: CapabilityUpdateFrame): void
  event(event: EventFrame): void
  ended(error: GatewayError): void
}

export interface AgentSessionOptions extends SocketOptions {
  readonly token: string
  readonly clock: Clock
  readonly log: Log
  readonly readFrame: (text: string) => ReadFrame
  /** Id of this installation. */
  readonly gatewayId?: string
  /** Our contract version; default: the current one. */
  readonly contractVersion?: string
}

export class AgentSession {
  readonly #options: AgentSessionOptions
  readonly #events: SessionEvents
  readonly #socket: AgentSocket
  readonly #pending = new AgentRequests()
  readonly #registerId = randomUUID()
  readonly #faults: LeakyBucket
  readonly #heartbeatRate: LeakyBucket
  readonly #logRate: LeakyBucket
  readonly #stopTimer: () => void
  #sessionId = ''
  #heartbeat: HeartbeatMonitor | undefined
  /** The heartbeat that waits for its acknowledgement. */
  #lastHeartbeat = { id: '', at: 0 }
  #ended = false

  /** @throws GatewayError when the address cannot be dialled at all */
  constructor(options: AgentSessionOptions, events: SessionEvents) {
    const { clock } = options
    this.#options = options
    this.#events = events
    this.#faults = new LeakyBucket(badFrames.leakEveryMs, clock.elapsed())
    this.#heartbeatRate = new LeakyBucket(beats.leakEveryMs, clock.elapsed())
    this.#logRate = new LeakyBucket(logLimit.leakEveryMs, clock.elapsed())
    this.#socket = new AgentSocket(options, {
      open: () => this.#within(() => this.#register()),
      text: (text) => this.#within(() => this.#receive(text)),
      ended: (error) => this.#end(error),
    })
    this.#stopTimer = clock.after(registrationTimeoutMs, () => this.#end(new GatewayError('SYSTEM.TIMEOUT')))
  }

  /**
   * @throws GatewayError the agent's error, or SYSTEM.SERVICE_UNAVAILABLE when it disconnects, or reads nothing
   */
  async request(request: ProviderRequest, cancellation: CancellationToken): Promise<ProviderResponse> {
    if (this.#ended) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
    const id = randomUUID()
    const { capabilityId, version, caller, traceId, sessionId, traceContext } = request
    const context = { caller, traceId, ...(sessionId && { sessionId }), ...traceContext }
    const payload = { capabilityId, version, parameters: request.arguments, context }
    if (!this.#socket.send(frameText('request', { payload }, id))) throw unread
    return this.#pending.wait(id, cancellation)
  }

  close(): void {
    this.#end(new GatewayError('SYSTEM.MAINTENANCE'), 1000)
  }

  /** Ends the session of an agent that exceeded a limit, after sending it the error. */
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

  /** Ends the session over an error of ours that its frames caused. Never throws. */
  fail(error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#options.log.error('what an agent sent could not be dealt with', { address: this.#options.address, reason })
    this.#end(new GatewayError('SYSTEM.INTERNAL_ERROR'), 1011)
  }

  /** Error boundary for callbacks of a socket or a timer, whose exceptions are not caught elsewhere. */
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
    this.#heartbeat?.received()
    const read = this.#options.readFrame(text)
    if (read.ok) this.#handle(read.frame)
    else this.#refuse(read.reason, mayBeAnswer(read.type), read.correlationId)
  }

  /** An agent that does not even read a heartbeat counts as disconnected. */
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
    if (!this.#heartbeat) return this.#refuse(`${frame.type} before registration`)
    switch (frame.type) {
      case 'response':
        return this.#settle(frame)
      case 'error':
        return this.#fail(frame)
      case 'event':
        return this.#events.event(frame)
      case 'heartbeat':
        if (this.#exceedsHeartbeatLimit()) return this.tooFast('heartbeats')
        this.#send('heartbeat_ack', { correlationId: frame.id })
        if (frame.status) this.#events.health(frame.status)
        return
      case 'heartbeat_ack':
        if (!this.#acknowledges(frame.correlationId) && this.#exceedsHeartbeatLimit()) return this.tooFast('heartbeats')
        if (frame.status) this.#events.health(frame.status)
        return
      case 'capability_update':
        return this.#events.updated(frame)
      default:
        return this.#refuse(`a gateway does not accept ${frame.type}`)
    }
  }

  #acknowledge(frame: RegisterAckFrame): void {
    if (this.#heartbeat) return this.#refuse('already registered')
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
    this.#heartbeat = new HeartbeatMonitor(this.#options.clock, termsOf(frame.config).heartbeatMs, {
      beat: () => this.#within(() => this.#sendHeartbeat()),
      quiet: (missing) => this.#within(() => this.#events.quiet(missing)),
      gone: () => this.#end(new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')),
    })
    if (this.#ended) this.#heartbeat.stop()
  }

  #sendHeartbeat(): void {
    this.#lastHeartbeat = { id: randomUUID(), at: this.#options.clock.elapsed() }
    this.#send(
      'heartbeat',
      { gatewayId: this.#options.gatewayId ?? product.id, sessionId: this.#sessionId },
      this.#lastHeartbeat.id,
    )
  }

  /** Unsolicited frames: each can update every open window. */
  #exceedsHeartbeatLimit(): boolean {
    return this.#heartbeatRate.add(this.#options.clock.elapsed()) > beats.allowed
  }

  /** Whether it acknowledges our heartbeat. A wrong or repeated acknowledgement has no latency. */
  #acknowledges(correlationId: string | undefined): boolean {
    const { id, at } = this.#lastHeartbeat
    if (id === '' || correlationId !== id) return false
    this.#lastHeartbeat = { id: '', at: 0 }
    this.#events.answered(Math.max(0, this.#options.clock.elapsed() - at))
    return true
  }

  /** A late or repeated response is no violation: a slow server is not hostile. */
  #settle(frame: Extract<MessageFrame, { type: 'response' }>): void {
    switch (this.#pending.settle(frame)) {
      case 'settled':
        return
      case 'over':
        return this.#logLimited('a response arrived after its call ended', { address: this.#options.address })
      case 'unknown':
        return this.#refuse('a response without a pending request')
    }
  }

  /** An `error` frame ends the request it names, or the only one that is open; otherwise it is only logged. */
  #fail(frame: Extract<MessageFrame, { type: 'error' }>): void {
    const error = frame.error ?? frame.payload?.error ?? { code: 'BUSINESS.OPERATION_FAILED', message: 'It failed.' }
    const failed = this.#pending.fail(frame.correlationId, providerFailure(error))
    if (!failed) this.#logLimited('an agent reports an error', { ...cleanError(error) })
  }

  #logLimited<Words extends string>(message: LiteralText<Words>, details: Record<string, unknown>): void {
    if (this.#logRate.add(this.#options.clock.elapsed()) <= logLimit.allowed)
      this.#options.log.warn<Words>(message, details)
  }

  /** @param answer whether the frame may be a response to a request */
  #refuse(reason: string, answer = false, correlationId?: string): void {
    const faults = this.#faults.add(this.#options.clock.elapsed())
    this.#options.log.warn('an agent sent a bad frame', { address: this.#options.address, reason })
    const failure = new GatewayError('PROTOCOL.INVALID_RESPONSE', { details: { reason } })
    if (answer) this.#pending.fail(correlationId, failure)
    if (!this.#heartbeat || faults >= badFrames.allowed) this.#end(failure)
  }

  #end(error: GatewayError, code = 1008): void {
    if (this.#ended) return
    this.#ended = true
    this.#stopTimer()
    this.#heartbeat?.stop()
    this.#socket.close(code)
    this.#pending.failAll(inTheMiddle(error))
    try {
      this.#events.ended(error)
    } catch (thrown) {
      this.#options.log.error('the end of a session could not be reported', { reason: `${thrown}` })
    }
  }
}

const mayBeAnswer = (type: MessageFrame['type'] | undefined): boolean =>
  type === undefined || type === 'response' || type === 'error'

const inTheMiddle = (cause: GatewayError): GatewayError =>
  cause.code === 'PROTOCOL.INVALID_RESPONSE'
    ? cause
    : new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
        message: 'The Minecraft server disconnected during the call.',
        suggestion: 'The action may have been done. Read the state before you try again.',
        cause,
      })

const unread = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
  message: 'The Minecraft server does not read its messages.',
  suggestion: 'Check the load of the server and its agent, then try again.',
})

/** @param agent the agent's information about itself */
function versionMismatch(gateway: string, agent: string): GatewayError {
  const [ours, theirs] = [parseVersion(gateway), parseVersion(agent)]
  const agentIsNewer = ours !== undefined && theirs !== undefined && theirs.major > ours.major
  return new GatewayError('PROTOCOL.VERSION_MISMATCH', {
    message: `The agent uses version ${cleanText(agent, 64)} of the contract. Gatehouse uses ${gateway}.`,
    suggestion: agentIsNewer ? 'Update Gatehouse.' : 'Update the agent of that server.',
    details: { gateway, agent: cleanText(agent, 64) },
  })
}
