/**
 * Frame log: everything an agent sent during a check, on every connection, in order.
 *
 * Enforces invariant 7: bounded in number and size, and parsed by the gateway's own reader.
 */
import type { MessageFrame } from '@contract/generated/message-frame.js'
import { isDeeperThan, maxMessageDepth } from '@contract/json/json-depth.js'
import type { ReadFrame } from '../../../src-main/validation/frame-reader.js'

export interface ReceivedFrame {
  /** Number of the connection, 1-based. */
  readonly connection: number
  readonly text: string
  /** Wall-clock time. */
  readonly at: Date
  /** Whether the connection was registered at that time. */
  readonly registered: boolean
  readonly read: ReadFrame
  /** What a frame declares about itself, even when the rest is invalid. */
  readonly claims: Claims
}

export interface Claims {
  readonly id?: string
  readonly type?: string
  readonly correlationId?: string
}

/** Limits of a whole check: frames, and characters in them. */
const maxFrames = 20_000
const maxCharacters = 16 * 1_048_576

export class FrameLog {
  readonly received: ReceivedFrame[] = []
  /** Ids of the sent requests. */
  readonly requests = new Set<string>()
  #characters = 0
  #flooded = false
  readonly #readFrame: (text: string) => ReadFrame

  constructor(readFrame: (text: string) => ReadFrame) {
    this.#readFrame = readFrame
  }

  /** Whether the agent exceeded the limits. */
  get isFlooded(): boolean {
    return this.#flooded
  }

  /** @returns the entry; undefined when the journal is full */
  write(line: Pick<ReceivedFrame, 'connection' | 'at' | 'registered' | 'text'>): ReceivedFrame | undefined {
    this.#characters += line.text.length
    this.#flooded ||= this.received.length >= maxFrames || this.#characters > maxCharacters
    if (this.#flooded) return undefined
    const received = { ...line, read: this.#readFrame(line.text), claims: claimsOf(line.text) }
    this.received.push(received)
    return received
  }

  /** Valid frames of one kind. */
  frames<Type extends MessageFrame['type']>(type: Type): Extract<MessageFrame, { type: Type }>[] {
    return this.received.flatMap(({ read }) =>
      read.ok && read.frame.type === type ? [read.frame as Extract<MessageFrame, { type: Type }>] : [],
    )
  }
}

function claimsOf(text: string): Claims {
  if (isDeeperThan(maxMessageDepth, text)) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return {}
    const { id, type, correlationId } = value as Record<string, unknown>
    return {
      ...(typeof id === 'string' && { id }),
      ...(typeof type === 'string' && { type }),
      ...(typeof correlationId === 'string' && { correlationId }),
    }
  } catch {
    return {}
  }
}
