/**
 * Log decoder: reads the lines of one file as text, in UTF-8 or in the code page in which the file is written.
 *
 * A line that is valid UTF-8 is read as such, unless most lines of the file are not. The code page is decided again with
 * each such line, because a few characters decide little, until the evidence suffices.
 */
import { codePageOf, decodeAs, type LogEncodingName, shownNameOf } from './log-encoding.js'

export interface DecodedLine {
  readonly text: string
  /** No encoding has a character for each of its bytes. */
  readonly isDamaged: boolean
  /** It may have been written more than a minute before it was read. */
  readonly isLate?: true
}

/** Bytes of lines that are not UTF-8, from which the code page is decided. */
const maxEvidence = 4_096

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export class LogDecoder {
  readonly #locale: string
  #utf8Lines = 0
  #otherLines = 0
  #evidence = Buffer.alloc(0)
  #codePage: LogEncodingName | undefined

  /** @param locale of this computer; its code page is preferred among equals */
  constructor(locale = Intl.DateTimeFormat().resolvedOptions().locale) {
    this.#locale = locale
  }

  /** Name of the code page for people; undefined while everything is ASCII or UTF-8. */
  get encoding(): string | undefined {
    return this.#isOther && this.#codePage ? shownNameOf(this.#codePage) : undefined
  }

  get #isOther(): boolean {
    return this.#otherLines > this.#utf8Lines
  }

  /** @param bytes of one line */
  line(bytes: Buffer): DecodedLine {
    if (isAscii(bytes)) return { text: bytes.toString('latin1'), isDamaged: false }
    const text = utf8Text(bytes)
    if (text !== undefined) {
      // `谢谢` in GBK is valid UTF-8 by chance; longer lines hardly ever are.
      if (this.#isOther && this.#codePage) {
        const other = decodeAs(this.#codePage, bytes)
        if (other !== undefined && !/[\u0800-\uffff]/u.test(text)) return { text: other, isDamaged: false }
      }
      this.#utf8Lines += 1
      return { text, isDamaged: false }
    }
    this.#otherLines += 1
    const codePage = this.#codePageWith(bytes)
    const other = codePage && decodeAs(codePage, bytes)
    return other === undefined ? { text: bytes.toString('utf8'), isDamaged: true } : { text: other, isDamaged: false }
  }

  #codePageWith(bytes: Buffer): LogEncodingName | undefined {
    if (this.#evidence.length < maxEvidence) {
      this.#evidence = Buffer.concat([this.#evidence, Buffer.from('\n'), bytes.subarray(0, maxEvidence)])
      // A line in another encoding must not keep the rest from being read.
      this.#codePage = codePageOf(this.#evidence, this.#locale) ?? codePageOf(bytes, this.#locale)
    }
    const fits = this.#codePage !== undefined && decodeAs(this.#codePage, bytes) !== undefined
    return fits ? this.#codePage : codePageOf(bytes, this.#locale)
  }
}

function isAscii(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false
  return true
}

function utf8Text(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
