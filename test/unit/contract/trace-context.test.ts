import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { traceContextIn } from '../../../src-main/contract/trace-context.js'
import { forAll } from '../../fixtures/properties.js'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

describe('the trace context of a request', () => {
  it.each([[traceparent], [`cc-${traceId}-${parentId}-00`], [`cc-${traceId}-${parentId}-00-later`]])(
    'is read: %s',
    (parent) => expect(traceContextIn({ traceparent: parent })).toEqual({ traceparent: parent }),
  )

  it.each([
    ['', 'empty'],
    [`ff-${traceId}-${parentId}-01`, 'a forbidden version'],
    [`00-${traceId}-${parentId}-01-more`, 'members that version 00 does not have'],
    [`00-${'0'.repeat(32)}-${parentId}-01`, 'no trace id'],
    [`00-${traceId}-${'0'.repeat(16)}-01`, 'no parent id'],
    [traceparent.toUpperCase(), 'capital letters'],
    [` ${traceparent}`, 'a space'],
    [`${traceparent}\n`, 'a line end'],
    [5, 'a number'],
  ] as const)('is dropped: %j (%s)', (parent, _why) => expect(traceContextIn({ traceparent: parent })).toBeUndefined())

  it('has the state of the trace with it, or none when that is invalid', () => {
    const stateOf = (tracestate: unknown) => traceContextIn({ traceparent, tracestate })?.tracestate
    for (const state of ['a=1', 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7', 'tenant@vendor=x y, b=2', 'a=1,,b=2'])
      expect(stateOf(state)).toBe(state)
    for (const state of ['', 'a', '=1', 'a=', 'A=1', 'a=b=c', 'a=\n', `a=${'x'.repeat(600)}`, 'a=1,'.repeat(40), {}])
      expect(stateOf(state)).toBeUndefined()
    for (const state of ['\t', ' ', ',', 'a=1\n', 'a=1\r\nx: y', '\u00a0a=1', 'a=1,\t', 'a=1,\u2028b=2'])
      expect(stateOf(state)).toBeUndefined()
  })

  it('is never text of another form, whatever a client sends', () => {
    const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant(traceparent), fc.anything())
    forAll(value, value, (one, other) => {
      const found = traceContextIn({ traceparent: one, tracestate: other })
      if (found) expect(`${found.traceparent}${found.tracestate ?? ''}`).toMatch(/^[\x20-\x7e]{55,640}$/)
    })
    expect([undefined, null, 'text', []].map(traceContextIn)).toEqual(Array(4).fill(undefined))
  })
})
