import {
  LineSplitter,
  parseRequestLine,
  parseResponseLine,
  serializeLine,
} from '@contract/local/multiplexed-message.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

const exchange = fc.nat()
const text = fc.option(fc.string({ unit: 'binary' }), { nil: undefined })
const body = fc.json().map((json) => JSON.stringify(JSON.parse(json)))

describe('a line', () => {
  it('returns what was written, for any text', () =>
    forAll(exchange, text, text, body, (exchange, session, version, body) => {
      const line = serializeLine({ exchange, session, version }, body)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      expect(parseRequestLine(line.slice(0, -1))).toEqual({ head: { exchange, session, version }, body })
    }))

  it('is reassembled however its bytes were split', () => {
    const pieces = fc.array(fc.nat({ max: 40 }), { maxLength: 20 })
    forAll(fc.array(fc.tuple(exchange, fc.string({ unit: 'grapheme' })), { maxLength: 5 }), pieces, (said, cuts) => {
      const lines = said.map(([exchange, text]) => serializeLine({ exchange, status: 200 }, JSON.stringify(text)))
      let bytes = Buffer.from(lines.join(''))
      const splitter = new LineSplitter(100_000)
      const whole: string[] = []
      for (const cut of cuts) {
        whole.push(...splitter.push(bytes.subarray(0, cut)))
        bytes = bytes.subarray(cut)
      }
      whole.push(...splitter.push(bytes))
      expect(whole.map((line) => `${line}\n`)).toEqual(lines)
    })
  })

  it('without an end is rejected', () => {
    const splitter = new LineSplitter(10)
    expect([...splitter.push(Buffer.from('0123456789'))]).toEqual([])
    expect(() => [...splitter.push(Buffer.from('0'))]).toThrow(RangeError)
  })

  it.each(['', '{}', '{"exchange":1', '1\t{}', 'null\t', '[]\t', '{}\t', '{"exchange":"1"}\t', '{"exchange":0.5}\t'])(
    'that is invalid is detected: %s',
    (line) => {
      expect(parseRequestLine(line)).toBeUndefined()
      expect(parseResponseLine(line)).toBeUndefined()
    },
  )

  it('of the gateway has a valid status, and a stream that begins, continues or ends', () => {
    expect(parseResponseLine('{"exchange":1,"status":"200"}\t{}')).toBeUndefined()
    expect(parseResponseLine('{"exchange":1,"stream":"stands"}\t{}')).toBeUndefined()
    expect(parseResponseLine('{"exchange":1,"stream":"ends"}\t')?.head).toMatchObject({ exchange: 1, stream: 'ends' })
  })
})
