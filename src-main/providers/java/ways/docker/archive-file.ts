/**
 * Archive file: reads the one file of a tar archive while it arrives, only as far as it is needed.
 *
 * Docker hands files out as archives, from their beginning. A range is not possible: what lies before it is read too,
 * and kept, up to a bound.
 */
import type { IncomingMessage } from 'node:http'
import type { OpenedFile } from '../../ports.js'
import { NotATar, TarReader } from '../tar-reader.js'

const growBytes = 1024 * 1024
const shortRestBytes = 64 * 1024

/** What stands in the archive is no regular file, or not what was announced. */
export class NotAFile extends Error {}

export class ArchiveFile implements OpenedFile {
  readonly size: number
  readonly #reader: TarReader
  readonly #pieces: AsyncIterator<Buffer>
  /** What has arrived; the file is longer. */
  #bytes: Buffer = Buffer.alloc(0)
  #length = 0

  private constructor(size: number, reader: TarReader, pieces: AsyncIterator<Buffer>) {
    this.size = size
    this.#reader = reader
    this.#pieces = pieces
  }

  /** @throws NotAFile */
  static async open(archive: IncomingMessage): Promise<ArchiveFile> {
    const pieces = archive[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    const reader = new TarReader(pieces)
    const entry = await reader.next().catch(asNoFile)
    if (!entry?.isFile) throw new NotAFile()
    return new ArchiveFile(entry.size, reader, pieces)
  }

  async read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }> {
    const end = Math.min(position + length, this.size)
    await this.#fill(end)
    const bytesRead = Math.max(0, end - position)
    this.#bytes.copy(buffer, offset, position, position + bytesRead)
    return { bytesRead }
  }

  /** Reads a short rest, so that the connection can be used again. */
  async finish(): Promise<void> {
    for (let left = shortRestBytes; left > 0 && this.size - this.#length < left; ) {
      const { done, value } = await this.#pieces.next()
      if (done) return
      left -= value.length
    }
  }

  async #fill(end: number): Promise<void> {
    while (this.#length < end) {
      const piece = await this.#reader.read().catch(asNoFile)
      if (!piece) throw new NotAFile()
      if (this.#length + piece.length > this.#bytes.length) this.#grow(this.#length + piece.length)
      piece.copy(this.#bytes, this.#length)
      this.#length += piece.length
    }
  }

  #grow(needed: number): void {
    const larger = Buffer.alloc(Math.min(this.size, Math.max(needed, this.#bytes.length * 2, growBytes)))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

function asNoFile(error: unknown): never {
  throw error instanceof NotATar ? new NotAFile() : error
}
