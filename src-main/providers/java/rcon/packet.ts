/**
 * RCON packets: little endian `int32 length, int32 id, int32 type, body, 0, 0`.
 *
 * Guards invariant 7: a length outside the bounds is refused as soon as its four bytes are there, and no more than one
 * packet is ever buffered.
 */

/** Types that we send. A server answers with 0, or with 2 to a login. */
export const requestType = { login: 3, command: 2, probe: 100 } as const
export const replyType = { reply: 0, login: 2 } as const

/** The id of a reply that says "not logged in". */
export const deniedId = -1

/** Bytes of a body. Vanilla reads at most 1,460 bytes at once and closes the connection if that is not one whole packet. */
export const mostRequestBytes = 1_446

/** Bytes of a packet beside its body and its length field: id, type and two terminators. */
const frameBytes = 10
const lengthBytes = 4
const idleBufferBytes = 16_384

export interface Packet {
  readonly id: number
  readonly type: number
  readonly body: Buffer
}

/** One packet, to be sent with one write. @throws RangeError when the body is too large */
export function encodePacket(id: number, type: number, text: string): Buffer {
  const body = Buffer.byteLength(text)
  if (body > mostRequestBytes) throw new RangeError(`An RCON body of ${body} bytes is too large.`)
  const packet = Buffer.allocUnsafe(lengthBytes + frameBytes + body)
  packet.writeInt32LE(frameBytes + body, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(type, 8)
  packet.write(text, 12)
  packet.writeInt16LE(0, packet.length - 2)
  return packet
}

/** What came is not an RCON packet. */
export class MalformedPacket extends Error {
  override readonly name = 'MalformedPacket'
}

/** Takes bytes in pieces of any size and returns whole packets. */
export class PacketReader {
  readonly #mostBodyBytes: number
  #buffer = Buffer.alloc(idleBufferBytes)
  #start = 0
  #end = 0

  constructor(mostBodyBytes: number) {
    this.#mostBodyBytes = mostBodyBytes
  }

  /** Bytes that wait for the rest of their packet. */
  get pending(): number {
    return this.#end - this.#start
  }

  /** The caller takes every whole packet before it adds the next chunk, so that little is ever pending. */
  add(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#buffer.length) this.#makeRoom(chunk.length)
    chunk.copy(this.#buffer, this.#end)
    this.#end += chunk.length
  }

  /** The next whole packet. @throws MalformedPacket when the bytes are not RCON */
  next(): Packet | undefined {
    if (this.pending < lengthBytes) return undefined
    const length = this.#buffer.readInt32LE(this.#start)
    if (length < frameBytes || length > this.#mostBodyBytes + frameBytes) {
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

  /** Doubles, so that a long packet in many small chunks costs linear time. */
  #makeRoom(more: number): void {
    const needed = this.pending + more
    const size = needed > this.#buffer.length / 2 ? 2 * needed : this.#buffer.length
    const roomy = size === this.#buffer.length ? this.#buffer : Buffer.alloc(size)
    this.#buffer.copy(roomy, 0, this.#start, this.#end)
    this.#buffer = roomy
    this.#end -= this.#start
    this.#start = 0
  }
}
