/**
 * Log reader: reads complete lines of a file that grows, is rotated, truncated or missing.
 *
 * The file stays open, so that lines written just before a rotation are still read. Lines are split only at byte 0x0A,
 * because other line separators can occur in chat, and no code page has that byte within a character. Lines that are too long are dropped. Guards invariant 7: each poll
 * reads a limited amount, and a reader that is too far behind skips to the end.
 */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ConfinedFolder } from '../folder/confined-folder.js'
import { asFolderError, folderError, isMissing } from '../folder/folder-problem.js'
import type { LogReaderOptions } from '../ports.js'
import { type DecodedLine, LogDecoder } from './log-decoder.js'

/** Maximum bytes of one line. */
const maxLineLength = 16 * 1024
/** Bytes per read. */
const pieceSize = 64 * 1024
/** Maximum bytes per poll. */
const maxAtOnce = 4 * 1024 * 1024
/** Maximum unread bytes; with more, all are skipped. */
const maxBehind = 64 * 1024 * 1024
/** Bytes before the first new line, from which the form and the encoding of the log are learned. */
const earlierSize = 64 * 1024
/** First bytes of the file, which identify a file that was rewritten. */
const markSize = 64

interface OpenLog {
  readonly file: FileHandle
  readonly inode: number
  offset: number
  /** First bytes of the file, as far as available. */
  mark: Buffer<ArrayBufferLike>
  decoder: LogDecoder
}

export class LogReader {
  readonly #folder: ConfinedFolder
  readonly #path: string
  readonly #options: LogReaderOptions
  readonly #piece = Buffer.alloc(pieceSize)
  #log: OpenLog | undefined
  #rest: Buffer[] = []
  #restSize = 0
  #isSkipping = false
  #startsAtEnd: boolean

  /** @param path inside the folder */
  constructor(folder: ConfinedFolder, path: string, options: LogReaderOptions) {
    this.#folder = folder
    this.#path = path
    this.#startsAtEnd = options.startsAtEnd
    this.#options = options
  }

  /**
   * Reads new content. @returns whether everything was read. @throws GatewayError when the file exists but cannot be
   * read
   */
  async poll(): Promise<boolean> {
    const before = this.#log
    if (before) {
      if (await this.#wasReplacedInPlace(before)) this.#restart(before)
      if (!(await this.#readOn(before))) return false
      if (!(await this.#isElsewhere(before))) return true
      await this.close()
    }
    const opened = await this.#open()
    if (!opened) {
      // Everything from here on is new.
      this.#startsAtEnd = false
      return true
    }
    this.#log = opened
    return this.#readOn(opened)
  }

  /** Whether the file exists. */
  get isOpen(): boolean {
    return this.#log !== undefined
  }

  /** Encoding of the file; undefined while it may be UTF-8. */
  get encoding(): string | undefined {
    return this.#log?.decoder.encoding
  }

  async close(): Promise<void> {
    const log = this.#log
    this.#log = undefined
    this.#forgetRest()
    await log?.file.close()
  }

  async #open(): Promise<OpenLog | undefined> {
    try {
      const real = await this.#folder.resolve(this.#path)
      const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
      const found = await file.stat()
      if (!found.isFile()) {
        await file.close()
        throw folderError('not-a-file', this.#path)
      }
      const offset = this.#startsAtEnd ? found.size : 0
      const log: OpenLog = { file, inode: found.ino, offset, mark: await markOf(file), decoder: new LogDecoder() }
      if (offset > 0) await this.#readEarlier(log)
      this.#isSkipping = offset > 0 && !(await endsLine(file, offset))
      this.#startsAtEnd = false
      return log
    } catch (error) {
      const problem = asFolderError(error, this.#path)
      if (isMissing(problem)) return undefined
      throw problem
    }
  }

  async #readEarlier({ file, offset, decoder }: OpenLog): Promise<void> {
    const size = Math.min(offset, earlierSize)
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await file.read(bytes, 0, size, offset - size)
    const lines: DecodedLine[] = []
    let from = offset > size ? bytes.indexOf(0x0a) + 1 : 0
    for (let end = bytes.indexOf(0x0a, from); end >= 0 && end < bytesRead; end = bytes.indexOf(0x0a, from)) {
      lines.push(decoder.line(withoutReturn(bytes.subarray(from, end))))
      from = end + 1
    }
    this.#options.onEarlier?.(lines)
  }

  /** The path now refers to another file, or to none. */
  async #isElsewhere(log: OpenLog): Promise<boolean> {
    const facts = await this.#folder.facts(this.#path)
    return facts?.inode !== log.inode
  }

  /** The same file, but shorter than the read position, or with a different beginning. */
  async #wasReplacedInPlace(log: OpenLog): Promise<boolean> {
    const { size } = await log.file.stat()
    if (size < log.offset) return true
    const mark = await markOf(log.file)
    const isOther = !mark.subarray(0, log.mark.length).equals(log.mark)
    log.mark = mark
    return isOther
  }

  #restart(log: OpenLog): void {
    log.offset = 0
    log.decoder = new LogDecoder()
    this.#forgetRest()
  }

  /** @returns whether the end of the file was reached */
  async #readOn(log: OpenLog): Promise<boolean> {
    await this.#skipBacklog(log)
    for (const end = log.offset + maxAtOnce; log.offset < end; ) {
      const { bytesRead } = await log.file.read(this.#piece, 0, pieceSize, log.offset)
      if (bytesRead === 0) return true
      log.offset += bytesRead
      const lines = this.#split(this.#piece.subarray(0, bytesRead), log.decoder)
      if (lines.length > 0 && !(await this.#options.onLines(lines))) return false
    }
    return false
  }

  async #skipBacklog(log: OpenLog): Promise<void> {
    const { size } = await log.file.stat()
    const behind = size - log.offset
    if (behind <= maxBehind) return
    log.offset = size
    this.#forgetRest()
    this.#isSkipping = !(await endsLine(log.file, size))
    this.#options.onSkipped?.(behind)
  }

  #split(piece: Buffer, decoder: LogDecoder): readonly DecodedLine[] {
    const lines: DecodedLine[] = []
    let from = 0
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      const length = this.#restSize + end - from
      if (this.#isSkipping) this.#isSkipping = false
      else if (length > 0 && length <= maxLineLength) lines.push(decoder.line(this.#line(piece.subarray(from, end))))
      this.#clearRest()
      from = end + 1
    }
    this.#buffer(piece.subarray(from))
    return lines
  }

  #line(end: Buffer): Buffer {
    return withoutReturn(this.#rest.length > 0 ? Buffer.concat([...this.#rest, end]) : end)
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

  #forgetRest(): void {
    this.#clearRest()
    this.#isSkipping = false
  }
}

const withoutReturn = (line: Buffer): Buffer => (line.at(-1) === 0x0d ? line.subarray(0, -1) : line)

async function endsLine(file: FileHandle, offset: number): Promise<boolean> {
  const last = Buffer.alloc(1)
  await file.read(last, 0, 1, offset - 1)
  return last[0] === 0x0a
}

async function markOf(file: FileHandle): Promise<Buffer<ArrayBufferLike>> {
  const mark = Buffer.alloc(markSize)
  const { bytesRead } = await file.read(mark, 0, markSize, 0)
  return mark.subarray(0, bytesRead)
}
