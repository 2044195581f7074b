/**
 * Line splitter: splits the bytes of a log into lines of text, whatever brings them.
 *
 * Lines are split only at byte 0x0A, because other line separators can occur in chat, and no code page has that byte
 * within a character. Guards invariant 7: a line that is too long is dropped.
 */
import { type DecodedLine, LogDecoder } from './log-decoder.js'

/** Maximum bytes of one line. */
const maxLineLength = 16 * 1024

export class LineSplitter {
  #decoder = new LogDecoder()
  #rest: Buffer[] = []
  #restSize = 0
  #isSkipping = false

  /** Encoding; undefined while it may be UTF-8. */
  get encoding(): string | undefined {
    return this.#decoder.encoding
  }

  /** Complete lines. */
  split(piece: Buffer): readonly DecodedLine[] {
    const lines: DecodedLine[] = []
    let from = 0
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      const length = this.#restSize + end - from
      if (this.#isSkipping) this.#isSkipping = false
      else if (length > 0 && length <= maxLineLength) lines.push(this.#line(piece.subarray(from, end)))
      this.#clearRest()
      from = end + 1
    }
    this.#buffer(piece.subarray(from))
    return lines
  }

  /** The lines of a piece of the same log that was written before; its first line is left out when it began earlier. */
  earlier(piece: Buffer, isFromBeginning: boolean): readonly DecodedLine[] {
    const from = isFromBeginning ? 0 : piece.indexOf(0x0a) + 1
    const before = new LineSplitter()
    before.#decoder = this.#decoder
    return before.split(piece.subarray(from))
  }

  /** What comes next is another place of the log. @param isAtLine whether it begins with a line */
  jump(isAtLine: boolean): void {
    this.#clearRest()
    this.#isSkipping = !isAtLine
  }

  #line(end: Buffer): DecodedLine {
    const line = this.#rest.length > 0 ? Buffer.concat([...this.#rest, end]) : end
    return this.#decoder.line(line.at(-1) === 0x0d ? line.subarray(0, -1) : line)
  }

  /** The start of a line that is not complete yet. */
  #buffer(part: Buffer): void {
    if (part.length === 0 || this.#isSkipping) return
    this.#restSize += part.length
    if (this.#restSize > maxLineLength) {
      this.#clearRest()
      this.#isSkipping = true
    } else this.#rest.push(Buffer.from(part))
  }

  #clearRest(): void {
    this.#rest = []
    this.#restSize = 0
  }
}
