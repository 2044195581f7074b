import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventGate, type EventLimits } from '../../../../src-main/consumers/chat/models/event-gate.js'

const limits: EventLimits = { eventBytes: 64, events: 20, lines: 60, values: 10 }

/** What comes out, one entry for each turn. */
function through(chunks: readonly (string | Buffer)[], chosen: Partial<EventLimits> = {}): string[] {
  const gate = new EventGate({ ...limits, ...chosen })
  const out: Buffer[] = []
  for (const chunk of chunks) {
    gate.push(Buffer.from(chunk as string))
    while (!gate.isEmpty) {
      const events = gate.take()
      if (events) out.push(events)
    }
  }
  const rest = gate.end()
  if (rest) out.push(rest)
  return out.map((events) => events.toString('utf8'))
}

const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const anyEvent = fc
  .tuple(
    fc.array(fc.constantFrom('data: a', 'data: {"b":[1]}', ': 语', 'event: x'), { minLength: 1, maxLength: 3 }),
    lineEnd,
  )
  .map(([lines, end]) => [...lines, '', ''].join(end))

describe('the event buffer', () => {
  it('forwards every byte in order, however the stream is split', () => {
    const anyStream = fc.array(anyEvent, { maxLength: 10 }).map((events) => Buffer.from(events.join('')))
    fc.assert(
      fc.property(anyStream, fc.array(fc.nat(400), { maxLength: 8 }), (stream, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, stream.length)).sort((a, b) => a - b), stream.length]
        const chunks = places.slice(1).map((to, at) => stream.subarray(places[at], to))
        expect(through(chunks, { lines: 1_000 }).join('')).toBe(stream.toString('utf8'))
      }),
    )
  })

  it('forwards few events in one turn', () => {
    expect(through(['data: a\n\n'.repeat(20)]).map((text) => text.length)).toEqual([72, 72, 36])
  })

  it('holds an event until it is complete', () => {
    const gate = new EventGate(limits)
    gate.push(Buffer.from('data: a\n'))
    expect(gate.take()).toBeUndefined()
    gate.push(Buffer.from('\n'))
    expect(String(gate.take())).toBe('data: a\n\n')
  })

  it('forwards the whole end of an event: a parser that has read a CR waits for the next byte', () => {
    expect(through(['data: a\r\n\r\n', 'data: b\r\n\r\n'])).toEqual(['data: a\r\n\r\n', 'data: b\r\n\r\n'])
    expect(through(['data: a\r\n\r', '\n'])).toEqual(['data: a\r\n\r', '\n'])
  })

  it.each([
    ['an event that is too large', `data: ${'x'.repeat(64)}`],
    ['an event of many lines that is too large', 'data: x\n'.repeat(9)],
    ['too many events', '\n'.repeat(21)],
    ['too many lines', 'a\n\n'.repeat(31)],
    ['too many values', `data: [${'[],'.repeat(10)}0]\n\n`],
    ['JSON that is too deep', `data: ${'['.repeat(33)}\n\n`],
  ])('refuses %s', (_what, text) => {
    expect(() => through([text])).toThrow(RangeError)
  })
})
