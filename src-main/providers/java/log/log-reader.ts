/**
 * Log reader: reads complete lines of a log file that grows, is rotated, truncated or missing.
 *
 * On this computer the file stays open, so that lines written just before a rotation are still read. Elsewhere it is
 * opened for each read; a smaller size or other first bytes show another file. Guards invariant 7: each poll reads a
 * limited amount, and a reader that is too far behind skips to the end.
 */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ConfinedFolder } from '../folder/confined-folder.js'
import { asFolderError, folderError, isMissing } from '../folder/folder-problem.js'
import type { LogLines, LogReaderOptions, OpenedFile, ServerFiles } from '../ports.js'
import { LineSplitter } from './line-splitter.js'

export const latestLog = 'logs/latest.log'

/** Bytes per read. */
const pieceSize = 64 * 1024
/** Bytes before the first new line, from which the form and the encoding of the log are learned. */
const earlierSize = 64 * 1024
/** First bytes of the file, which identify a file that was rewritten. */
const markSize = 64

interface Limits {
  /** Maximum bytes per poll. */
  readonly atOnce: number
  /** Maximum unread bytes; with more, all are skipped. */
  readonly behind: number
}

const limitsHere: Limits = { atOnce: 4 * 1024 * 1024, behind: 64 * 1024 * 1024 }
/** A slow link: what is further behind is no news. */
const limitsElsewhere: Limits = { atOnce: 1024 * 1024, behind: 4 * 1024 * 1024 }

/** The place in one file up to which it was read. */
class ReadLog {
  readonly splitter = new LineSplitter()
  readonly #options: LogReaderOptions
  readonly #limits: Limits
  readonly #piece = Buffer.alloc(pieceSize)
  /** First bytes of the file, as far as available. */
  #mark: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  #offset = 0

  constructor(options: LogReaderOptions, limits: Limits) {
    this.#options = options
    this.#limits = limits
  }

  /** @param offset where the first new line begins, or the one that is written now */
  async begin(file: OpenedFile, offset: number): Promise<void> {
    this.#mark = await bytesAt(file, 0, markSize)
    this.#offset = offset
    if (offset === 0) return
    const from = Math.max(0, offset - earlierSize)
    const earlier = await bytesAt(file, from, offset - from)
    this.#options.onEarlier?.(this.splitter.earlier(earlier, from === 0))
    this.splitter.jump(earlier.at(-1) === 0x0a)
  }

