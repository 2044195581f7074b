/**
 * Reply collector: decides when the reply to one command is complete. A pure state machine, without socket or clock.
 *
 * RCON has no end marker. A server splits a reply into packets of at least 4,096 bytes, so a shorter one is the last,
 * except on servers that send one packet per message. Where the length does not decide, an empty packet of an unknown
 * type (a probe) marks the end: most servers reject it by name, after everything before it.
 */
import { deniedId, type Packet } from './packet.js'

/**
 * How a server handles a packet of an unknown type. `answered`: rejects it by name (vanilla, Bukkit, Forge). `closes`:
 * treats it as a failed login and closes (Pumpkin), or only closes (Cuberite). `ignored`: sends nothing (the Nukkit
 * family).
 */
export type ProbeBehavior = 'answered' | 'closes' | 'ignored'

/** A shorter packet is the last of its reply. Vanilla splits at 4,096 UTF-16 units, Forge at 4,096 bytes. */
export const fullPieceBytes = 4_096

/** Milliseconds without a packet before the next step. */
export const silence = {
  /** After a short packet, on a server that may send one packet per message. */
  betweenMessages: 30,
  /** Without any packet: some servers send none for an empty reply. */
  beforeFirst: 300,
  /** After a probe without a response. */
  afterProbe: 500,
} as const

export interface ReplyLimits {
  /** Maximum bytes of all packets. */
  readonly bytes: number
  readonly packets: number
}

export type NextStep =
  /** Call `silent` after this time without a packet; without a time, only wait for packets. */
  | { readonly kind: 'wait'; readonly milliseconds?: number; readonly sendProbe?: true }
  /** `isUsable`: whether the connection accepts another command. */
  | { readonly kind: 'done'; readonly text: string; readonly isUsable: boolean }
  | { readonly kind: 'failed'; readonly why: 'denied' | 'too-large' | 'closed' }

export interface CollectorOptions {
  readonly commandId: number
  readonly probeId: number
  readonly probes: ProbeBehavior
  /** Whether the server has sent an empty packet as a reply. */
  readonly answersEmpty: boolean
  /** Whether the server was seen to send one packet per message. */
  readonly splitsMessages: boolean
  readonly limits: ReplyLimits
}

export class ReplyCollector {
  readonly #options: CollectorOptions
  readonly #pieces: Buffer[] = []
  #bytes = 0
  #probing = false
  #denied = false

  constructor(options: CollectorOptions) {
    this.#options = options
  }

  /** Number of packets so far. */
  get packets(): number {
    return this.#pieces.length
  }

  /** The first step after the command was sent. */
  begin(): NextStep {
    const { probes, answersEmpty, splitsMessages } = this.#options
    if (probes === 'ignored') return { kind: 'wait' }
    // With one packet per message, an empty packet is an empty message: a reply without messages may have no packet.
    const sendsOne = answersEmpty && probes !== 'closes' && !splitsMessages
    return sendsOne ? { kind: 'wait' } : { kind: 'wait', milliseconds: silence.beforeFirst }
  }

  /** A packet for this command or its probe, or a denial; undefined when it belongs to neither. */
  take(packet: Packet): NextStep | undefined {
    const { commandId, probeId } = this.#options
    if (packet.id === commandId) return this.#add(packet.body)
    if (packet.id === probeId && this.#probing) return this.#done(true)
    if (packet.id !== deniedId) return undefined
    if (!this.#probing) return { kind: 'failed', why: 'denied' }
    this.#denied = true
    return this.#done(false)
  }

  /** The time of the last step passed without a packet. */
  silent(): NextStep {
    if (!this.#probing && this.packets === 0) return this.#probe()
    // No packet and no response to the probe: the command may still run.
    if (this.packets === 0) return { kind: 'wait' }
    return this.#done(true)
  }

  /** The server closed the connection. */
  closed(): NextStep {
    const { probes } = this.#options
    if (this.#denied) return this.#done(false)
    // A server that responds to probes was stopped before the end; others close on a probe, or after `stop`.
    const isWhole = this.packets > 0 && probes !== 'answered'
    return isWhole ? this.#done(false) : { kind: 'failed', why: 'closed' }
  }

  #add(body: Buffer): NextStep {
    const { limits, probes, splitsMessages } = this.#options
    this.#pieces.push(body)
    this.#bytes += body.length
    if (this.#bytes > limits.bytes || this.packets > limits.packets) return { kind: 'failed', why: 'too-large' }
    if (this.#probing) return { kind: 'wait', milliseconds: silence.afterProbe }
    // Cuberite confirms each command with an empty packet, and sends its text a tick later in one packet of any length.
    const isConfirmed = probes === 'closes' && this.#pieces[0]?.length === 0
    if (isConfirmed) {
      return { kind: 'wait', milliseconds: this.packets === 1 ? silence.beforeFirst : silence.betweenMessages }
    }
    const isFull = body.length >= fullPieceBytes
    if (isFull && probes !== 'ignored') return this.#probe()
    if (probes === 'answered' && !splitsMessages) return this.#done(true)
    return { kind: 'wait', milliseconds: silence.betweenMessages }
  }

  #probe(): NextStep {
    this.#probing = true
    return { kind: 'wait', milliseconds: silence.afterProbe, sendProbe: true }
  }

  /** Packets are joined before decoding, because one may end inside a character. */
  #done(isUsable: boolean): NextStep {
    const [first] = this.#pieces
    const bytes = first && this.packets === 1 ? first : Buffer.concat(this.#pieces)
    return { kind: 'done', text: bytes.toString('utf8'), isUsable }
  }
}
