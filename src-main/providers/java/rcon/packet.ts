/**
 * RCON packets: little endian `int32 length, int32 id, int32 type, body, 0, 0`.
 *
 * Guards invariant 7: an invalid length is rejected as soon as its four bytes have arrived, and at most one packet is
 * buffered.
 */

/** Packet types that we send. A server responds with 0, or with 2 to a login. */
export const requestType = { login: 3, command: 2, probe: 100 } as const
export const replyType = { reply: 0, login: 2 } as const

/** Id of a reply that means "not logged in". */
export const deniedId = -1

/**
 * Maximum bytes of a body. Vanilla reads at most 1,460 bytes at once and closes the connection unless they are one
 * complete packet.
 */
export const maxRequestBytes = 1_446

/** Bytes of a packet without its body and length field: id, type and two terminators. */
const frameBytes = 10
const lengthBytes = 4
const idleBufferBytes = 16_384

export interface Packet {
  readonly id: number
  readonly type: number
  readonly body: Buffer
}

/** Encodes one packet, to be sent in one write. @throws RangeError when the body is too large */
export function encodePacket(id: number, type: number, text: string): Buffer {
  const body = Buffer.byteLength(text)
  if (body > maxRequestBytes) throw new RangeError(`An RCON body of ${body} bytes is too large.`)
  const packet = Buffer.allocUnsafe(lengthBytes + frameBytes + body)
  packet.writeInt32LE(frameBytes + body, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(type, 8)
  packet.write(text, 12)
  packet.writeInt16LE(0, packet.length - 2)
  return packet
}

/** The bytes are not an RCON packet. */
export class MalformedPacket extends Error {
  override readonly name = 'MalformedPacket'
}

/** Accepts bytes in chunks of any size and returns complete packets. */
export class PacketReader {
  readonly #maxBodyBytes: number
  #buffer = Buffer.alloc(idleBufferBytes)
  #start = 0
  #end = 0

  constructor(maxBodyBytes: number) {
    this.#maxBodyBytes = maxBodyBytes
  }

  /** Bytes of an incomplete packet. */
  get pending(): number {
    return this.#end - this.#start
  }

  /** The caller reads all complete packets before adding the next chunk, which keeps the buffer small. */
  add(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#buffer.length) this.#ensureCapacity(chunk.length)
    chunk.copy(this.#buffer, this.#end)
    this.#end += chunk.length
  }

  /** The next complete packet. @throws MalformedPacket when the bytes are not RCON */
  next(): Packet | undefined {
    if (this.pending < lengthBytes) return undefined
    const length = this.#buffer.readInt32LE(this.#start)
    if (length < frameBytes || length > this.#maxBodyBytes + frameBytes) {
      throw new MalformedPacket(`A packet of ${length} bytes.`)
    }
    if (this.pending < lengthBytes + length) return undefined
    const from = this.#start + lengthBytes
    const packet = {
      id: this.#buffer.readInt32LE(from),
      type: this.#buffer.readInt32LE(from + 4),
      body: Buffer.from(this.#buffer.subarray(from + 8, from + length - 2)),
    }
    this.#start = from + length
    if (this.#start === this.#end) this.#reset()
    return packet
  }

  #reset(): void {
    this.#start = this.#end = 0
    if (this.#buffer.length > 4 * idleBufferBytes) this.#buffer = Buffer.alloc(idleBufferBytes)
  }

  /** Doubles the buffer, so that a long packet in many small chunks costs linear time. */
  #ensureCapacity(more: number): void {
    const needed = this.pending + more
    const size = needed > this.#buffer.length / 2 ? 2 * needed : this.#buffer.length
    const larger = size === this.#buffer.length ? this.#buffer : Buffer.alloc(size)
    this.#buffer.copy(larger, 0, this.#start, this.#end)
    this.#buffer = larger
    this.#end -= this.#start
    this.#start = 0
  }
}
