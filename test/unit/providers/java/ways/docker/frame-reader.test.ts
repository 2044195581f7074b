import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameReader } from '../../../../../../src-main/providers/java/ways/docker/frame-reader.js'

const frame = (stream: number, bytes: Buffer): Buffer => {
  const header = Buffer.alloc(8)
  header[0] = stream
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}

it('puts each stream together, wherever the frames are cut', () => {
  const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 40 })), { maxLength: 12 })
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 17 }), { minLength: 1, maxLength: 8 }), (sent, sizes) => {
      const bytes = Buffer.concat(sent.map(([stream, payload]) => frame(stream, Buffer.from(payload))))
      const reader = new FrameReader()
      const received = { output: Buffer.alloc(0), error: Buffer.alloc(0) }
      for (let at = 0, index = 0; at < bytes.length; index++) {
        const size = sizes[index % sizes.length] ?? 1
        for (const piece of reader.read(bytes.subarray(at, at + size)))
          received[piece.stream] = Buffer.concat([received[piece.stream], piece.bytes])
        at += size
      }
      for (const [stream, name] of [
        [1, 'output'],
        [2, 'error'],
      ] as const) {
        const wanted = sent.filter(([one]) => one === stream).map(([, payload]) => Buffer.from(payload))
        expect(received[name]).toEqual(Buffer.concat(wanted))
      }
    }),
  )
})

it('refuses bytes that are no frames, such as the output of a terminal', () => {
  expect(() => new FrameReader().read(Buffer.from('[12:00:00] [Server thread/INFO]: Done'))).toThrow('Not a frame')
})
