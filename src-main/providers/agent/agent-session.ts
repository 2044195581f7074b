/**
 * Agent session: one WebSocket to an agent, from the dial to its end. Specification 1, sections 8 and 9.
 *
 * Guards invariant 7: every frame is checked before anything is done with it, and an agent that sends too many bad
 * ones is hung up on. When the session ends, every request that waits fails at once.
 */
import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { frameText, maxFrameBytes } from '../../contract/frames.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type {
  CapabilityUpdateFrame,
  EventFrame,
  Health,
  MessageFrame,
  RegisterAckFrame,
} from '../../contract/generated/message-frame.js'
import { contractVersion, product } from '../../contract/product.js'
import { compatibilityOf } from '../../contract/versions.js'
import type { Clock, Log, ProviderAnswer, ProviderRequest } from '../../gateway/ports.js'
import { cleanText } from '../../policy/untrusted-text.js'
import type { ReadFrame } from '../../validation/frame-reader.js'
import { PendingRequests } from './pending-requests.js'
import { cleanError, providerFailure } from './provider-failure.js'

/** Milliseconds from the dial to the agent's acknowledgement. */
const registrationTimeoutMs = 10_000
/** Milliseconds between heartbeats until the agent says otherwise. */
const defaultHeartbeatMs = 30_000
/** Heartbeat intervals without any frame after which the agent is unwell, and after which it is gone. */
const missedBeats = { degraded: 2, gone: 3 }
/** Frames that are bad, or that nobody waits for: this many at once, and one more every so many milliseconds. */
const badFrames = { allowed: 10, forgivenEveryMs: 60_000 }
/** Frames a second; more is a flood. */
const mostFramesASecond = 5_000

export type Registration = RegisterAckFrame & Required<Pick<RegisterAckFrame, 'agentInfo' | 'capabilities'>>

export interface SessionEvents {
  registered(registration: Registration): void
  health(health: Health): void
  /** Whether heartbeats are missing. */
  quiet(missing: boolean): void
  updated(update: CapabilityUpdateFrame): void
  event(event: EventFrame): void
  ended(error: GatewayError): void
}

export interface SessionOptions {
  readonly address: string
  readonly token: string
  readonly clock: Clock
  readonly log: Log
  readonly readFrame: (text: string) => ReadFrame
}

export class AgentSession {
  readonly #options: SessionOptions
  readonly #events: SessionEvents
  readonly #socket: WebSocket
  readonly #pending = new PendingRequests()
  readonly #registerId = randomUUID()
  #sessionId = ''
  #registered = false
  #ended = false
  #badFrames = 0
  #forgivenAt: number
  #second = { began: 0, frames: 0 }
  #lastFrameAt: number
  #stopTimer: () => void

