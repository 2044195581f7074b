/**
 * Status packets: the part of Minecraft's protocol that a server list uses (handshake, status, ping).
 *
 * Guards invariant 7: an invalid length is rejected before its bytes are buffered. The available libraries buffer
 * without a limit, or have an unsuitable license, so this is our own code.
 */

/** Maximum bytes of one packet: a status with its icon is below 64 KiB. */
const maxPacketBytes = 262_144
/** Any version is accepted: the server reports its own. */
const anyProtocol = -1
const statusState = 1
export const statusId = 0
export const pongId = 1

export class MalformedStatus extends Error {
  override readonly name = 'MalformedStatus'
}

export function varInt(value: number): Buffer {
  const bytes: number[] = []
  let rest = value >>> 0
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    rest >>>= 7
  } while (rest > 0)
  return Buffer.from(bytes)
}

const packet = (...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([varInt(body.length), body])
}

/** The handshake and the status request. */
export function statusRequest(host: string, port: number): Buffer {
  const name = Buffer.from(host.slice(0, 255))
  const portBytes = Buffer.alloc(2)
  portBytes.writeUInt16BE(port)
  const handshake = packet(varInt(0), varInt(anyProtocol), varInt(name.length), name, portBytes, varInt(statusState))
  return Buffer.concat([handshake, packet(varInt(0))])
}

/** A ping; the server sends the eight bytes back. */
export const pingRequest = (): Buffer => packet(varInt(1), Buffer.alloc(8))

export interface StatusPacket {
  readonly id: number
  readonly body: Buffer
}

/** Accepts bytes in chunks of any size and returns complete packets. */
export class StatusReader {
  #chunks: Buffer[] = []
  #bytes = 0
  /** Bytes needed before parsing can continue. */
  #needed = 1

  /** @throws MalformedStatus when the bytes are not Minecraft's protocol */
  add(chunk: Buffer): StatusPacket[] {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    // Joined only when a packet can be complete, so that many small chunks cost linear time.
    if (this.#bytes < this.#needed) return []
    let rest = Buffer.concat(this.#chunks)
    const packets: StatusPacket[] = []
    for (;;) {
      const length = readVarInt(rest, 0)
      if (!length) break
      if (length.value < 1 || length.value > maxPacketBytes)
        throw new MalformedStatus(`A packet of ${length.value} bytes.`)
      const id = readVarInt(rest, length.end)
      // Another protocol is detected by its second byte, before the rest of the packet arrives.
      if (id && id.value !== statusId && id.value !== pongId) throw new MalformedStatus(`A packet of kind ${id.value}.`)
      const end = length.end + length.value
      this.#needed = id ? end : length.end + 1
      if (!id || rest.length < end) break
      if (id.end > end) throw new MalformedStatus('A packet without an id.')
      packets.push({ id: id.value, body: rest.subarray(id.end, end) })
      rest = rest.subarray(end)
      this.#needed = 1
    }
    this.#chunks = [rest]
    this.#bytes = rest.length
    return packets
  }
}

/** The text of a status packet. @throws MalformedStatus */
export function textOf(body: Buffer): string {
  const length = readVarInt(body, 0)
  if (!length || length.end + length.value !== body.length) throw new MalformedStatus('A text of another length.')
  return body.subarray(length.end).toString('utf8')
}

/** Undefined when more bytes are needed. @throws MalformedStatus after five bytes */
function readVarInt(bytes: Buffer, from: number): { value: number; end: number } | undefined {
  let value = 0
  for (let at = 0; at < 5; at += 1) {
    const byte = bytes[from + at]
    if (byte === undefined) return undefined
    value |= (byte & 0x7f) << (7 * at)
    if ((byte & 0x80) === 0) return { value, end: from + at + 1 }
  }
  throw new MalformedStatus('A number of more than five bytes.')
}
