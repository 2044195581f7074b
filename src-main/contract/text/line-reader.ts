/**
 * Line reader: one message a line, as over stdio (docs/protocol.md#mcp-bridge) and between bridge and gateway.
 *
 * Handles characters split between chunks. A line over the limit uses no memory: it is reported once and skipped.
 */

import { ByteCollector } from './byte-collector.js'

/** A message or an error that a reader finds in bytes. */
export type Incoming =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  /** One over the limit; it was skipped. */
  | {
      readonly kind: 'too-long'
      /** Its first bytes, if known; they may identify the message. */
      readonly head?: Buffer
    }
  /** Bytes that belong to no frame; they are skipped up to the next. */
  | { readonly kind: 'unframed' }

const newline = 0x0a
/** Bytes kept of a line over the limit. */
const maxHeadLength = 512

/** Splits a stream of bytes at newlines; a `\r` before one stays, JSON treats it as white space. */
export class LineReader {
  readonly #limit: number
  readonly #begun = new ByteCollector()
  #skipping = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether a line has begun that is not complete. */
  get hasBegun(): boolean {
    return this.#skipping || this.#begun.length > 0
  }

  /** The lines completed by this chunk, in order. */
  *push(chunk: Buffer): Generator<Incoming> {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield* this.#add(chunk.subarray(start, end))
      if (!this.#skipping) yield { kind: 'message', bytes: this.#begun.take() }
      this.#skipping = false
      start = end + 1
    }
    yield* this.#add(chunk.subarray(start))
  }

  *#add(part: Buffer): Generator<Incoming> {
    if (this.#skipping || part.length === 0) return
    if (this.#begun.length + part.length <= this.#limit) return this.#begun.add(part)
    this.#begun.add(part.subarray(0, maxHeadLength))
    const head = Buffer.from(this.#begun.take().subarray(0, Math.min(maxHeadLength, this.#limit)))
    this.#skipping = true
    yield { kind: 'too-long', head }
  }
}
