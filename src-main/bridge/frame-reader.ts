/**
 * Reads messages in frames with a `Content-Length`, as in the Language Server Protocol
 * (docs/protocol.md#mcp-legacy-framing).
 *
 * Lengths count bytes, and a frame over the limit uses no memory. After a bad header, reading resumes at the next line
 * that ends in a length; such a line cannot occur inside a message, because JSON escapes line ends.
 */
import type { Incoming } from '@contract/text/line-reader.js'

const newline = 0x0a
/** Maximum bytes of a header block, and of a line while resynchronizing. */
const maxHeaderLength = 4_096

const lengthHeader = /^content-length *: *(\d{1,15}) *$/i
const typeHeader = /^content-type *:/i
const lengthAtEnd = /content-length *: *(\d{1,15}) *$/i

type State = 'header' | 'body' | 'skipping' | 'lost'

/** Reads frames; one instance per stream. */
export class FrameReader {
  readonly #limit: number
  #state: State = 'header'
  /** The incomplete line or body. */
  #parts: Buffer[] = []
  #size = 0
  #headerSize = 0
  #length: number | undefined
  /** Missing bytes of the body. */
  #missing = 0

  /** @param limit maximum bytes of a message */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The messages completed by this chunk, in order. */
  *push(chunk: Buffer): Generator<Incoming> {
    let rest = chunk
    while (rest.length > 0) {
      const inBody = this.#state === 'body' || this.#state === 'skipping'
      const end = inBody ? Math.min(this.#missing, rest.length) : rest.indexOf(newline) + 1 || rest.length
      const part = rest.subarray(0, end)
      rest = rest.subarray(end)
      if (inBody) yield* this.#readBody(part)
      else yield* this.#readLine(part)
    }
  }

  *#readBody(part: Buffer): Generator<Incoming> {
    this.#missing -= part.length
    if (this.#state === 'body') this.#append(part)
    if (this.#missing > 0) return
    if (this.#state === 'body') yield { kind: 'message', bytes: this.#takeBuffer() }
    this.#begin()
  }

  *#readLine(part: Buffer): Generator<Incoming> {
    this.#append(part)
    this.#headerSize += part.length
    if (part[part.length - 1] !== newline) {
      if (this.#state === 'lost') this.#trimToEnd()
      else if (this.#headerSize > maxHeaderLength) yield* this.#lose('')
      return
    }
    const line = this.#takeBuffer()
      .toString('latin1')
      .replace(/\r?\n$/, '')
    if (this.#state === 'lost') this.#searchIn(line)
    else yield* this.#readHeader(line)
  }

  *#readHeader(line: string): Generator<Incoming> {
    const isFirst = this.#headerSize <= line.length + 2
    const given = lengthHeader.exec(line)
    if (this.#headerSize > maxHeaderLength) yield* this.#lose(line)
    else if (given && this.#length === undefined) this.#length = Number(given[1])
    else if (line === '' && this.#length !== undefined) yield* this.#beginBody(this.#length)
    // Blank lines between frames are skipped; a header without a length is an error.
    else if (line === '' && isFirst) this.#begin()
    else if (!typeHeader.test(line)) yield* this.#lose(line)
  }

  *#beginBody(length: number): Generator<Incoming> {
    this.#missing = length
    this.#state = length > this.#limit ? 'skipping' : 'body'
    if (this.#state === 'skipping') yield { kind: 'too-long' }
    if (length === 0) yield* this.#readBody(Buffer.alloc(0))
  }

  *#lose(line: string): Generator<Incoming> {
    yield { kind: 'unframed' }
    this.#state = 'lost'
    this.#searchIn(line)
    if (this.#state === 'lost') this.#trimToEnd()
  }

  /** Text before a length is the rest of a frame with a wrong length. */
  #searchIn(line: string): void {
    const found = lengthAtEnd.exec(line)
    if (!found) return
    this.#begin()
    this.#length = Number(found[1])
    this.#headerSize = found[0].length
  }

  #begin(): void {
    this.#state = 'header'
    this.#headerSize = 0
    this.#length = undefined
  }

  #append(part: Buffer): void {
    if (part.length === 0) return
    this.#parts.push(part)
    this.#size += part.length
  }

  /** A length is at the end of its line, however long the line is. */
  #trimToEnd(): void {
    if (this.#size <= 2 * maxHeaderLength) return
    const kept = this.#takeBuffer()
    this.#append(Buffer.from(kept.subarray(kept.length - maxHeaderLength)))
  }

  #takeBuffer(): Buffer {
    const [only] = this.#parts
    const bytes = this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    return bytes
  }
}
