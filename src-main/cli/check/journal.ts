/**
 * Journal: everything an agent said during a check, on every connection, as it came.
 *
 * Guards invariant 7: what comes is bounded in number and size, and read by the same reader as the gateway's.
 */
import type { MessageFrame } from '../../contract/generated/message-frame.js'
import { deepestMessage, isDeeperThan } from '../../contract/json-depth.js'
import type { ReadFrame } from '../../validation/frame-reader.js'

export interface ReceivedFrame {
  /** Number of the connection, from 1. */
  readonly connection: number
  readonly text: string
  /** When, by the clock on the wall. */
  readonly at: Date
  /** Whether the connection had registered by then. */
  readonly registered: boolean
  readonly read: ReadFrame
  /** What a frame says of itself, however wrong the rest of it is. */
  readonly claims: Claims
}

export interface Claims {
  readonly id?: string
  readonly type?: string
  readonly correlationId?: string
}

/** Frames of a whole check, and characters in them; who says more floods. */
const mostFrames = 20_000
const mostCharacters = 16 * 1_048_576

export class Journal {
  readonly received: ReceivedFrame[] = []
  /** Ids of the requests that were sent. */
  readonly requests = new Set<string>()
  #characters = 0
  #flooded = false
  readonly #readFrame: (text: string) => ReadFrame

  constructor(readFrame: (text: string) => ReadFrame) {
    this.#readFrame = readFrame
  }

  /** Whether the agent said more than there was room for. */
  get isFlooded(): boolean {
    return this.#flooded
  }

  /** @returns what was written down; undefined when the journal is full */
  write(line: Pick<ReceivedFrame, 'connection' | 'at' | 'registered' | 'text'>): ReceivedFrame | undefined {
    this.#characters += line.text.length
    this.#flooded ||= this.received.length >= mostFrames || this.#characters > mostCharacters
    if (this.#flooded) return undefined
    const received = { ...line, read: this.#readFrame(line.text), claims: claimsOf(line.text) }
    this.received.push(received)
    return received
  }

  /** Frames of one kind that are what the contract wants. */
  frames<Type extends MessageFrame['type']>(type: Type): Extract<MessageFrame, { type: Type }>[] {
    return this.received.flatMap(({ read }) =>
      read.ok && read.frame.type === type ? [read.frame as Extract<MessageFrame, { type: Type }>] : [],
    )
  }
}

function claimsOf(text: string): Claims {
  if (isDeeperThan(deepestMessage, text)) return {}
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
