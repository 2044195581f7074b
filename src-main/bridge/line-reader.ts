/**
 * Lines out of bytes: the stdio framing of MCP, one message a line (docs/protocol.md#mcp-bridge).
 *
 * Guards that a character cut in two by a chunk's end survives, and that a line without an end costs no memory:
 * one over the limit is reported once and skipped up to its newline.
 */

import { ByteCollector } from '../contract/byte-collector.js'
import type { Incoming } from './framing.js'

const newline = 0x0a
/** Bytes that are kept of a line over the limit. */
const longestHead = 512

/** Splits a stream of bytes at newlines; a `\r` before one stays, JSON takes it for white space. */
export class LineReader {
  readonly #limit: number
  readonly #begun = new ByteCollector()
  #skipping = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The lines that this chunk completes, in order. */
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
    this.#begun.add(part.subarray(0, longestHead))
    const head = Buffer.from(this.#begun.take().subarray(0, Math.min(longestHead, this.#limit)))
    this.#skipping = true
    yield { kind: 'too-long', head }
  }
}
