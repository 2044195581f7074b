import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventTooLong, SseReader } from '../../../src-main/bridge/sse-reader.js'
import { cut, cuts } from './chunking.js'

const read = (chunks: readonly Buffer[], limit = 1_000) => {
  const reader = new SseReader(limit)
  return chunks.flatMap((chunk) => [...reader.push(chunk)])
}
const readText = (text: string, limit?: number) => read([Buffer.from(text)], limit)

describe('the event reader', () => {
  it('gives the same messages however the bytes are cut and the lines end', () => {
    const anyData = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => JSON.stringify(text))
    const lineEnd = fc.constantFrom('\n', '\r\n')
    const comment = fc.constantFrom('', ': heartbeat\n', 'id: 7\n', 'retry: 10\n', ':\n\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(anyData, comment)), lineEnd, cuts, (events, end, at) => {
        const text = events.map(([data, noise]) => `${noise}event: message\ndata: ${data}\n\n`).join('')
        const bytes = Buffer.from(text.replaceAll('\n', end))
        expect(read(cut(bytes, at))).toEqual(events.map(([data]) => data))
      }),
    )
  })

  it('gives an event as soon as its blank line is there', () => {
    const reader = new SseReader(1_000)
    expect([...reader.push(Buffer.from('data: 1\n'))]).toEqual([])
    expect([...reader.push(Buffer.from('\n'))]).toEqual(['1'])
  })

  it('joins the data lines of one event', () => expect(readText('data: {\ndata:}\n\n')).toEqual(['{\n}']))

  it('reads over a byte order mark, other types, and events without data', () =>
    expect(readText('\ufeffdata: 1\n\nevent: ping\ndata: 2\n\nid: 3\n\ndata\n\ndata: 4\n\n')).toEqual(['1', '4']))

  it('drops an event that the end of the stream cut off', () => expect(readText('data: 1\n\ndata: 2\n')).toEqual(['1']))

  it('throws at an event without an end, in one line or in many', () => {
    expect(() => readText(`data: ${'x'.repeat(100)}`, 50)).toThrow(EventTooLong)
    expect(() => readText('data: x\n'.repeat(100), 50)).toThrow(EventTooLong)
  })

  it('counts bytes, not characters', () => {
    expect(() => readText(`data: ${'方'.repeat(30)}\n\n`, 80)).toThrow(EventTooLong)
  })

  it('accepts endless heartbeats', () => expect(readText(': heartbeat\n'.repeat(100), 50)).toEqual([]))
})
