/**
 * Byte collector: collects bytes that arrive in chunks, in one buffer.
 *
 * Enforces invariant 7: a message that arrives byte by byte uses no more memory than one that arrives at once. A list
 * of chunks or a growing string uses a hundred times as much.
 */

/** Minimum growth in bytes; a large message grows by a quarter, so that the total copying is linear. */
const step = 65_536
const empty = Buffer.alloc(0)

export class ByteCollector {
  #buffer: Buffer = empty
  #length = 0

  /** Number of collected bytes. */
  get length(): number {
    return this.#length
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(
        Math.max(length, Math.min(2 * length, length + Math.max(step, length >> 2))),
      )
      larger.set(this.#buffer.subarray(0, this.#length))
      this.#buffer = larger
    }
    this.#buffer.set(piece, this.#length)
    this.#length = length
  }

  /** Returns all collected bytes and empties the collector. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length)
    this.#buffer = empty
    this.#length = 0
    return bytes
  }
}