  /** Whether it is shorter than what was read, or has a different beginning. */
  async isOther(file: OpenedFile, size: number): Promise<boolean> {
    if (size < this.#offset) return true
    const mark = await bytesAt(file, 0, markSize)
    const isOther = !mark.subarray(0, this.#mark.length).equals(this.#mark)
    this.#mark = mark
    return isOther
  }

  /** @returns whether the end of the file was reached */
  async readOn(file: OpenedFile, size: number): Promise<boolean> {
    await this.#skipBacklog(file, size)
    for (const end = this.#offset + this.#limits.atOnce; this.#offset < end; ) {
      const { bytesRead } = await file.read(this.#piece, 0, pieceSize, this.#offset)
      if (bytesRead === 0) return true
      this.#learnMark(this.#piece.subarray(0, bytesRead))
      this.#offset += bytesRead
      const lines = this.splitter.split(this.#piece.subarray(0, bytesRead))
      if (lines.length > 0 && !(await this.#options.onLines(lines))) return false
    }
    return false
  }

  /** A file that was short when it was opened is known by what was read of it since. */
  #learnMark(piece: Buffer): void {
    const known = this.#mark.length - this.#offset
    if (this.#mark.length >= markSize || known < 0 || known >= piece.length) return
    this.#mark = Buffer.concat([this.#mark, piece.subarray(known)]).subarray(0, markSize)
  }

  async #skipBacklog(file: OpenedFile, size: number): Promise<void> {
    const behind = size - this.#offset
    if (behind <= this.#limits.behind) return
    this.#offset = size
    this.splitter.jump((await bytesAt(file, size - 1, 1))[0] === 0x0a)
    this.#options.onSkipped?.(behind)
  }
}

/** A file on this computer. */
export class LogReader implements LogLines {
  readonly #folder: ConfinedFolder
  readonly #path: string
  readonly #options: LogReaderOptions
  #log: { readonly file: FileHandle; readonly inode: number; read: ReadLog } | undefined
  #startsAtEnd: boolean

  /** @param path inside the folder */
  constructor(folder: ConfinedFolder, path: string, options: LogReaderOptions) {
    this.#folder = folder
    this.#path = path
    this.#startsAtEnd = options.startsAtEnd
    this.#options = options
  }

  async poll(): Promise<boolean> {
    const before = this.#log
    if (before) {
      const { file } = before
      if (await before.read.isOther(file, (await file.stat()).size)) before.read = await this.#begin(file, 0)
      if (!(await before.read.readOn(file, (await file.stat()).size))) return false
      // The path may now refer to another file, or to none.
      if ((await this.#folder.facts(this.#path))?.inode === before.inode) return true
      await this.close()
    }
    const opened = await this.#open()
    if (!opened) {
      // Everything from here on is new.
      this.#startsAtEnd = false
      return true
    }
    const { file, ...found } = opened
    const read = await this.#begin(file, this.#startsAtEnd ? found.size : 0).catch(async (error) => {
      await file.close()
      throw asFolderError(error, this.#path)
    })
    this.#startsAtEnd = false
    this.#log = { file, inode: found.inode, read }
    return read.readOn(file, (await file.stat()).size)
  }

  get isOpen(): boolean {
    return this.#log !== undefined
  }

  get encoding(): string | undefined {
    return this.#log?.read.splitter.encoding
  }

  async close(): Promise<void> {
    const log = this.#log
    this.#log = undefined
    await log?.file.close()
  }

  async #begin(file: FileHandle, offset: number): Promise<ReadLog> {
    const read = new ReadLog(this.#options, limitsHere)
    await read.begin(file, offset)
    return read
  }

  async #open() {
    try {
      const real = await this.#folder.resolve(this.#path)
      const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
      const found = await file.stat()
      if (!found.isFile()) {
        await file.close()
        throw folderError('not-a-file', this.#path)
      }
      return { file, inode: found.ino, size: found.size }
    } catch (error) {
      const problem = asFolderError(error, this.#path)
      if (isMissing(problem)) return undefined
      throw problem
    }
  }
}

/** A file over any way to the files of a server. */
export class FileLogLines implements LogLines {
  readonly #files: ServerFiles
  readonly #path: string
  readonly #options: LogReaderOptions
  #log: ReadLog | undefined
  #startsAtEnd: boolean
  /** Of the last poll: nothing is read while both stay the same. */
  #seen: { readonly size: number; readonly modified: number } | undefined

  /** @param path inside the folder */
  constructor(files: ServerFiles, path: string, options: LogReaderOptions) {
    this.#files = files
    this.#path = path
    this.#startsAtEnd = options.startsAtEnd
    this.#options = options
  }

  async poll(): Promise<boolean> {
    const facts = await this.#files.facts(this.#path)
    if (facts && this.#log && facts.size === this.#seen?.size && facts.modified === this.#seen.modified) return true
    try {
      return await this.#files.withFile(this.#path, async (file, { size, modified }) => {
        const log = await this.#logOf(file, size)
        const isAll = await log.readOn(file, size)
        this.#seen = isAll ? { size, modified } : undefined
        return isAll
      })
    } catch (error) {
      if (!isMissing(error)) throw error
      this.#log = undefined
      this.#seen = undefined
      this.#startsAtEnd = false
      return true
    }
  }

  get isOpen(): boolean {
    return this.#log !== undefined
  }

  get encoding(): string | undefined {
    return this.#log?.splitter.encoding
  }

  /** The place stays: after a cut the lines that were read are not read again. */
  close(): Promise<void> {
    this.#seen = undefined
    return Promise.resolve()
  }

  async #logOf(file: OpenedFile, size: number): Promise<ReadLog> {
    if (this.#log && !(await this.#log.isOther(file, size))) return this.#log
    const log = new ReadLog(this.#options, limitsElsewhere)
    await log.begin(file, this.#log || !this.#startsAtEnd ? 0 : size)
    this.#startsAtEnd = false
    this.#log = log
    return log
  }
}

async function bytesAt(file: OpenedFile, at: number, length: number): Promise<Buffer<ArrayBufferLike>> {
  const bytes = Buffer.alloc(length)
  let size = 0
  for (let read = -1; read !== 0 && size < length; size += read)
    read = (await file.read(bytes, size, length - size, at + size)).bytesRead
  return bytes.subarray(0, size)
}
