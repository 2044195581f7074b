import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodePacket, MalformedPacket, PacketReader } from '../../../../src-main/providers/java/rcon/packet.js'
import { forAll } from '../../../fixtures/properties.js'

const anyPacket = fc.record({
  id: fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
  type: fc.integer({ min: 0, max: 300 }),
  text: fc.string({ unit: 'grapheme', maxLength: 200 }),
})

/** The bytes in pieces of these sizes, over and over. */
function* inPieces(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(from, from + size)
    from += size
  }
}

const readAll = (reader: PacketReader, chunks: Iterable<Buffer>) => {
  const packets = []
  for (const chunk of chunks) {
    reader.add(chunk)
    for (let packet = reader.next(); packet; packet = reader.next()) packets.push(packet)
  }
  return packets
}

describe('RCON packets', () => {
  it('are written as little endian length, id, type, body and two terminators', () => {
    expect(encodePacket(7, 2, 'list').toString('hex')).toBe('0e00000007000000020000006c6973740000')
  })

  it('refuse a body that one read of the server cannot take', () => {
    expect(encodePacket(1, 2, 'x'.repeat(1_446))).toHaveLength(1_460)
    expect(() => encodePacket(1, 2, `${'x'.repeat(1_445)}é`)).toThrow(RangeError)
  })

  it('are read as they were sent, however the bytes are split', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 })
    forAll(fc.array(anyPacket, { maxLength: 20 }), sizes, (packets, pieces) => {
      const bytes = Buffer.concat(packets.map(({ id, type, text }) => encodePacket(id, type, text)))
      const read = readAll(new PacketReader(2_000), inPieces(bytes, pieces))
      expect(read.map(({ id, type, body }) => ({ id, type, text: body.toString('utf8') }))).toEqual(packets)
    })
  })

  it('take a body of a megabyte in small chunks', () => {
    const body = Buffer.alloc(1_048_576, 'a')
    const head = Buffer.alloc(12)
    head.writeInt32LE(body.length + 10, 0)
    const bytes = Buffer.concat([head, body, Buffer.alloc(2)])
    const [packet] = readAll(new PacketReader(body.length), inPieces(bytes, [7, 1_400]))
    expect(packet?.body.equals(body)).toBe(true)
  })

  it.each([-1, -0x8000_0000, 0, 9, 2_011, 0x7fff_ffff, 0x5454_5048])('refuse a length of %i at once', (length) => {
    const reader = new PacketReader(2_000)
    const head = Buffer.alloc(4)
    head.writeInt32LE(length)
    reader.add(head)
    expect(() => reader.next()).toThrow(MalformedPacket)
  })

  it('read any bytes without another failure, and buffer at most one packet', () =>
    forAll(fc.array(fc.uint8Array({ maxLength: 400 })), (chunks) => {
      const reader = new PacketReader(1_000)
      try {
        readAll(
          reader,
          chunks.map((chunk) => Buffer.from(chunk)),
        )
        expect(reader.pending).toBeLessThan(1_014)
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedPacket)
      }
    }))
})
