/**
 * Agent under check: opens and counts connections to it, and closes them when the check ends.
 *
 * See docs/protocol.md#agents-registration and docs/protocol.md#frames.
 */
import { randomUUID } from 'node:crypto'
import { frameText, registration } from '@contract/frames.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { RegisterAckFrame } from '@contract/generated/message-frame.js'
import { certificateAdvice } from '../../../src-main/cli/certificate.js'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import type { FrameLog } from './frame-log.js'
import { describeMissingResponse, FrameConnection, type FrameReply } from './wire.js'

export interface CheckedAgentOptions {
  /** `ws:` or `wss:` */
  readonly address: string
  readonly token: string
  /** SHA-256 fingerprint of the only accepted certificate; default: public authorities. */
  readonly certificate?: string
  readonly clock: Clock
  /** Milliseconds the agent has for each response. */
  readonly timeoutMs: number
  /** Milliseconds of silence after which no more frames are expected. */
  readonly settleMs: number
  /** Milliseconds to listen for events at the end. */
  readonly listenMs: number
}

/** An agent that accepts no connection, or no more; with a sentence. */
export class Unreachable extends Error {}

export class AgentUnderCheck {
  readonly options: CheckedAgentOptions
  readonly journal: FrameLog
  readonly #wires: FrameConnection[] = []

  constructor(options: CheckedAgentOptions, journal: FrameLog) {
    this.options = options
    this.journal = journal
  }

  /** @throws Unreachable when nothing listens */
  async dial(): Promise<FrameConnection> {
    const { address, clock, timeoutMs, certificate } = this.options
    const pinned = certificate && { certificate }
    const connection = this.#wires.length + 1
    const wire = await FrameConnection.dial({
      address,
      clock,
      timeoutMs,
      ...pinned,
      journal: this.journal,
      connection,
    }).catch((error: Error) => {
      const advice = error instanceof GatewayError && certificateAdvice(error.toContract())
      throw new Unreachable(`could not connect: ${error.message}${advice ? ` ${advice}` : ''}`)
    })
    this.#wires.push(wire)
    return wire
  }

  /** Sends a registration; a response with success means that we are registered. */
  async register(wire: FrameConnection, token = this.options.token): Promise<{ id: string; reply: FrameReply }> {
    const id = randomUUID()
    const coming = wire.next(
      ({ claims, read }) => claims.type === 'register_ack' || (read.ok && read.frame.type === 'error'),
    )
    wire.send(frameText('register', registration(token), id))
    const reply = await coming
    return { id, reply }
  }

  /** A registered connection. @throws Unreachable */
  async connect(): Promise<FrameConnection> {
    const wire = await this.dial()
    const { reply } = await this.register(wire)
    if (reply.kind !== 'answer') throw new Unreachable(`the registration failed: ${describeMissingResponse(reply)}`)
    if (!isRegistered(reply)) throw new Unreachable('the registration was refused')
    return wire
  }

  async close(): Promise<void> {
    await Promise.all(this.#wires.map((wire) => wire.close()))
  }
}

export const isRegistered = (reply: FrameReply): reply is { kind: 'answer'; frame: RegisterAckFrame } =>
  reply.kind === 'answer' && reply.frame.type === 'register_ack' && reply.frame.success
