/**
 * Reply collector: decides when the reply to one command is whole. A pure state machine; it knows no socket and no time.
 *
 * RCON marks no end. A server cuts a reply into packets of at least 4,096 bytes, so a shorter one is the last, except
 * on servers that send a packet for each message. An empty packet of an unknown type (a probe) marks the end where the
 * length does not: most servers refuse it by name after everything before it.
 */
import { deniedId, type Packet } from './packet.js'

/**
 * What a server does with a packet of an unknown type. `answered`: refuses it by name (vanilla, Bukkit, Forge).
 * `closes`: takes it for a wrong login and closes (Pumpkin). `ignored`: says nothing (the Nukkit family).
 */
export type ProbeBehavior = 'answered' | 'closes' | 'ignored'

/** A piece shorter than this is the last of its reply. Vanilla cuts at 4,096 UTF-16 units, Forge at 4,096 bytes. */
export const fullPieceBytes = 4_096

/** Milliseconds of silence after which a step is taken. */
export const silence = {
  /** After a short packet, on a server that may send one for each message. */
  betweenMessages: 30,
  /** Without any packet: some servers send none for an empty reply. */
  beforeFirst: 300,
  /** After a probe that has not been answered. */
  afterProbe: 500,
} as const

export interface ReplyLimits {
  /** Bytes of all pieces. */
  readonly bytes: number
  readonly packets: number
}

export type NextStep =
  /** Call `silent` after this time without a packet; without a time, wait for packets only. */
  | { readonly kind: 'wait'; readonly milliseconds?: number; readonly sendProbe?: true }
  /** `isUsable`: whether the connection takes another command. */
  | { readonly kind: 'done'; readonly text: string; readonly isUsable: boolean }
  | { readonly kind: 'failed'; readonly why: 'denied' | 'too-large' | 'closed' }

export interface CollectorOptions {
  readonly commandId: number
  readonly probeId: number
  readonly probes: ProbeBehavior
  /** Whether the server is known to send a packet for an empty reply. */
  readonly answersEmpty: boolean
  /** Whether the server was seen to send a packet for each message. */
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

  /** Packets so far. */
  get packets(): number {
    return this.#pieces.length
  }

  /** What to do after the command was sent. */
  begin(): NextStep {
    const { probes, answersEmpty } = this.#options
    return probes === 'ignored' || answersEmpty ? { kind: 'wait' } : { kind: 'wait', milliseconds: silence.beforeFirst }
  }

  /** A packet for this command or its probe, or a denial; undefined when the packet belongs to neither. */
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
    // Nothing at all, and no word about the probe: the command may still run.
    if (this.packets === 0) return { kind: 'wait' }
    return this.#done(true)
  }

  /** The server closed the connection. */
  closed(): NextStep {
    const { probes } = this.#options
    if (this.#denied) return this.#done(false)
    // A server that answers probes was stopped before the end; others close on a probe, or after `stop`.
    const isWhole = this.packets > 0 && probes !== 'answered'
    return isWhole ? this.#done(false) : { kind: 'failed', why: 'closed' }
  }

  #add(body: Buffer): NextStep {
    const { limits, probes, splitsMessages } = this.#options
    this.#pieces.push(body)
    this.#bytes += body.length
    if (this.#bytes > limits.bytes || this.packets > limits.packets) return { kind: 'failed', why: 'too-large' }
    if (this.#probing) return { kind: 'wait', milliseconds: silence.afterProbe }
    const isFull = body.length >= fullPieceBytes
    if (isFull && probes !== 'ignored') return this.#probe()
    if (probes === 'answered' && !splitsMessages) return this.#done(true)
    return { kind: 'wait', milliseconds: silence.betweenMessages }
  }

  #probe(): NextStep {
    this.#probing = true
    return { kind: 'wait', milliseconds: silence.afterProbe, sendProbe: true }
  }

  /** Bytes are joined before they are decoded: a piece may end inside a character. */
  #done(isUsable: boolean): NextStep {
    const [first] = this.#pieces
    const bytes = first && this.packets === 1 ? first : Buffer.concat(this.#pieces)
    return { kind: 'done', text: bytes.toString('utf8'), isUsable }
  }
}
