/**
 * Tar reader: the entries of a tar archive while it arrives, one piece at a time.
 *
 * The archive is from another computer: every header must have the right sum, and what stands before a file, such as its
 * long name, is bounded. Nothing is written here, so no name leads anywhere.
 */

export interface TarEntry {
  /** As the archive has it; untrusted. */
  readonly name: string
  readonly size: number
  /** Milliseconds since 1970, whole seconds. */
  readonly modified: number
  readonly isFile: boolean
}

/** These bytes are no archive, or end too early. */
export class NotATar extends Error {}

const blockSize = 512
/** Of names in other alphabets and of times, before the file itself. */
const maxExtraBytes = 1024 * 1024

export class TarReader {
  readonly #pieces: AsyncIterator<Buffer>
  #buffered: Buffer = Buffer.alloc(0)
  /** Bytes of the present entry that were not read, and after them those that fill its last block. */
  #left = 0
  #filling = 0

  constructor(pieces: AsyncIterator<Buffer>) {
    this.#pieces = pieces
  }

  /** Skips what was not read of the entry before. Undefined at the end. @throws NotATar */
  async next(): Promise<TarEntry | undefined> {
    while (this.#left > 0) await this.read()
    await this.#take(this.#filling)
    this.#filling = 0
    let longName: string | undefined
    for (;;) {
      const header = await this.#take(blockSize)
      if (header.every((byte) => byte === 0)) return undefined
      const [size, modified, sum] = [octal(header, 124, 12), octal(header, 136, 12), octal(header, 148, 8)]
      if (size === undefined || sum !== sumOf(header)) throw new NotATar()
      const kind = String.fromCharCode(header[156] ?? 0)
      const filling = (blockSize - (size % blockSize)) % blockSize
      if (!['x', 'g', 'L'].includes(kind)) {
        this.#left = size
        this.#filling = filling
        const isFile = kind === '0' || kind === '\0'
        return { name: longName ?? nameIn(header), size, modified: (modified ?? 0) * 1_000, isFile }
      }
      if (size > maxExtraBytes) throw new NotATar()
      const extra = (await this.#take(size + filling)).subarray(0, size)
      if (kind === 'L') longName = textIn(extra)
      if (kind === 'x') longName = pathIn(extra) ?? longName
    }
  }

  /** The next piece of the present entry; undefined at its end. @throws NotATar */
  async read(): Promise<Buffer | undefined> {
    if (this.#left === 0) return undefined
    if (this.#buffered.length === 0) this.#buffered = await this.#piece()
    const piece = this.#buffered.subarray(0, this.#left)
    this.#buffered = this.#buffered.subarray(piece.length)
    this.#left -= piece.length
    return piece
  }

  async #take(length: number): Promise<Buffer> {
    const pieces = [this.#buffered]
    for (let has = this.#buffered.length; has < length; ) {
      const piece = await this.#piece()
      pieces.push(piece)
      has += piece.length
    }
    const all = pieces.length === 1 ? this.#buffered : Buffer.concat(pieces)
    this.#buffered = all.subarray(length)
    return all.subarray(0, length)
  }

  async #piece(): Promise<Buffer> {
    const { value, done } = await this.#pieces.next()
    // Shorter than its headers say: the connection closed.
    if (done) throw new NotATar()
    return value
  }
}

function octal(header: Buffer, at: number, length: number): number | undefined {
  const text = header
    .subarray(at, at + length)
    .toString('latin1')
    .replaceAll('\0', ' ')
    .trim()
  return /^[0-7]{1,12}$/u.test(text) ? Number.parseInt(text, 8) : undefined
}

/** Its own field counts as spaces. */
const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)

function textIn(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
}

function nameIn(header: Buffer): string {
  const name = textIn(header.subarray(0, 100))
  // GNU has other fields there.
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textIn(header.subarray(345, 500)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Lines of `LENGTH KEY=VALUE`, of which the length counts the whole line. */
function pathIn(extra: Buffer): string | undefined {
  for (let at = 0; at < extra.length; ) {
    const space = extra.indexOf(0x20, at)
    const length = Number(extra.toString('latin1', at, Math.min(Math.max(space, at), at + 8)))
    if (space < 0 || !Number.isInteger(length) || length <= space - at) return undefined
    const line = extra.toString('utf8', space + 1, at + length - 1)
    if (line.startsWith('path=')) return line.slice(5)
    at += length
  }
  return undefined
}
