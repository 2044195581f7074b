/**
 * Byte collector: collects bytes that arrive in chunks, in one buffer.
 *
 * Enforces invariant 7: a message that arrives byte by byte uses no more memory than one that arrives at once. A list
 * of chunks or a growing string uses a hundred times as much.
 */

/** Bytes that are kept free at least; of a large message a quarter, so that all copying stays linear. */
const step = 65_536
const empty = Buffer.alloc(0)

export class ByteCollector {
  #buffer: Buffer = empty
  #length = 0

  /** Bytes that have come. */
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

  /** Everything that has come; the collector is empty after. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length)
    this.#buffer = empty
    this.#length = 0
    return bytes
  }
}
