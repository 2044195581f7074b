/**
 * Agent under check: how a check reaches it. Connections are counted, and closed when the check ends.
 *
 * See docs/protocol.md#agents-registration and docs/protocol.md#frames.
 */
import { randomUUID } from 'node:crypto'
import { frameText, registration } from '../../contract/frames.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type { RegisterAckFrame } from '../../contract/generated/message-frame.js'
import type { Clock } from '../../gateway/ports.js'
import { certificateAdvice } from '../certificate.js'
import type { Journal } from './journal.js'
import { missingAnswer, type Reply, Wire } from './wire.js'

export interface AgentOptions {
  /** `ws:` or `wss:` */
  readonly address: string
  readonly token: string
  /** SHA-256 fingerprint of the only certificate that will do; public authorities decide when left out. */
  readonly certificate?: string
  readonly clock: Clock
  /** Milliseconds that the agent has for each answer. */
  readonly timeoutMs: number
  /** Milliseconds after which nothing more is expected to come. */
  readonly settleMs: number
  /** Milliseconds to listen for events at the end. */
  readonly listenMs: number
}

/** An agent that lets nobody in, or not any more; in words. */
export class Unreachable extends Error {}

export class AgentUnderCheck {
  readonly options: AgentOptions
  readonly journal: Journal
  readonly #wires: Wire[] = []

  constructor(options: AgentOptions, journal: Journal) {
    this.options = options
    this.journal = journal
  }

  /** @throws Unreachable when nobody listens */
  async dial(): Promise<Wire> {
    const { address, clock, timeoutMs, certificate } = this.options
    const pinned = certificate && { certificate }
    const connection = this.#wires.length + 1
    const wire = await Wire.dial({ address, clock, timeoutMs, ...pinned, journal: this.journal, connection }).catch(
      (error: Error) => {
        const advice = error instanceof GatewayError && certificateAdvice(error.toContract())
        throw new Unreachable(`could not connect: ${error.message}${advice ? ` ${advice}` : ''}`)
      },
    )
    this.#wires.push(wire)
    return wire
  }

  /** Sends a registration; whoever answers with success has registered us. */
  async register(wire: Wire, token = this.options.token): Promise<{ id: string; reply: Reply }> {
    const id = randomUUID()
    const coming = wire.next(
      ({ claims, read }) => claims.type === 'register_ack' || (read.ok && read.frame.type === 'error'),
    )
    wire.send(frameText('register', registration(token), id))
    const reply = await coming
    return { id, reply }
  }

  /** A connection that is registered. @throws Unreachable */
  async connect(): Promise<Wire> {
    const wire = await this.dial()
    const { reply } = await this.register(wire)
    if (reply.kind !== 'answer') throw new Unreachable(`the registration failed: ${missingAnswer(reply)}`)
    if (!isWelcome(reply)) throw new Unreachable('the registration was refused')
    return wire
  }

  async close(): Promise<void> {
    await Promise.all(this.#wires.map((wire) => wire.close()))
  }
}

export const isWelcome = (reply: Reply): reply is { kind: 'answer'; frame: RegisterAckFrame } =>
  reply.kind === 'answer' && reply.frame.type === 'register_ack' && reply.frame.success
