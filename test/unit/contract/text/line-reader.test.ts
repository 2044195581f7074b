import { LineReader } from '@contract/text/line-reader.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, cuts } from '../../bridge/chunking.js'

const read = (chunks: readonly Buffer[], limit = 1_000) => {
  const reader = new LineReader(limit)
  return chunks.flatMap((chunk) =>
    [...reader.push(chunk)].map((line) => (line.kind === 'message' ? line.bytes.toString() : { kind: line.kind })),
  )
}

describe('the line reader', () => {
  it('gives the same lines however the bytes are cut', () => {
    const anyLine = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' '))
    fc.assert(
      fc.property(fc.array(anyLine), cuts, (lines, at) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        expect(read(cut(bytes, at))).toEqual(lines.map((line) => Buffer.from(line).toString()))
      }),
    )
  })

  it('does not return an unfinished line', () => expect(read([Buffer.from('one\ntwo')])).toEqual(['one']))

  it('takes a line of exactly the limit', () => expect(read([Buffer.from('12345\n')], 5)).toEqual(['12345']))

  it('reports a longer one once, skips it, and takes the next, however the bytes are cut', () => {
    fc.assert(
      fc.property(cuts, (at) => {
        const bytes = Buffer.from('ok\n123456789012345\nnext\n')
        expect(read(cut(bytes, at), 5)).toEqual(['ok', { kind: 'too-long' }, 'next'])
      }),
    )
  })

  it('reports a line that is too long before its end is there', () =>
    expect(read([Buffer.from('123456')], 5)).toEqual([{ kind: 'too-long' }]))

  it('keeps the beginning of a line that is too long, however the bytes are cut', () => {
    fc.assert(
      fc.property(cuts, (at) => {
        const reader = new LineReader(600)
        const bytes = Buffer.from(`{"id":7}${'x'.repeat(700)}\n`)
        const found = cut(bytes, at).flatMap((chunk) => [...reader.push(chunk)])
        const [only] = found.map((line) => (line.kind === 'too-long' ? line.head?.toString() : undefined))
        expect(found).toHaveLength(1)
        expect(only).toBe(bytes.subarray(0, 512).toString())
      }),
    )
  })
})
