/**
 * Frame reader: takes apart what Docker sends of a process without a terminal, where output and errors share a stream.
 *
 * Each frame has a header of eight bytes: the stream, three zeros, the length. Frames may be cut anywhere. Nothing is
 * kept but a header that is not complete.
 */
export interface FramePiece {
  readonly stream: 'output' | 'error'
  readonly bytes: Buffer
}

const headerSize = 8

export class FrameReader {
  #header: Buffer = Buffer.alloc(0)
  #stream: FramePiece['stream'] = 'output'
  #left = 0

  /** @throws Error for bytes that are no frames */
  read(chunk: Buffer): readonly FramePiece[] {
    const pieces: FramePiece[] = []
    for (let at = 0; at < chunk.length; ) {
      if (this.#left === 0) at += this.#readHeader(chunk, at)
      else {
        const bytes = chunk.subarray(at, at + this.#left)
        at += bytes.length
        this.#left -= bytes.length
        pieces.push({ stream: this.#stream, bytes })
      }
    }
    return pieces
  }

  #readHeader(chunk: Buffer, at: number): number {
    const part = chunk.subarray(at, at + headerSize - this.#header.length)
    this.#header = Buffer.concat([this.#header, part])
    if (this.#header.length < headerSize) return part.length
    const stream = this.#header[0] ?? 0
    if (stream > 2 || this.#header.readUIntBE(1, 3) !== 0) throw new Error('Not a frame of Docker.')
    this.#stream = stream === 2 ? 'error' : 'output'
    this.#left = this.#header.readUInt32BE(4)
    this.#header = Buffer.alloc(0)
    return part.length
  }
}
