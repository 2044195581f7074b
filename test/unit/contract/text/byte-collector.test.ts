import { ByteCollector } from '@contract/text/byte-collector.js'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

it('gives back every byte in its order, however they were cut, again and again', () =>
  forAll(fc.array(fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 8 }), { maxLength: 3 }), (messages) => {
    const collector = new ByteCollector()
    for (const pieces of messages) {
      for (const piece of pieces) collector.add(piece)
      const whole = Buffer.concat(pieces)
      expect(collector.length).toBe(whole.length)
      expect(Buffer.from(collector.take()).equals(whole)).toBe(true)
      expect(collector.length).toBe(0)
    }
  }))

it('keeps what arrives byte by byte in little more memory than its bytes', () => {
  const collector = new ByteCollector()
  const byte = Uint8Array.of(120)
  for (let at = 0; at < 200_000; at++) collector.add(byte)
  expect(collector.take().buffer.byteLength).toBeLessThan(300_000)
})

it('does not copy a large message again for each of its pieces', () => {
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
  const collector = new ByteCollector()
  const piece = Buffer.alloc(65_536)
  for (let at = 0; at < 512; at++) collector.add(piece)
  expect(allocate.mock.calls.length).toBeLessThan(50)
  expect(allocate.mock.calls.at(-1)?.[0]).toBeLessThan(1.3 * 512 * piece.length)
})
