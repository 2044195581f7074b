/**
 * Archive file: reads the one file of a tar archive while it arrives, only as far as it is needed.
 *
 * Docker hands files out as archives, from their beginning. A range is not possible: what lies before it is read too,
 * and kept, up to a bound.
 */
import type { IncomingMessage } from 'node:http'
import type { OpenedFile } from '../../ports.js'

const blockSize = 512
/** Of names in other alphabets and of times, before the file itself. */
const maxExtraBytes = 1024 * 1024
const pauseBytes = 1024 * 1024

/** What stands in the archive is no regular file, or not what was announced. */
export class NotAFile extends Error {}

export class ArchiveFile implements OpenedFile {
  readonly size: number
  readonly #pieces: AsyncIterator<Buffer>
  /** What has arrived; the file is longer. */
  #bytes: Buffer
  #length: number

  private constructor(size: number, pieces: AsyncIterator<Buffer>, first: Buffer) {
    this.size = size
    this.#pieces = pieces
    this.#bytes = Buffer.from(first.subarray(0, size))
    this.#length = this.#bytes.length
  }

  /** @throws NotAFile */
  static async open(archive: IncomingMessage): Promise<ArchiveFile> {
    const pieces = archive[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    let buffered: Buffer = Buffer.alloc(0)
    const need = async (length: number) => {
      while (buffered.length < length) {
        const next = await pieces.next()
        if (next.done) throw new NotAFile()
        buffered = Buffer.concat([buffered, next.value])
      }
    }
    for (;;) {
      await need(blockSize)
      const size = octal(buffered.subarray(124, 136))
      const kind = String.fromCharCode(buffered[156] ?? 0)
      if (size === undefined) throw new NotAFile()
      // More about the next file: its long name, its exact times.
      const isExtra = ['x', 'g', 'L'].includes(kind)
      if (!isExtra) {
        if (kind !== '0' && kind !== '\0') throw new NotAFile()
        return new ArchiveFile(size, pieces, buffered.subarray(blockSize))
      }
      if (size > maxExtraBytes) throw new NotAFile()
      const end = blockSize + Math.ceil(size / blockSize) * blockSize
      await need(end)
      buffered = buffered.subarray(end)
    }
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

  async #fill(end: number): Promise<void> {
    while (this.#length < end) {
      const next = await this.#pieces.next()
      // Shorter than its header says: the connection closed.
      if (next.done) throw new NotAFile()
      const piece = next.value.subarray(0, this.size - this.#length)
      if (this.#length + piece.length > this.#bytes.length) this.#grow(this.#length + piece.length)
      piece.copy(this.#bytes, this.#length)
      this.#length += piece.length
    }
  }

  #grow(needed: number): void {
    const larger = Buffer.alloc(Math.min(this.size, Math.max(needed, this.#bytes.length * 2, pauseBytes)))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

function octal(field: Buffer): number | undefined {
  const text = field.toString('latin1').replaceAll('\0', ' ').trim()
  return /^[0-7]{1,12}$/u.test(text) ? Number.parseInt(text, 8) : undefined
}