  constructor(options: SessionOptions, events: SessionEvents) {
    this.#options = options
    this.#events = events
    this.#lastFrameAt = options.clock.elapsed()
    this.#forgivenAt = this.#lastFrameAt
    this.#socket = new WebSocket(options.address, {
      maxPayload: maxFrameBytes,
      handshakeTimeout: registrationTimeoutMs,
      perMessageDeflate: false,
      followRedirects: false,
    })
    this.#stopTimer = options.clock.after(registrationTimeoutMs, () => this.#end(new GatewayError('SYSTEM.TIMEOUT')))
    this.#socket.on('open', () => this.#register())
    this.#socket.on('message', (data, isBinary) => this.#receive(isBinary ? '' : data.toString()))
    this.#socket.on('error', (error) => this.#end(connectionError(error)))
    this.#socket.on('close', () => this.#end(new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')))
  }

  /** @throws GatewayError what the agent answered, or SYSTEM.SERVICE_UNAVAILABLE when it goes away meanwhile */
  request(request: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer> {
    const id = randomUUID()
    const answer = this.#pending.wait(id, signal)
    this.#socket.send(
      frameText(
        'request',
        {
          payload: {
            capabilityId: request.capabilityId,
            version: request.version,
            parameters: { ...request.arguments },
            context: {
              caller: request.caller,
              traceId: request.traceId,
              ...(request.sessionId && { sessionId: request.sessionId }),
            },
          },
        },
        id,
      ),
    )
    return answer
  }

  close(): void {
    this.#end(new GatewayError('SYSTEM.MAINTENANCE'), 1000)
  }

  #register(): void {
    this.#socket.send(
      frameText(
        'register',
        {
          version: contractVersion,
          gateway: { ...product, environment: 'production' },
          authentication: { type: 'token', token: this.#options.token },
        },
        this.#registerId,
      ),
    )
  }

  #receive(text: string): void {
    if (this.#ended) return
    this.#lastFrameAt = this.#options.clock.elapsed()
    if (this.#isFlood()) {
      return this.#end(new GatewayError('PROTOCOL.INVALID_RESPONSE', { message: 'The Minecraft server floods us.' }))
    }
    const read = this.#options.readFrame(text)
    if (read.ok) this.#handle(read.frame)
    else this.#refuse(read.reason, mayBeAnswer(read.type), read.correlationId)
  }

  #handle(frame: MessageFrame): void {
    if (frame.type === 'register_ack') return this.#acknowledge(frame)
    if (!this.#registered) return this.#refuse(`${frame.type} before registration`)
    switch (frame.type) {
      case 'response':
        if (!this.#pending.settle(frame)) this.#refuse('an answer nobody waits for')
        return
      case 'error':
        return this.#fail(frame)
      case 'event':
        return this.#events.event(frame)
      case 'heartbeat':
        this.#socket.send(frameText('heartbeat_ack', { correlationId: frame.id }, randomUUID()))
        if (frame.status) this.#events.health(frame.status)
        return
      case 'heartbeat_ack':
        if (frame.status) this.#events.health(frame.status)
        return
      case 'capability_update':
        return this.#events.updated(frame)
      default:
        return this.#refuse(`a gateway takes no ${frame.type}`)
    }
  }

  #acknowledge(frame: RegisterAckFrame): void {
    if (this.#registered) return this.#refuse('registered already')
    if (frame.correlationId !== undefined && frame.correlationId !== this.#registerId) {
      return this.#refuse('an acknowledgement of another registration')
    }
    if (!frame.success || !frame.agentInfo || !frame.capabilities) {
      return this.#end(frame.error ? providerFailure(frame.error) : new GatewayError('AUTH.TOKEN_INVALID'))
    }
    const { version } = frame.agentInfo
    const compatibility = compatibilityOf(contractVersion, version)
    if (compatibility === 'incompatible') return this.#end(versionMismatch(version))
    if (compatibility === 'degraded') {
      this.#options.log.warn('an agent is older than this gateway', { address: this.#options.address, version })
    }
    this.#registered = true
    this.#sessionId = frame.sessionId ?? ''
    this.#stopTimer()
    this.#events.registered({ ...frame, agentInfo: frame.agentInfo, capabilities: frame.capabilities })
    this.#beat(frame.config?.heartbeatInterval ?? defaultHeartbeatMs)
  }

  #isFlood(): boolean {
    if (this.#lastFrameAt - this.#second.began >= 1_000) this.#second = { began: this.#lastFrameAt, frames: 0 }
    this.#second.frames += 1
    return this.#second.frames > mostFramesASecond
  }

  /** @param due when this beat should have come; one that comes late says nothing about the agent's silence */
  #beat(interval: number, due = this.#options.clock.elapsed()): void {
    if (this.#ended) return
    const now = this.#options.clock.elapsed()
    if (now - due > interval / 2) this.#lastFrameAt = now
    const silence = now - this.#lastFrameAt
    if (silence >= interval * missedBeats.gone) return this.#end(new GatewayError('SYSTEM.SERVICE_UNAVAILABLE'))
    this.#events.quiet(silence >= interval * missedBeats.degraded)
    this.#socket.send(frameText('heartbeat', { gatewayId: product.id, sessionId: this.#sessionId }, randomUUID()))
    this.#stopTimer = this.#options.clock.after(interval, () => this.#beat(interval, now + interval))
  }

  /** An `error` frame ends the request it names; one that names none is only written down. */
  #fail(frame: Extract<MessageFrame, { type: 'error' }>): void {
    const error = frame.error ?? frame.payload?.error ?? { code: 'BUSINESS.OPERATION_FAILED', message: 'It failed.' }
    const failed = frame.correlationId !== undefined && this.#pending.fail(frame.correlationId, providerFailure(error))
    if (!failed) this.#options.log.warn('an agent reports an error', { ...cleanError(error) })
  }

  /** @param answer whether the frame may have been meant as the answer to a request */
  #refuse(reason: string, answer = false, correlationId?: string): void {
    const now = this.#options.clock.elapsed()
    const forgiven = Math.floor((now - this.#forgivenAt) / badFrames.forgivenEveryMs)
    this.#badFrames = Math.max(0, this.#badFrames - forgiven) + 1
    this.#forgivenAt += forgiven * badFrames.forgivenEveryMs
    this.#options.log.warn('an agent sent a bad frame', { address: this.#options.address, reason })
    const failure = new GatewayError('PROTOCOL.INVALID_RESPONSE', { details: { reason } })
    if (answer) this.#pending.fail(correlationId, failure)
    if (!this.#registered || this.#badFrames >= badFrames.allowed) {
      this.#end(failure)
    }
  }

  #end(error: GatewayError, code = 1008): void {
    if (this.#ended) return
    this.#ended = true
    this.#stopTimer()
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.close(code)
    else this.#socket.terminate()
    const { clock } = this.#options
    clock.after(closingTimeoutMs, () => this.#socket.terminate())
    this.#pending.failAll(inTheMiddle(error))
    this.#events.ended(error)
  }
}

/** Milliseconds an agent may take to say goodbye. */
const closingTimeoutMs = 500

const mayBeAnswer = (type: MessageFrame['type'] | undefined): boolean =>
  type === undefined || type === 'response' || type === 'error'

const inTheMiddle = (cause: GatewayError): GatewayError =>
  cause.code === 'PROTOCOL.INVALID_RESPONSE'
    ? cause
    : new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
        message: 'The Minecraft server went away in the middle of the call.',
        suggestion: 'It may or may not have done what was asked: read the state before trying again.',
        cause,
      })

function connectionError(error: Error & { code?: string }): GatewayError {
  if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
    return new GatewayError('PROTOCOL.INVALID_RESPONSE', {
      message: `The Minecraft server sent a message larger than ${maxFrameBytes} bytes.`,
    })
  }
  return new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { details: { reason: error.message } })
}

const versionMismatch = (agent: string): GatewayError =>
  new GatewayError('PROTOCOL.VERSION_MISMATCH', {
    suggestion: 'Update Gatehouse.',
    details: { gateway: contractVersion, agent: cleanText(agent, 64) },
  })
