import { parseRequestLine, parseResponseLine, serializeLine } from '@contract/local/multiplexed-message.js'
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
