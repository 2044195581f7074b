import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FrameReader } from '../../../src-main/bridge/frame-reader.js'
import { framings } from '../../../src-main/bridge/framing.js'
import { cut, cuts } from './chunking.js'

const read = (chunks: readonly Buffer[], limit = 1_000_000) => {
  const reader = new FrameReader(limit)
  return chunks.flatMap((chunk) =>
    [...reader.push(chunk)].map((found) => (found.kind === 'message' ? found.bytes.toString() : found)),
  )
}
const readText = (text: string, limit?: number) => read([Buffer.from(text)], limit)
const { framed } = framings['content-length']
const unframed = { kind: 'unframed' }

const anyMessage = fc.string({ unit: 'binary', minLength: 1 }).map((text) => JSON.stringify(text))
/** Lines without a length, as sent by a client that counts wrongly or writes no frames. */
const anyGarbage = fc
  .string({ unit: 'binary', minLength: 1 })
  .filter((text) => !/content-/i.test(text) && /[^\r\n]/.test(text.split('\n')[0] ?? '') && !text.endsWith('\n'))

describe('the frame reader', () => {
  it('gives the same messages however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(anyMessage), cuts, (messages, at) => {
        expect(read(cut(Buffer.from(messages.map(framed).join('')), at))).toEqual(
          messages.map((text) => Buffer.from(text).toString()),
        )
      }),
    )
  })

  it('reports invalid input once, and loses no frame after it, however the bytes are split', () => {
    fc.assert(
      fc.property(anyMessage, anyGarbage, anyMessage, cuts, (before, garbage, after, at) => {
        const bytes = Buffer.from(`${framed(before)}${garbage}${framed(after)}`)
        expect(read(cut(bytes, at))).toEqual([Buffer.from(before).toString(), unframed, Buffer.from(after).toString()])
      }),
    )
  })

  it('never throws, and uses little memory, for any input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), cuts, (bytes, at) => {
        for (const found of read(cut(Buffer.from(bytes), at))) expect(found).toEqual(unframed)
      }),
    )
  })

  it.each([
    ['counts bytes, not characters', 'Content-Length: 5\r\n\r\n"世"', ['"世"']],
    ['takes names of headers in any case', 'content-LENGTH:2\r\n\r\n{}', ['{}']],
    ['takes a Content-Type as well', 'Content-Type: x; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}', ['{}']],
    ['takes plain line feeds', 'Content-Length: 2\n\n{}', ['{}']],
    [
      'reads over blank lines between frames',
      '\r\n\r\nContent-Length: 2\r\n\r\n{}\r\nContent-Length: 1\r\n\r\n7',
      ['{}', '7'],
    ],
    ['gives an empty frame as one', 'Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n7', ['', '7']],
    ['refuses a length that is no number', 'Content-Length: two\r\n\r\n{}', [unframed]],
    ['refuses a negative length', 'Content-Length: -2\r\n\r\n{}', [unframed]],
    ['refuses a length beyond all bounds', `Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`, [unframed]],
    ['refuses a header without a length', 'Content-Type: x\r\n\r\n{}', [unframed]],
    [
      'refuses two lengths, and goes by the second',
      'Content-Length: 9\r\nContent-Length: 2\r\n\r\n{}',
      [unframed, '{}'],
    ],
    ['refuses another header', 'Host: x\r\nContent-Length: 2\r\n\r\n{}', [unframed, '{}']],
    ['refuses lines without frames once', '{"id":1}\n{"id":2}\n{"id":3}\n', [unframed]],
    ['refuses a header without an end', 'x'.repeat(5_000), [unframed]],
    [
      'finds the next frame after a length that was too short',
      'Content-Length: 1\r\n\r\n{}Content-Length: 1\r\n\r\n7',
      ['{', unframed, '7'],
    ],
    ['finds the next frame after a line of a megabyte', `${'x'.repeat(1_048_576)}${framed('7')}`, [unframed, '7']],
  ])('%s', (_, text, expected) => expect(readText(text)).toEqual(expected))

  it('skips a frame over the limit and takes the next, however the bytes are cut', () => {
    fc.assert(
      fc.property(cuts, (at) => {
        const bytes = Buffer.from(['ok', '123456789012345', 'next'].map(framed).join(''))
        expect(read(cut(bytes, at), 5)).toEqual(['ok', { kind: 'too-long' }, 'next'])
      }),
    )
  })

  it('does not return an unfinished frame', () => expect(readText('Content-Length: 5\r\n\r\n{}')).toEqual([]))
})
