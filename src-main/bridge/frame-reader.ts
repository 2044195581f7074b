/**
 * Messages out of frames with a `Content-Length`, as in the Language Server Protocol
 * (docs/protocol.md#mcp-legacy-framing).
 *
 * Guards that lengths count bytes, that a frame over the limit costs no memory, and that one bad header loses no more
 * than it must: reading goes on at the next line that ends in a length. No such line can stand inside a message, since
 * a line end inside a JSON string is written as an escape.
 */
import type { Incoming } from './framing.js'

const newline = 0x0a
/** Bytes of a header block; of a line that is being searched, as many are kept. */
const longestHeader = 4_096

const lengthHeader = /^content-length *: *(\d{1,15}) *$/i
const typeHeader = /^content-type *:/i
const lengthAtEnd = /content-length *: *(\d{1,15}) *$/i

type State = 'header' | 'body' | 'skipping' | 'lost'

/** Reads frames; make one for each stream. */
export class FrameReader {
  readonly #limit: number
  #state: State = 'header'
  /** The line or the body that is not complete yet. */
  #parts: Buffer[] = []
  #size = 0
  #headerSize = 0
  #length: number | undefined
  /** Bytes of the body that are still to come. */
  #missing = 0

  /** @param limit bytes of one message */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** What this chunk completes, in order. */
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
    if (this.#state === 'body') this.#keep(part)
    if (this.#missing > 0) return
    if (this.#state === 'body') yield { kind: 'message', bytes: this.#take() }
    this.#begin()
  }

  *#readLine(part: Buffer): Generator<Incoming> {
    this.#keep(part)
    this.#headerSize += part.length
    if (part[part.length - 1] !== newline) {
      if (this.#state === 'lost') this.#keepEnd()
      else if (this.#headerSize > longestHeader) yield* this.#lose('')
      return
    }
    const line = this.#take()
      .toString('latin1')
      .replace(/\r?\n$/, '')
    if (this.#state === 'lost') this.#searchIn(line)
    else yield* this.#readHeader(line)
  }

  *#readHeader(line: string): Generator<Incoming> {
    const isFirst = this.#headerSize <= line.length + 2
    const given = lengthHeader.exec(line)
    if (this.#headerSize > longestHeader) yield* this.#lose(line)
    else if (given && this.#length === undefined) this.#length = Number(given[1])
    else if (line === '' && this.#length !== undefined) yield* this.#beginBody(this.#length)
    // Blank lines between frames say nothing; a header without a length does.
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
    if (this.#state === 'lost') this.#keepEnd()
  }

  /** What stands before a length is the rest of something that was counted wrongly. */
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

  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#parts.push(part)
    this.#size += part.length
  }

  /** A length stands at the end of its line, however long that is. */
  #keepEnd(): void {
    if (this.#size <= 2 * longestHeader) return
    const kept = this.#take()
    this.#keep(Buffer.from(kept.subarray(kept.length - longestHeader)))
  }

  #take(): Buffer {
    const [only] = this.#parts
    const bytes = this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    return bytes
  }
}
